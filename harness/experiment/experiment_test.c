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

#include "harness/experiment/experiment.h"
#include "harness/files/digest.h"
#include "harness/machine/machine.h"
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

static qdr_status load_experiment(const char *path, qdr_error *error)
{
    qdr_experiment *object = NULL;
    qdr_status status = qdr_experiment_load(path, &object, error);

    if (status == QDR_OK)
        qdr_experiment_free(object);
    return status;
}

/* Writes an experiment of `workload` with the factors `lists` to scratch. */
static void write_experiment(const char *workload, const char *lists)
{
    FILE *file = fopen(scratch, "w");

    fprintf(file,
            "name: traffic\nworkload: %s\nalgorithms: [ls, gs]\n"
            "procs: [4, 8]\nbytes: [16, 64]\n%s"
            "seeds: {first: 1, count: 2}\nwarmup: 0\nrepetitions: 1\n"
            "order_seed: 1\ncells_per_launch: 5\nlaunch_cap_s: 60\n",
            workload, lists);
    fclose(file);
}

/* Every combination of the levels is one cell. */
static void test_traffic_factors(void **state)
{
    static const int fan_outs[] = {2, 4};
    static const double non_uniformities[] = {0.25, 0.5, 0.75};
    static const int64_t traffics[] = {100, 1000};
    static int num_seen[2][3][2];
    qdr_experiment *experiment;
    qdr_error error = {""};

    (void)state;
    write_experiment("bounded", "fan_outs: [2, 4]\ntraffics: [100, 1000]\n"
                                "non_uniformities: [0.25, 0.5, 0.75]\n");
    assert_int_equal(qdr_experiment_load(scratch, &experiment, &error), QDR_OK);
    assert_int_equal(qdr_experiment_num_cells(experiment),
                     2 * 2 * 2 * 2 * 2 * 3 * 2);
    for (int64_t c = 0; c < qdr_experiment_num_cells(experiment); c++) {
        qdr_cell cell = qdr_experiment_cell(experiment, c);
        int k = 0, l = 0, t = 0;
        while (fan_outs[k] != cell.params.fan_out)
            k++;
        while (non_uniformities[l] != cell.params.non_uniformity)
            l++;
        while (traffics[t] != cell.params.traffic)
            t++;
        num_seen[k][l][t]++;
    }
    for (int i = 0; i < 2 * 3 * 2; i++)
        assert_int_equal((&num_seen[0][0][0])[i], 16);
    qdr_experiment_free(experiment);
}

static void test_degrees(void **state)
{
    qdr_experiment *experiment;
    qdr_error error = {""};
    int64_t num_cells;

    (void)state;
    write_experiment("test_set1", "degrees: [1, 3]\n");
    assert_int_equal(qdr_experiment_load(scratch, &experiment, &error), QDR_OK);
    num_cells = qdr_experiment_num_cells(experiment);
    assert_int_equal(num_cells, 2 * 2 * 2 * 2 * 2);
    assert_int_equal(qdr_experiment_cell(experiment, 0).params.degree, 1);
    assert_int_equal(
        qdr_experiment_cell(experiment, num_cells - 1).params.degree, 3);
    qdr_experiment_free(experiment);
}

/* An experiment, and what its refusal says. */
typedef struct refusal {
    const char *workload, *lists, *reason;
} refusal;

static void assert_refused(const refusal *bad)
{
    qdr_error error = {""};

    write_experiment(bad->workload, bad->lists);
    assert_int_equal(load_experiment(scratch, &error), QDR_ERROR_INPUT);
    assert_non_null(strstr(error.text, bad->reason));
}

static void test_refused_traffic(void **state)
{
    static const refusal bad[] = {
        {"test_set1", "",
         ":2: workload: test_set1; accepted: with a list "
         "degrees"},
        {"synthetic", "degrees: [1]\n", "accepted: another with degrees"},
        {"test_set2", "degrees: [4]\n", ":6: degrees: 4; accepted: 0 to 3"},
        {"bounded", "fan_outs: [2]\ntraffics: [9]\n",
         "with a list non_uniformities"},
        {"bounded", "fan_outs: [5]\ntraffics: [9]\nnon_uniformities: [0.5]\n",
         ":6: fan_outs: 5; accepted: 2 to 4"},
        {"bounded", "fan_outs: [2]\ntraffics: [9]\nnon_uniformities: [1.5]\n",
         ":8: non_uniformities: 1.5; accepted: 0 to 1"},
        {"bounded", "fan_outs: [2]\ntraffics: [-9]\nnon_uniformities: [0.5]\n",
         ":7: traffics: -9; accepted: 0 to"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_refused(&bad[i]);
}

/* A whole number beyond what it is kept in has a line and a range, too. */
static void test_refused_numbers(void **state)
{
    static const refusal bad[] = {
        {"test_set1", "degrees: [1, 99999999999]\n",
         ":6: degrees: '99999999999'; accepted: -2147483648 to 2147483647"},
        {"test_set1", "degrees: [-2147483649]\n",
         ":6: degrees: '-2147483649'; accepted: -2147483648 to"},
        {"bounded", "traffics: [9223372036854775808]\n",
         ":6: traffics: '9223372036854775808'; accepted: "
         "-9223372036854775808 to 9223372036854775807"},
        {"test_set1", "degrees: [1x]\n", "'1x'; accepted: a whole number"},
        {"synthetic", "seeds: {first: 18446744073709551616, count: 1}\n",
         ":6: first: '18446744073709551616'; accepted: 0 to "
         "18446744073709551615"},
        {"synthetic", "seeds: {first: -1, count: 1}\n",
         ":6: first: '-1'; accepted: a whole number, 0 or more"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_refused(&bad[i]);
}

static qdr_status load_hardware(const char *path, qdr_error *error)
{
    qdr_hardware *object = NULL;
    qdr_status status = qdr_hardware_load(path, &object, error);

    if (status == QDR_OK)
        qdr_hardware_free(object);
    return status;
}

/* Each loader with the file whose damaged copies it meets. */
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
        cmocka_unit_test(test_traffic_factors),
        cmocka_unit_test(test_degrees),
        cmocka_unit_test(test_refused_traffic),
        cmocka_unit_test(test_refused_numbers),
        cmocka_unit_test(test_damaged_yaml),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
