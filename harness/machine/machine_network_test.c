/* harness/machine/machine_network_test.c -- the network of a machine: accepted
 * and refused values, and how it is written; and every machine without its
 * network, and with another title, can be read back. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "harness/machine/machine.h"
#include "kernels/testing/unit_test.h"

#define FOLDER "configs/machines/"
static const char *const scratch = "machine_network_test.tmp";

static qdr_machine *load(const char *path)
{
    qdr_machine *machine = NULL;
    qdr_error error = {""};

    if (qdr_machine_load(path, NULL, &machine, &error) != QDR_OK)
        fail_msg("%s", error.text);
    return machine;
}

#define LOCAL "kind: local\ntitle: \"t\"\nmax_procs: 12\n"

TEST(what_is_written_is_read)
{
    static const qdr_network networks[] = {{.alpha_us = 132.9,
                                            .beta_ns = 53.9084,
                                            .gamma_ns = 12.5,
                                            .link_excess = 9.43,
                                            .inside_shared_us = 0.1,
                                            .inside_shared_bytes = 16384,
                                            .topology = QDR_MESH,
                                            .rows = 3,
                                            .columns = 4},
                                           {.alpha_us = 1.3,
                                            .beta_ns = 0.08,
                                            .gamma_ns = 0.1,
                                            .link_excess = 1,
                                            .inside_shared_us = 0.25,
                                            .inside_shared_bytes = 100,
                                            .sender_free_us = 0.95,
                                            .receiver_free_us = 1.3},
                                           {.alpha_us = 1,
                                            .beta_ns = 1,
                                            .link_excess = 2,
                                            .topology = QDR_LINE,
                                            .inside_shared_us = 0.1,
                                            .inside_shared_bytes = 16384,
                                            .duplex = QDR_DUPLEX_HALF,
                                            .eager_bytes = 4096},
                                           {.alpha_us = 1,
                                            .beta_ns = 1,
                                            .link_excess = 2,
                                            .inside_shared_bytes = 8,
                                            .inside_alpha_us = 0.25,
                                            .inside_beta_ns = 0.125,
                                            .node_ranks = 16,
                                            .adapter_ranks = 8}};

    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        FILE *file = fopen(scratch, "w");
        qdr_error error = {""};
        qdr_machine *machine;

        fputs(LOCAL, file);
        assert_ok(qdr_network_write(&networks[i], file, &error));
        fclose(file);
        machine = load(scratch);
        assert_memory_equal(machine->network, &networks[i], sizeof networks[i]);
        qdr_machine_free(machine);
    }
}

TEST(a_full_disk_is_told)
{
    const qdr_network network = {.alpha_us = 1, .beta_ns = 1, .link_excess = 1};
    FILE *file = fopen("/dev/full", "w");
    qdr_error error = {""};

    assert_non_null(file);
    assert_int_equal(qdr_network_write(&network, file, &error),
                     QDR_ERROR_SYSTEM);
    fclose(file);
}

/* Networks of a machine of 12 ranks, and their refusals. Those of a network
 * file, which the same check refuses, are in network_refusal_test.c. */
static const struct {
    const char *section, *refusal;
} refused[] = {
    {"{alpha_us: 0, beta_ns: 1, gamma_ns: 1, link_excess: 1}",
     ":4: alpha_us: 0; accepted: numbers above 0 to 1000000000"},
    {"{alpha_us: 1, beta_ns: -1, gamma_ns: 1, link_excess: 1}",
     ":4: beta_ns: -1; accepted: numbers above 0 to 1000000000"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: inf, link_excess: 1}",
     ":4: gamma_ns: 'inf'; accepted: a number"},
    {"{alpha_us: 1, beta_ns: 1, link_excess: 1}", "gamma_ns"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, topology: mesh, "
     "rows: 3}",
     ": columns: 0; accepted: whole numbers from 1 to 4194304"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, topology: mesh, "
     "rows: 3, columns: 5}",
     ":4: rows: 3, columns: 5; accepted: rows x columns = max_procs, 12"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, topology: mesh, "
     "rows: -3, columns: -4}",
     ":4: rows: -3; accepted: whole numbers from 1 to 4194304"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, duplex: both}",
     ":4: duplex: 'both'; accepted: full, half"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, topology: torus}",
     ":4: topology: 'torus'; accepted: switched, mesh, line"},
    {"{alpha: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1}",
     ":4: key 'alpha'; accepted: alpha_us, beta_ns, gamma_ns, link_excess, "
     "topology, duplex, rows, columns, sender_free_us, receiver_free_us, "
     "eager_bytes, rendezvous_us, inside_eager_bytes, "
     "inside_rendezvous_us, inside_shared_us, inside_shared_bytes, "
     "crowd_bytes, crowd_us, "
     "inside_alpha_us, inside_beta_ns, node_ranks, "
     "adapter_ranks"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, "
     "inside_alpha_us: 1, inside_beta_ns: 1, adapter_ranks: 1}",
     ":1: node_ranks: 0; accepted: whole numbers from 2 to 4194304"
     "; all of inside_alpha_us, inside_beta_ns, "
     "node_ranks, adapter_ranks, or none"},
};

TEST(bad_networks_are_refused)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        qdr_machine *machine = NULL;
        qdr_error error = {""};

        qdr_scratch_print(scratch, LOCAL "network: %s\n", refused[i].section);
        assert_int_equal(qdr_machine_load(scratch, NULL, &machine, &error),
                         QDR_ERROR_INPUT);
        assert_null(machine);
        if (strncmp(error.text, scratch, strlen(scratch)) != 0 ||
            strstr(error.text, refused[i].refusal) == NULL)
            fail_msg("'%s'; expected: %s", error.text, refused[i].refusal);
    }
}

/* Leaves out the title and the section `network`. */
static void keep_rest(char *text)
{
    char *to = text;
    bool is_kept = true;

    for (char *line = text, *next; *line != '\0'; line = next) {
        next = strchr(line, '\n') + 1;
        if (*line != ' ')
            is_kept = strncmp(line, "title:", 6) != 0 &&
                      strncmp(line, "network:", 8) != 0;
        if (is_kept) {
            memmove(to, line, (size_t)(next - line));
            to += next - line;
        }
    }
    *to = '\0';
}

/* Read back, it has this title, no network, and all else. */
static void expect_retitled(const char *path, const char *title)
{
    qdr_machine *machine = load(path), *read;
    char *text = qdr_machine_retitled(machine, title);
    static const char *const edit[] = {"title=x"};
    qdr_yaml edited = *machine->file;
    char *whole;

    assert_non_null(text);
    qdr_scratch_text(scratch, text);
    read = load(scratch);
    assert_string_equal(read->title, title);
    assert_null(read->network);
    edited.edits = (qdr_yaml_edits){edit, 1, 0}; /* without comments, too */
    whole = qdr_yaml_text(&edited);
    assert_non_null(whole);
    keep_rest(text);
    keep_rest(whole);
    assert_string_equal(text, whole);
    free(text);
    free(whole);
    qdr_machine_free(machine);
    qdr_machine_free(read);
}

TEST(every_machine_is_read_back)
{
    DIR *folder = opendir(FOLDER);
    const struct dirent *entry;
    int count = 0;

    assert_non_null(folder);
    while ((entry = readdir(folder)) != NULL) {
        char path[512];
        if (strstr(entry->d_name, ".yaml") == NULL)
            continue;
        snprintf(path, sizeof path, FOLDER "%s", entry->d_name);
        expect_retitled(path, "t");
        count++;
    }
    closedir(folder);
    assert_true(count > 5);
}

TEST(a_title_may_hold_anything)
{
    static const char *const titles[] = {
        "a: b # c", "- 'x'", "\"quoted\"", "true", "12", "\303\251t\303\251"};

    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        expect_retitled(FOLDER "cluster.yaml", titles[i]);
}
