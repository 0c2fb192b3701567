/* workloads/sparse_matrix/sparse_matrix_test.c -- the halos of y = A x, counted
 * a second time from the dense matrix. */
#include <stdio.h>
#include <string.h>

#include "kernels/core/base/rng.h"
#include "kernels/testing/unit_test.h"
#include "workloads/testing/traffic.h"

enum { ROWS = 40 };

static const char *const path = "sparse_matrix_test.tmp";

static char keys[2][128];

/* Row v goes to rank v mod procs; records the graph's key. */
static qdr_status distribute_cyclically(const qdr_partitioner *self,
                                        const qdr_partition_task *task,
                                        int *part, qdr_error *error)
{
    (void)self;
    (void)error;
    memcpy(keys[0], keys[1], sizeof keys[0]);
    snprintf(keys[1], sizeof keys[1], "%016llx",
             (unsigned long long)qdr_graph_hash(task->graph));
    assert_string_equal(task->method, "strips");
    for (int64_t v = 0; v < task->graph->num_vertices; v++)
        part[v] = (int)(v % task->procs);
    return QDR_OK;
}

static const qdr_partitioner cyclic = {.part = distribute_cyclically};

/* An unsymmetric matrix, a tenth of its entries there, some of them 0. */
static void write_matrix(uint64_t seed, bool is_there[ROWS][ROWS])
{
    FILE *file = fopen(path, "w");
    int count = 0;
    qdr_rng rng;

    assert_non_null(file);
    qdr_rng_init(&rng, seed);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < ROWS; j++) {
            is_there[i][j] = qdr_rng_below(&rng, 10) == 0;
            count += is_there[i][j];
        }
    fprintf(file, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n",
            ROWS, ROWS, count);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < ROWS; j++)
            if (is_there[i][j])
                fprintf(file, "%d %d %d\n", i + 1, j + 1, (i + j) % 3);
    assert_int_equal(fclose(file), 0);
}

static void make(int procs, qdr_traffic *traffic)
{
    qdr_traffic_make(
        "sparse_matrix",
        (qdr_workload_input){.procs = procs, .partitioner = &cyclic}, traffic,
        "file=%s;partition=strips;bytes=16", path);
}

/* The columns of src that some row of dst stores. */
static int count_needed(bool is_there[ROWS][ROWS], int procs, int src, int dst)
{
    int count = 0;

    for (int j = src; j < ROWS; j += procs) {
        bool is_needed = false;
        for (int i = dst; i < ROWS; i += procs)
            is_needed = is_needed || is_there[i][j];
        count += is_needed;
    }
    return count;
}

TEST(halos)
{
    bool is_there[ROWS][ROWS];

    write_matrix(5, is_there);
    for (int p = 1; p <= 33; p++) {
        qdr_traffic traffic = {0};
        make(p, &traffic);
        for (int src = 0; src < p; src++)
            for (int dst = 0; dst < p; dst++) {
                int64_t m = qdr_pattern_find(&traffic.pattern, src, dst);
                int count =
                    src == dst ? 0 : count_needed(is_there, p, src, dst);
                assert_int_equal(m >= 0, count > 0);
                if (m >= 0)
                    assert_int_equal(traffic.pattern.messages[m].bytes,
                                     16 * count);
            }
        qdr_traffic_cleanup(&traffic);
    }
}

/* Equal graphs have equal keys, different graphs different ones; a sweep learns
 * that it must store partitions under them. */
TEST(keys)
{
    bool is_there[ROWS][ROWS];
    const qdr_workload *workload;
    qdr_error error = {""};

    assert_ok(qdr_workload_find("sparse_matrix", &workload, &error));
    assert_true(workload->is_partitioned);
    for (uint64_t seed = 1; seed <= 2; seed++) {
        qdr_traffic traffic = {0};
        write_matrix(seed, is_there);
        make(4, &traffic);
        qdr_traffic_cleanup(&traffic);
        assert_int_not_equal(strcmp(keys[0], keys[1]), 0);
        make(4, &traffic);
        qdr_traffic_cleanup(&traffic);
        assert_string_equal(keys[0], keys[1]);
    }
}

TEST(refusals)
{
    static const qdr_refusal bad[] = {
        {4, "file=sparse_matrix_test.tmp",
         "file: sparse_matrix_test.tmp:3: the column is '3'"},
        {4, "file=nowhere.mtx", "file: nowhere.mtx"},
        {4, "file=x;partition=luck", "partition: 'luck'; accepted: strips"},
        {0, "file=x", "procs: 0; accepted"},
    };
    static const qdr_refusal unpartitioned = {4, "file=sparse_matrix_test.tmp",
                                              "partition: this program"};

    qdr_scratch_text(path, "%%MatrixMarket matrix coordinate real general\n"
                           "2 2 1\n1 3 1\n");
    qdr_traffic_refuses("sparse_matrix",
                        (qdr_workload_input){.partitioner = &cyclic}, bad,
                        sizeof bad / sizeof *bad);
    qdr_scratch_text(path, "%%MatrixMarket matrix coordinate real general\n"
                           "2 2 1\n1 2 1\n");
    qdr_traffic_refuses("sparse_matrix", (qdr_workload_input){0},
                        &unpartitioned, 1);
}
