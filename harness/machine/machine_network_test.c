/* harness/machine/machine_network_test.c -- the network of a machine: accepted
 * and refused values, and how it is written. */
#include <string.h>

#include "harness/machine/machine.h"
#include "kernels/testing/unit_test.h"

static const char *const scratch = "machine_network_test.tmp";

static void write_file(const char *text)
{
    FILE *file = fopen(scratch, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

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
                                            .topology = QDR_MESH,
                                            .rows = 3,
                                            .columns = 4},
                                           {.alpha_us = 1.3,
                                            .beta_ns = 0.08,
                                            .gamma_ns = 0.1,
                                            .link_excess = 1,
                                            .sender_free_us = 0.95,
                                            .receiver_free_us = 1.3},
                                           {.alpha_us = 1,
                                            .beta_ns = 1,
                                            .link_excess = 2,
                                            .topology = QDR_LINE,
                                            .duplex = QDR_DUPLEX_HALF,
                                            .eager_bytes = 4096},
                                           {.alpha_us = 1,
                                            .beta_ns = 1,
                                            .link_excess = 2,
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

/* Networks of a machine of 12 ranks, and their refusals. */
static const struct {
    const char *section, *refusal;
} refused[] = {
    {"{alpha_us: 0, beta_ns: 1, gamma_ns: 1, link_excess: 1}",
     ":4: alpha_us: 0; accepted: numbers above 0 to 1000000000"},
    {"{alpha_us: 1, beta_ns: -1, gamma_ns: 1, link_excess: 1}",
     ":4: beta_ns: -1; accepted: numbers above 0 to 1000000000"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: -1, link_excess: 1}",
     ":4: gamma_ns: -1; accepted: numbers from 0"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: inf, link_excess: 1}",
     ":4: gamma_ns: 'inf'; accepted: a number"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 0.5}",
     ":4: link_excess: 0.5; accepted: numbers from 1"},
    {"{alpha_us: 1, beta_ns: 1, link_excess: 1}", "gamma_ns"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, rows: 3}",
     ":4: rows: 3; accepted: whole numbers from 1 to 4194304"
     "; all of rows, columns, with topology mesh, or none"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, topology: mesh, "
     "rows: 3}",
     ": columns: 0; accepted: whole numbers from 1 to 4194304"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, topology: mesh, "
     "rows: 3, columns: 5}",
     ":4: rows: 3, columns: 5; accepted: rows x columns = max_procs, 12"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, topology: mesh, "
     "rows: -3, columns: -4}",
     ":4: rows: -3; accepted: whole numbers from 1 to 4194304"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, topology: line, "
     "rows: 3, columns: 4}",
     ":4: rows: 3; accepted: whole numbers from 1 to 4194304"
     "; all of rows, columns, with topology mesh, or none"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, topology: mesh}",
     ": rows: 0; accepted: whole numbers from 1 to 4194304"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, duplex: both}",
     ":4: duplex: 'both'; accepted: full, half"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, topology: torus}",
     ":4: topology: 'torus'; accepted: switched, mesh, line"},
    {"{alpha: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1}",
     ":4: key 'alpha'; accepted: alpha_us, beta_ns, gamma_ns, link_excess, "
     "topology, duplex, rows, columns, sender_free_us, receiver_free_us, "
     "eager_bytes, inside_alpha_us, inside_beta_ns, node_ranks, "
     "adapter_ranks"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, "
     "eager_bytes: -1}",
     ":4: eager_bytes: -1; accepted: whole numbers from 0 to 1000000000000"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, "
     "sender_free_us: 1.5}",
     ":4: sender_free_us: 1.5; accepted: numbers from 0 to alpha_us, 1"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, "
     "receiver_free_us: -1}",
     ":4: receiver_free_us: -1; accepted: numbers from 0 to 1000000000"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, "
     "inside_alpha_us: 1, inside_beta_ns: 1, adapter_ranks: 1}",
     ":1: node_ranks: 0; accepted: whole numbers from 2 to 4194304"
     "; all of inside_alpha_us, inside_beta_ns, "
     "node_ranks, adapter_ranks, or none"},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, "
     "inside_alpha_us: 1, inside_beta_ns: -1, node_ranks: 4, "
     "adapter_ranks: 1}",
     ":4: inside_beta_ns: -1; accepted: "},
    {"{alpha_us: 1, beta_ns: 1, gamma_ns: 1, link_excess: 1, topology: line, "
     "inside_alpha_us: 1, inside_beta_ns: 1, node_ranks: 4, "
     "adapter_ranks: 4}",
     ":4: topology: messages share links, and "},
};

TEST(bad_networks_are_refused)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char text[512];
        qdr_machine *machine = NULL;
        qdr_error error = {""};

        snprintf(text, sizeof text, LOCAL "network: %s\n", refused[i].section);
        write_file(text);
        assert_int_equal(qdr_machine_load(scratch, NULL, &machine, &error),
                         QDR_ERROR_INPUT);
        assert_null(machine);
        if (strncmp(error.text, scratch, strlen(scratch)) != 0 ||
            strstr(error.text, refused[i].refusal) == NULL)
            fail_msg("'%s'; expected: %s", error.text, refused[i].refusal);
    }
}
