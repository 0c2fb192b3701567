/* harness/experiment/experiment_test.c -- cells and launches cover the factors
 * exactly; damaged YAML is read or refused, never worse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/digest.h"
#include "harness/experiment/experiment.h"
#include "harness/experiment/machine.h"
#include "kernels/testing/mutate.h"

enum { CAPACITY = 8192, NUM_INPUTS = 4000 };

static const char *const table11 = "configs/sweeps/ponnusamy_table11.yaml";
static const char *const scratch = "experiment_test.tmp";

static void test_launches_hold_every_cell_once(void **state)
{
    qdr_experiment *experiment;
    qdr_error error = {""};
    int64_t num_cells, num_launches, seen = 0;
    char *is_seen;

    (void)state;
    assert_int_equal(qdr_experiment_load(table11, &experiment, &error), QDR_OK);
    /* A number of cells that no launch size divides. */
    experiment->cells_per_launch = 7;
    num_cells = qdr_experiment_num_cells(experiment);
    num_launches = qdr_experiment_num_launches(experiment);
    is_seen = calloc((size_t)num_cells, 1);
    assert_int_equal(num_launches, (num_cells + 6) / 7);
    for (int64_t l = 0; l < num_launches; l++) {
        qdr_launch launch = qdr_experiment_launch(experiment, l);
        int64_t order[7];
        qdr_experiment_order(experiment, &launch, order);
        for (int64_t i = 0; i < launch.num_cells; i++, seen++) {
            qdr_cell cell = qdr_experiment_cell(experiment, order[i]);
            assert_int_equal(cell.params.procs, launch.shape.procs);
            assert_false(is_seen[cell.number]);
            is_seen[cell.number] = 1;
        }
    }
    assert_int_equal(seen, num_cells);
    free(is_seen);
    qdr_experiment_free(experiment);
}

static void test_cells_differ(void **state)
{
    qdr_experiment *experiment;
    qdr_error error = {""};
    qdr_cell first, last;

    (void)state;
    assert_int_equal(qdr_experiment_load(table11, &experiment, &error), QDR_OK);
    first = qdr_experiment_cell(experiment, 0);
    last = qdr_experiment_cell(experiment,
                               qdr_experiment_num_cells(experiment) - 1);
    assert_string_equal(first.kernel->name, "ls");
    assert_string_equal(last.kernel->name, "gs");
    assert_int_equal(first.params.bytes, 256);
    assert_int_equal(last.params.bytes, 512);
    assert_true(first.params.density == 0.10 && last.params.density == 0.75);
    assert_int_equal(first.params.seed, 1);
    assert_int_equal(last.params.seed, experiment->seeds.count);
    qdr_experiment_free(experiment);
}

/* Each loader with the file whose damaged copies it meets. */
static qdr_status load_experiment(const char *path, qdr_error *error)
{
    qdr_experiment *object = NULL;
    qdr_status status = qdr_experiment_load(path, &object, error);

    if (status == QDR_OK)
        qdr_experiment_free(object);
    return status;
}

static qdr_status load_hardware(const char *path, qdr_error *error)
{
    qdr_hardware *object = NULL;
    qdr_status status = qdr_hardware_load(path, &object, error);

    if (status == QDR_OK)
        qdr_hardware_free(object);
    return status;
}

static const struct {
    const char *path;
    qdr_status (*load)(const char *, qdr_error *);
} loaders[] = {
    {"configs/sweeps/ponnusamy_table11.yaml", load_experiment},
    {"configs/machines/hardware/cm5.yaml", load_hardware},
};

static const char *const tokens[] = {"{",  "}",  "[", "]",     ":", "- ",
                                     "&a", "*a", "#", "'",     "0", "-1",
                                     "\n", "\t", "|", "!!int", NULL};

static void test_damaged_yaml(void **state)
{
    static char text[CAPACITY];
    int num_refused = 0;
    qdr_rng rng;

    (void)state;
    qdr_rng_init(&rng, 1992);
    for (int i = 0; i < NUM_INPUTS; i++) {
        char *good = qdr_read_file(loaders[i % 2].path);
        size_t length = strlen(good);
        qdr_error error = {""};
        FILE *file = fopen(scratch, "w");

        memcpy(text, good, length);
        free(good);
        for (uint64_t n = 1 + qdr_rng_below(&rng, 3); n > 0; n--)
            length = qdr_mutate(&rng, text, length, CAPACITY, tokens);
        fwrite(text, 1, length, file);
        fclose(file);
        if (loaders[i % 2].load(scratch, &error) != QDR_OK) {
            num_refused++;
            assert_int_equal(strncmp(error.text, scratch, strlen(scratch)), 0);
            assert_null(strchr(error.text, '\n'));
        }
    }
    assert_true(num_refused > NUM_INPUTS / 4 && num_refused < NUM_INPUTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_launches_hold_every_cell_once),
        cmocka_unit_test(test_cells_differ),
        cmocka_unit_test(test_damaged_yaml),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
