/* workloads/cg/cg_test.c -- grids, their halos, and what is refused; solving,
 * on one rank. Through MPI: harness/self_tests/workload_mpi_test.c. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/testing/unit_test.h"
#include "workloads/cg/cg_system.h"
#include "workloads/testing/traffic.h"

static const char *const path = "cg_test.tmp";

/* A row's sum is 2 d less its neighbours: 0 within, 1 for each side of the grid
 * that it is at. */
TEST(laplacians)
{
    static const qdr_grid grids[] = {
        {1, {7, 1, 1}, 7}, {2, {5, 4, 1}, 20}, {3, {3, 4, 2}, 24}};

    for (int g = 0; g < 3; g++) {
        qdr_sparse_matrix a = {0};
        assert_ok(qdr_laplacian(&a, &grids[g], NULL));
        assert_int_equal(a.num_rows, grids[g].num_points);
        assert_true(a.is_symmetric);
        for (int64_t i = 0; i < a.num_rows; i++) {
            int64_t at = i, num_sides = 0;
            double sum = 0;
            for (int d = 0; d < grids[g].num_dimensions; d++) {
                int64_t x = at % grids[g].size[d];
                at /= grids[g].size[d];
                num_sides += (x == 0) + (x == grids[g].size[d] - 1);
            }
            for (int64_t k = a.begin[i]; k < a.begin[i + 1]; k++)
                sum += a.values[k];
            assert_true(sum == (double)num_sides);
        }
        qdr_sparse_matrix_cleanup(&a);
    }
}

/* Blocks are as equal as can be, for any numbers of them. */
TEST(blocks)
{
    const qdr_grid grid = {3, {7, 5, 4}, 140};
    const int64_t counts[3] = {3, 2, 4};
    int part[140], sizes[24] = {0};

    qdr_grid_blocks(&grid, counts, part);
    for (int i = 0; i < 140; i++) {
        assert_in_range(part[i], 0, 23);
        sizes[part[i]]++;
    }
    for (int b = 0; b < 24; b++)
        assert_in_range(sizes[b], 2 * 2 * 1, 3 * 3 * 1);
}

/* 128 x 128 in 4 x 8 blocks: the sides of 32 x 16 blocks, 8 bytes a point. */
TEST(halo_of_blocks)
{
    const qdr_workload_input input = {.procs = 32};
    qdr_traffic traffic = {0};
    int64_t total = 0;

    qdr_traffic_make("cg", input, &traffic, "grid=128x128;blocks=4x8");
    assert_int_equal(traffic.pattern.num_messages, 2 * (3 * 8 + 4 * 7));
    for (int64_t m = 0; m < traffic.pattern.num_messages; m++) {
        qdr_message message = traffic.pattern.messages[m];
        int distance = abs(message.src - message.dst);
        assert_true(distance == 1 || distance == 4);
        assert_int_equal(message.bytes, distance == 1 ? 16 * 8 : 32 * 8);
        total += message.bytes;
    }
    assert_int_equal(total, 2 * 8 * (3 * 128 + 7 * 128));
    qdr_traffic_cleanup(&traffic);
    /* As square as can be is the same. */
    qdr_traffic_make("cg", input, &traffic, "grid=128x128");
    assert_int_equal(traffic.pattern.num_messages, 2 * (3 * 8 + 4 * 7));
    qdr_traffic_cleanup(&traffic);
}

TEST(refused)
{
    static const qdr_refusal bad[] = {
        {6, "grid=8x8;blocks=2x2",
         "blocks: 2x2; accepted: numbers whose "
         "product is procs, 6"},
        {6, "grid=2x8;blocks=3x2", "blocks: 3x2"},
        {6, "grid=2x2", "grid: 2x2; accepted: one that can be cut into 6"},
        {6, "grid=8x8;partition=strips;blocks=3x2", "blocks: 3x2; accepted: 0"},
        {6, "grid=8x8x8x8", "grid: 8x8x8x8; accepted: one to three"},
        {6, "grid=100000x100000", "grid: 100000x100000; accepted"},
        {6, "grid=8x8;partition=kway", "partition: this program does not"},
    };

    qdr_traffic_refuses("cg", (qdr_workload_input){0}, bad,
                        sizeof bad / sizeof *bad);
}

static qdr_status part_to_one(const qdr_partitioner *self,
                              const qdr_partition_task *task, int *part,
                              qdr_error *error)
{
    (void)self;
    (void)error;
    memset(part, 0, (size_t)task->graph->num_vertices * sizeof *part);
    return QDR_OK;
}

/* The solution is known, and these matrices are well-conditioned. */
static void hold_against_known(const qdr_cg_state *s)
{
    for (int64_t i = 0; i < s->num_rows; i++)
        assert_true(fabs(s->own.v.x[i] - qdr_cg_solution(i)) < 1e-7);
}

/* Solves the matrix in the file on one rank, and checks the answer. */
static qdr_status solve(const char *parameters, int64_t *iterations,
                        qdr_error *error)
{
    const qdr_partitioner partitioner = {.part = part_to_one};
    const qdr_workload *workload;
    qdr_values values;
    qdr_workload_input input = {
        .procs = 1, .values = &values, .partitioner = &partitioner};
    void *solution = NULL;
    qdr_counter counts[QDR_MAX_COUNTERS];
    char text[128];
    qdr_status status = qdr_workload_find("cg_matrix", &workload, error);

    assert_ok(status);
    snprintf(text, sizeof text, "file=%s;%s", path, parameters);
    qdr_values_init(&values, workload->parameters);
    assert_ok(qdr_values_read(&values, "cg_matrix", text, error));
    status = workload->application->new_state(&solution, &input,
                                              &qdr_host_alone, error);
    if (status == QDR_OK)
        status = workload->application->run(solution, error);
    if (status == QDR_OK)
        status = workload->application->check(solution, error);
    if (status == QDR_OK) {
        assert_int_equal(workload->application->count(solution, counts), 3);
        *iterations = counts[1].number;
        hold_against_known(solution);
    }
    workload->application->free_state(solution);
    return status;
}

/* Writes the matrix into the file, solves, and expects a failure with these
 * words. */
static void fail_to_solve(const char *matrix, const char *parameters,
                          qdr_status expected, const char *words)
{
    qdr_error error = {""};
    char file[128];
    int64_t iterations;

    snprintf(file, sizeof file, "%%%%MatrixMarket matrix coordinate real %s",
             matrix);
    qdr_scratch_text(path, file);
    assert_int_equal(solve(parameters, &iterations, &error), expected);
    assert_says(error.text, words);
}

/* As many different eigenvalues, so many iterations. */
#define THREE_EIGENVALUES "symmetric\n4 4 4\n1 1 2\n2 2 2\n3 3 5\n4 4 9\n"

TEST(solutions)
{
    qdr_error error = {""};
    int64_t iterations = -1;

    qdr_scratch_text(
        path, "%%MatrixMarket matrix coordinate real " THREE_EIGENVALUES);
    assert_ok(solve("tolerance=1e-12", &iterations, &error));
    assert_int_equal(iterations, 3);
    remove(path);
}

TEST(no_solutions)
{
    static const struct {
        const char *matrix, *words;
        qdr_status status;
    } rows[] = {
        /* Positive on the diagonal, and not definite. */
        {"symmetric\n2 2 3\n1 1 1\n2 2 1\n2 1 -3\n", "p A p is",
         QDR_ERROR_CHECK},
        {"symmetric\n2 2 3\n1 1 1\n2 2 1\n2 1 -3\n", "iteration ",
         QDR_ERROR_CHECK},
        {"symmetric\n3 3 2\n1 1 1\n2 2 1\n", "row 3 has no entry above 0",
         QDR_ERROR_INPUT},
        {"symmetric\n2 2 2\n1 1 1\n2 2 -1e-9\n", "row 2 has no entry above 0",
         QDR_ERROR_INPUT},
        {"symmetric\n4 4 0\n", "row 1 has no entry above 0", QDR_ERROR_INPUT},
        /* Squares that no double holds. */
        {"symmetric\n2 2 2\n1 1 2e160\n2 2 3e160\n",
         "iteration 0: the square of the right", QDR_ERROR_CHECK},
        {"symmetric\n2 2 2\n1 1 2e-170\n2 2 3e-170\n", "", QDR_ERROR_CHECK},
        /* Those that one holds, but their products with p not. */
        {"symmetric\n2 2 2\n1 1 2e-160\n2 2 3e-160\n",
         "p A p is 0; accepted: 2.3e-308 or more: the matrix has numbers too "
         "small",
         QDR_ERROR_CHECK},
        {"symmetric\n2 2 2\n1 1 2e120\n2 2 3e120\n",
         "p A p is inf; accepted: below 1.8e308", QDR_ERROR_CHECK},
        {"general\n2 2 3\n1 1 1\n2 2 1\n2 1 3\n",
         "file: cg_test.tmp:1: the matrix is not symmetric; accepted",
         QDR_ERROR_INPUT},
    };

    fail_to_solve(THREE_EIGENVALUES, "most_iterations=2", QDR_ERROR_CHECK,
                  "iteration 2: it has not converged");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        fail_to_solve(rows[i].matrix, "", rows[i].status, rows[i].words);
    remove(path);
}
