/* harness/machine/machine_write_test.c -- every machine with another title and
 * without its network can be read back. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "harness/machine/machine.h"
#include "kernels/testing/unit_test.h"

#define FOLDER "configs/machines/"
static const char *const written = "machine_write_test.tmp";

static qdr_machine *load(const char *path)
{
    qdr_machine *machine = NULL;
    qdr_error error = {""};

    if (qdr_machine_load(path, NULL, &machine, &error) != QDR_OK)
        fail_msg("%s", error.text);
    return machine;
}

/* Read back, it has this title, no network, and all else. */
static void expect_retitled(const char *path, const char *title)
{
    qdr_machine *machine = load(path), *read;
    char *text = qdr_machine_retitled(machine, title), *again;
    FILE *file = fopen(written, "w");

    assert_non_null(text);
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    read = load(written);
    assert_string_equal(read->title, title);
    assert_null(read->network);
    assert_int_equal(read->max_procs, machine->max_procs);
    assert_int_equal(read->slurm == NULL, machine->slurm == NULL);
    again = qdr_machine_retitled(read, title);
    assert_string_equal(text, again);
    free(text);
    free(again);
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
