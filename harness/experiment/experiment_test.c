/* harness/experiment/experiment_test.c -- cells and launches cover the factors
 * exactly. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/cell_csv.h"
#include "harness/experiment/experiment.h"
#include "harness/files/digest.h"
#include "kernels/testing/unit_test.h"

static const char *const table11 = "configs/sweeps/ponnusamy_table11.yaml";
#define MATRIX "workloads/matrix_file/ponnusamy1992_table6.txt"

static const char *const scratch = "experiment_test.tmp";

TEST(launches_hold_every_cell_once)
{
    qdr_experiment *experiment;
    qdr_error error = {""};
    int64_t num_cells, num_launches, seen = 0;
    char *is_seen;

    assert_ok(qdr_experiment_load(table11, NULL, &experiment, &error));
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
            assert_int_equal(cell.layout.procs, launch.layout.procs);
            assert_false(is_seen[cell.number]);
            is_seen[cell.number] = 1;
        }
    }
    assert_int_equal(seen, num_cells);
    free(is_seen);
    qdr_experiment_free(experiment);
}

/* Writes all columns that distinguish a cell, except the seed. */
static char *name_cell(const qdr_experiment *experiment, const qdr_cell *cell)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);

    qdr_cell_csv_print(experiment, cell, to);
    fclose(to);
    return text;
}

TEST(columns_of_a_cell)
{
    qdr_experiment *experiment;
    qdr_error error = {""};
    qdr_cell last;
    char *text;

    assert_ok(qdr_experiment_load(table11, NULL, &experiment, &error));
    last = qdr_experiment_cell(experiment,
                               qdr_experiment_num_cells(experiment) - 1);
    text = name_cell(experiment, &last);
    assert_string_equal(
        text, "bytes=512;density=0.75,gs,synthetic,32,,,default,default,40,"
              "synchronous,bytes=512;density=0.75,1");
    free(text);
    qdr_experiment_free(experiment);
}

static qdr_experiment *load_text(const char *text)
{
    qdr_experiment *experiment = NULL;
    qdr_error error = {""};

    qdr_scratch_text(scratch, text);
    if (qdr_experiment_load(scratch, NULL, &experiment, &error) != QDR_OK)
        fail_msg("%s", error.text);
    return experiment;
}

static int order_of_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* No two cells are of one name, which the analysis would pool. */
static void assert_cells_differ(const qdr_experiment *experiment)
{
    int64_t count = qdr_experiment_num_cells(experiment);
    char **names = calloc((size_t)count, sizeof *names);

    for (int64_t c = 0; c < count; c++) {
        qdr_cell cell = qdr_experiment_cell(experiment, c);
        names[c] = name_cell(experiment, &cell);
    }
    qsort(names, (size_t)count, sizeof *names, order_of_texts);
    for (int64_t c = 1; c < count; c++)
        if (strcmp(names[c - 1], names[c]) == 0)
            fail_msg("two cells are %s", names[c]);
    for (int64_t c = 0; c < count; c++)
        free(names[c]);
    free(names);
}

/* A factor multiplies only the algorithms or workloads that have it. */
TEST(factors_multiply_their_rows)
{
    /* ls and gs have a schedule, and so modes; drs_n_polling has improvements.
     */
    qdr_experiment *experiment = load_text(
        "name: traffic\nworkload: test_set1\n"
        "algorithms: [ls, mpi_alltoallv, gs, drs_n_polling]\nprocs: [4, 8]\n"
        "degrees: [1, 3]\nbytes: [16, 64]\n"
        "modes: [synchronous, \"window:2\"]\n"
        "improvements: [none, both]\nseeds: {first: 1, count: 3}\n"
        "warmup: 0\nrepetitions: 1\nlaunches: 2\norder_seed: 1\n"
        "cells_per_launch: 5\nlaunch_cap_s: 60\n");

    assert_int_equal(qdr_experiment_num_variants(experiment), 2 + 1 + 2 + 2);
    assert_int_equal(qdr_experiment_num_cells(experiment),
                     2 * 2 * (2 * 2 * 3) * (2 + 1 + 2 + 2));
    assert_cells_differ(experiment);
    qdr_experiment_free(experiment);
}

/* Every launch has one selector. Algorithms without it run with the library's
 * own choice, `launches` of a layout in all. The numbers of cells are those of
 * the product, as without launches. */
static void assert_one_selector(const char *selectors, int launches)
{
    char text[512];
    qdr_experiment *experiment;
    int64_t num_cells, num_launches;
    char is_seen[128] = "";

    snprintf(text, sizeof text,
             "name: peers\nworkload: broadcast\nalgorithms: [reb, mpi_bcast]\n"
             "modes: [posted, synchronous]\nselectors: %s\n"
             "procs: [4, 8]\nbytes: [8, 64, 512]\n"
             "seeds: {first: 1, count: 1}\n"
             "warmup: 0\nrepetitions: 1\nlaunches: 2\norder_seed: 1\n"
             "cells_per_launch: 4\nlaunch_cap_s: 60\n",
             selectors);
    experiment = load_text(text);
    num_cells = qdr_experiment_num_cells(experiment);
    num_launches = qdr_experiment_num_launches(experiment);
    assert_int_equal(num_cells, 2 * 2 * 3 * (2 + 3));
    assert_int_equal(num_launches, 2 * 2 * launches);
    assert_cells_differ(experiment);
    for (int64_t l = 0; l < num_launches; l++) {
        qdr_launch launch = qdr_experiment_launch(experiment, l);
        const qdr_parameter *selector =
            qdr_kernel_at(experiment->algorithms[1])->parameters;
        const char *word = qdr_launch_value(experiment, &launch, selector);
        for (int64_t i = 0; i < launch.num_cells; i++) {
            qdr_cell cell = qdr_experiment_cell(
                experiment, qdr_launch_cell(experiment, &launch, i));
            assert_in_range(cell.number, 0, num_cells - 1);
            assert_int_equal(is_seen[cell.number]++, 0);
            assert_int_equal(cell.layout.procs, launch.layout.procs);
            if (cell.kernel->kind == QDR_LIBRARY)
                assert_string_equal(cell.kernel_values.values[0].text, word);
            else
                assert_string_equal("default", word);
            if (i > 0)
                assert_true(qdr_launch_cell(experiment, &launch, i - 1) <
                            cell.number);
        }
    }
    for (int64_t c = 0; c < num_cells; c++)
        assert_int_equal(is_seen[c], 1);
    qdr_experiment_free(experiment);
}

TEST(a_launch_has_one_selector)
{
    /* 3 cells of each selector, and the other algorithm's 3 x 2. */
    assert_one_selector("[ompi, mpich, impi]", 1 + 1 + 1 + 2);
    assert_one_selector("[ompi, default, impi]", 1 + 3 + 1);
}

/* With a workload without a seed, algorithms that draw numbers still have one.
 */
TEST(seeds_reach_rows_that_draw)
{
    qdr_experiment *experiment =
        load_text("name: traffic\nworkload: matrix_file\n"
                  "algorithms: [gs, drs_n]\nprocs: [8]\n"
                  "patterns: [" MATRIX "]\nbytes: [16]\n"
                  "seeds: {first: 1, count: 3}\n"
                  "warmup: 0\nrepetitions: 1\norder_seed: 1\n"
                  "cells_per_launch: 5\nlaunch_cap_s: 60\n");

    assert_int_equal(qdr_experiment_num_cells(experiment), 1 + 3);
    assert_cells_differ(experiment);
    qdr_experiment_free(experiment);
}

/* The numbers an algorithm draws are not those that made its pattern. */
TEST(seeds_are_apart)
{
    qdr_experiment *experiment;
    qdr_error error = {""};

    assert_ok(qdr_experiment_load(table11, NULL, &experiment, &error));
    for (int64_t c = 0; c < qdr_experiment_num_cells(experiment); c++) {
        qdr_cell cell = qdr_experiment_cell(experiment, c);
        assert_true(cell.seed != cell.kernel_seed);
    }
    qdr_experiment_free(experiment);
}
