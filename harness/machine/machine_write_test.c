/* harness/machine/machine_write_test.c -- every machine that is written can be
 * read back. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/digest.h"
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

/* The text that the machine is written as; the caller's. */
static char *write_machine(const qdr_machine *machine)
{
    FILE *file = fopen(written, "w");
    qdr_error error = {""};
    char *text;

    assert_non_null(file);
    if (qdr_machine_write(machine, file, &error) != QDR_OK)
        fail_msg("%s", error.text);
    fclose(file);
    text = qdr_read_file(written);
    assert_non_null(text);
    return text;
}

static void assert_same(const char *left, const char *right)
{
    assert_int_equal(left == NULL, right == NULL);
    if (left != NULL)
        assert_string_equal(left, right);
}

/* Of kind slurm, whose keys are many, each of them. */
static void assert_same_slurm(const qdr_slurm *a, const qdr_slurm *b)
{
    assert_same(a->slurm_conf, b->slurm_conf);
    assert_same(a->partition, b->partition);
    assert_same(a->account, b->account);
    assert_same(a->qos, b->qos);
    assert_same(a->constraint, b->constraint);
    assert_same(a->memory, b->memory);
    assert_same(a->reservation, b->reservation);
    assert_same(a->gres, b->gres);
    assert_same(a->hint, b->hint);
    assert_int_equal(a->cpus_per_task, b->cpus_per_task);
    assert_int_equal(a->num_launcher_options, b->num_launcher_options);
    for (unsigned i = 0; i < a->num_launcher_options; i++)
        assert_string_equal(a->launcher_options[i], b->launcher_options[i]);
    assert_int_equal(a->exclusive, b->exclusive);
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->tasks_per_node, b->tasks_per_node);
    assert_int_equal(a->launcher, b->launcher);
    assert_int_equal(a->num_setup, b->num_setup);
    for (unsigned i = 0; i < a->num_setup; i++)
        assert_string_equal(a->setup[i], b->setup[i]);
    assert_true(a->task_minutes == b->task_minutes && a->poll_s == b->poll_s &&
                a->silent_s == b->silent_s);
    assert_int_equal(a->time_limit_minutes, b->time_limit_minutes);
    assert_int_equal(a->array_limit, b->array_limit);
    assert_int_equal(a->max_tasks, b->max_tasks);
}

static void check_machine(const char *path)
{
    qdr_machine *first = load(path), *second;
    char *text = write_machine(first), *again;

    second = load(written);
    again = write_machine(second);
    assert_string_equal(text, again);
    assert_int_equal(first->kind, second->kind);
    assert_int_equal(first->max_procs, second->max_procs);
    assert_same(first->title, second->title);
    assert_same(first->hardware, second->hardware);
    assert_same(first->software, second->software);
    assert_int_equal(first->slurm == NULL, second->slurm == NULL);
    if (first->slurm != NULL)
        assert_same_slurm(first->slurm, second->slurm);
    assert_int_equal(first->network == NULL, second->network == NULL);
    if (first->network != NULL)
        assert_memory_equal(first->network, second->network,
                            sizeof *first->network);
    free(text);
    free(again);
    qdr_machine_free(first);
    qdr_machine_free(second);
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
        check_machine(path);
        count++;
    }
    closedir(folder);
    assert_true(count > 5);
}

TEST(numbers_are_as_short_as_they_can_be)
{
    qdr_machine *machine = load(FOLDER "cluster.yaml");
    static const struct {
        double number;
        const char *text;
    } rows[] = {{0.03, "task_minutes: 0.03\n"},
                {20, "task_minutes: 20\n"},
                {1.0 / 3, "task_minutes: 3.33333333333333"},
                {1e-7, "task_minutes: 1e-07\n"}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        qdr_machine *read;
        char *text;
        machine->slurm->task_minutes = rows[i].number;
        text = write_machine(machine);
        if (strstr(text, rows[i].text) == NULL)
            fail_msg("'%s' is not in: %s", rows[i].text, text);
        free(text);
        read = load(written);
        assert_true(read->slurm->task_minutes == rows[i].number);
        qdr_machine_free(read);
    }
    qdr_machine_free(machine);
}

TEST(a_title_may_hold_anything)
{
    static const char *const titles[] = {
        "a: b # c", "- 'x'", "\"quoted\"", "true", "12", "\303\251t\303\251"};

    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        qdr_machine machine = {.max_procs = 3};
        qdr_machine *read;
        char title[64];
        snprintf(title, sizeof title, "%s", titles[i]);
        machine.title = title;
        free(write_machine(&machine));
        read = load(written);
        assert_string_equal(read->title, titles[i]);
        qdr_machine_free(read);
    }
}

TEST(a_full_disk_is_told)
{
    char title[] = "t";
    const qdr_machine machine = {.title = title, .max_procs = 3};
    FILE *file = fopen("/dev/full", "w");
    qdr_error error = {""};

    assert_non_null(file);
    assert_int_equal(qdr_machine_write(&machine, file, &error),
                     QDR_ERROR_SYSTEM);
    fclose(file);
}
