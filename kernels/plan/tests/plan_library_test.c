/* kernels/plan/tests/plan_library_test.c -- where a network file says that the
 * MPI library's own call is faster, `auto` takes it, at the measured lengths
 * and numbers of ranks only, and keeps its promises: the same results, in
 * place, with a mode, and started and waited for.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/network/network.h"
#include "kernels/network_file/network_file.h"
#include "kernels/plan/api/plan_calls.h"
#include "kernels/plan/testing/block_delivery.h"
#include "kernels/plan/testing/collective_call.h"
#include "kernels/plan/testing/ranks.h"

enum {
    MIN_BYTES = 48,
    MAX_BYTES = 480,
    MAX_PROCS = 16,
    GAP = 5 /* bytes between blocks */
};
static const char path[] = "plan_library_test.network";

/* Ranges of p ranks for every operation. */
static void write_file(void)
{
    qdr_library_ranges ranges = {0};
    FILE *file;

    for (int k = 0; k < qdr_kernel_count() && p > 1; k++)
        if (qdr_kernel_at(k)->candidates != NULL)
            ranges.ranges[ranges.count++] =
                (qdr_library_range){.lengths = {MIN_BYTES, MAX_BYTES},
                                    .collective = qdr_kernel_at(k)->collective,
                                    .num_procs = p};
    setenv(QDR_NETWORK_VARIABLE, path, 1);
    if (rank != 0)
        return;
    file = fopen(path, "w");
    qdr_test_expect(file != NULL, "cannot be written");
    fprintf(file, QDR_NETWORK_FORMAT " " QDR_NETWORK_VERSION "\n");
    qdr_library_ranges_print(&ranges, file);
    qdr_network_print(&qdr_network_of_today, file);
    fclose(file);
}

/* Whether a plan, which is freed, executes a call of the MPI library. */
static bool is_library(qdr_plan **plan)
{
    qdr_plan_info info = {.size = sizeof info, .algorithm = ""};

    qdr_test_ok(qdr_plan_get_info(*plan, &info, &cause));
    qdr_plan_free(plan);
    return strncmp(info.algorithm, "mpi_", 4) == 0;
}

static void expect_vector(const qdr_collective_call *call, bool expected,
                          const char *what)
{
    qdr_plan *plan = NULL;

    qdr_test_about("%s", call->algorithm);
    qdr_test_ok(qdr_collective_call_plan(call, &plan, &cause));
    qdr_test_expect(is_library(&plan) == (expected && call->p > 1), what);
}

static void try_vector(const qdr_kernel *kernel)
{
    qdr_collective_call call = qdr_collective_call_of(kernel, MPI_COMM_WORLD);
    const int size = sizeof(int64_t);
    int64_t equal = (MIN_BYTES / size + p - 1) / p * p;

    call.root = p - 1;
    call.count = equal;
    expect_vector(&call, true, "in the range");
    for (int in_place = 0; in_place < 2; in_place++) {
        call.in_place = in_place;
        qdr_collective_call_try(&call);
    }
    call.count = MIN_BYTES / size - 1;
    expect_vector(&call, false, "below the range");
    call.count = MAX_BYTES / size + p;
    expect_vector(&call, false, "above the range");
    call.count = equal;
    call.mode = "posted_all";
    expect_vector(&call, false, "with a mode");
    call.mode = NULL;
    call.network = "alpha_us=1.5;beta_ns=0.1;gamma_ns=0.1;sender_free_us=1.2;"
                   "receiver_free_us=1.2";
    expect_vector(&call, false, "with another network");
    qdr_collective_call_try(&call);
    call.network = NULL;
    if (kernel->collective == QDR_ALLGATHER && p > 1) {
        call.has_counts = true;
        memset(call.counts, 0, sizeof call.counts);
        call.counts[0] = equal;
        expect_vector(&call, false, "parts of other lengths");
    }
}

/* Fewer ranks than those of the file. */
static void try_fewer(const qdr_kernel *kernel)
{
    qdr_collective_call call;
    MPI_Comm fewer;

    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &fewer);
    call = qdr_collective_call_of(kernel, fewer);
    call.count = MIN_BYTES;
    if (p > 1)
        expect_vector(&call, false, "fewer ranks");
    MPI_Comm_free(&fewer);
}

/* Messages of `bytes` to `num_peers` next ranks, in two blocks each. */
typedef struct messages {
    qdr_block sends[2 * MAX_PROCS], receives[2 * MAX_PROCS];
    int64_t count, bytes, length; /* of a buffer */
} messages;

static messages make_messages(int64_t bytes, int num_peers)
{
    messages made = {.bytes = bytes, .length = 2 * MAX_PROCS * (bytes + GAP)};
    int64_t halves[2] = {bytes / 3, bytes - bytes / 3};

    for (int i = 1; i <= num_peers; i++)
        for (int half = 0; half < 2; half++) {
            int64_t at = made.count * (bytes + GAP);
            made.receives[made.count] = (qdr_block){
                (rank + p - i) % p, made.length - at - bytes, halves[half]};
            made.sends[made.count++] =
                (qdr_block){(rank + i) % p, at, halves[half]};
        }
    return made;
}

/* Executes, then starts and waits; `expected`: the library's call. */
static void try_messages(int64_t bytes, int num_peers, const char *mode,
                         bool expected, const char *what)
{
    const messages m = make_messages(bytes, num_peers);
    const qdr_plan_options options = {.size = sizeof options, .mode = mode};
    char *send = calloc((size_t)m.length + 1, 1);
    char *receive = calloc((size_t)m.length + 1, 1);
    qdr_plan *plan = NULL;

    qdr_test_fill(send, m.sends, m.count, 0);
    qdr_test_ok(qdr_plan_blocks(&plan, NULL, &options, m.count, m.sends,
                                m.count, m.receives, MPI_COMM_WORLD, &cause));
    for (int i = 0; i < 4; i++) {
        qdr_status status;
        if (i % 2 == 0) {
            status = qdr_plan_execute(plan, send, receive, &cause);
        } else {
            status = qdr_plan_start(plan, send, receive, &cause);
            if (status == QDR_OK)
                status = qdr_plan_wait(plan, &cause);
        }
        qdr_test_expect(status == QDR_OK, what);
        qdr_test_expect(
            qdr_test_take(receive, m.length, m.receives, m.count, 0), what);
    }
    qdr_test_expect(is_library(&plan) == expected, what);
    free(send);
    free(receive);
}

/* The other two calls for messages. */
static void try_complete(void)
{
    qdr_message all[MAX_PROCS * MAX_PROCS];
    qdr_plan *plan = NULL;

    for (int m = 0; m < p * p; m++)
        all[m] = (qdr_message){m / p, m % p, MAX_BYTES};
    qdr_test_ok(qdr_plan_pattern(&plan, NULL, NULL, p * p, all, MPI_COMM_WORLD,
                                 &cause));
    qdr_test_expect(is_library(&plan) == (p > 1), "a pattern");
    qdr_test_ok(qdr_plan_pattern(&plan, NULL, NULL, p * p - p, all,
                                 MPI_COMM_WORLD, &cause));
    qdr_test_expect(!is_library(&plan), "a pattern with a silent rank");
    qdr_test_ok(qdr_plan_alltoall(&plan, NULL, NULL, MAX_BYTES, MPI_COMM_WORLD,
                                  &cause));
    qdr_test_expect(is_library(&plan) == (p > 1), "an alltoall");
}

void qdr_test_run(void)
{
    write_file();
    MPI_Barrier(MPI_COMM_WORLD);
    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        if (kernel->candidates == NULL ||
            !qdr_collective_has_vector(kernel->collective))
            continue;
        try_vector(kernel);
        try_fewer(kernel);
    }
    try_messages(MIN_BYTES, p - 1, NULL, p > 1, "in the range");
    try_messages(MAX_BYTES, p - 1, NULL, p > 1, "in the range");
    try_messages(MAX_BYTES + 1, p - 1, NULL, false, "above the range");
    try_messages(MIN_BYTES, p - 1, "persistent", false, "with a mode");
    if (p > 2)
        try_messages(MIN_BYTES, 1, NULL, false, "not dense");
    try_complete();
}
