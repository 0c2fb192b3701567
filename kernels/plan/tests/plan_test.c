/* kernels/plan/tests/plan_test.c -- the public API delivers, on every rank.
 *
 * Every algorithm, through every planning call, delivers the same as
 * MPI_Alltoallv and MPI_Bcast; so it does with other messages after an update.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/problem/pattern.h"
#include "kernels/kernel.h"
#include "kernels/plan/api/plan_calls.h"
#include "kernels/plan/testing/block_delivery.h"
#include "kernels/plan/testing/levels.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/plan/testing/update.h"
#include "kernels/quadrille.h"
#include "kernels/testing/networks.h"
#include "kernels/testing/pattern_kinds.h"

static qdr_plan_options options_for(const qdr_kernel *kernel, const char *mode)
{
    qdr_plan_options options = {
        .size = sizeof options, .mode = mode, .seed = 3};

    qdr_test_add_levels(kernel, p, &options);
    return options;
}

static void execute(qdr_plan *plan, const char *what, const char *algorithm)
{
    qdr_test_about("%s, %s", what, algorithm);
    qdr_test_execute(plan);
}

static void try_plan(qdr_plan **plan, const char *what, const char *algorithm)
{
    execute(*plan, what, algorithm);
    qdr_plan_free(plan);
    qdr_test_expect(*plan == NULL, "the freed plan is NULL");
}

/* Shorter messages, but for algorithms of one length. */
static void try_update(qdr_plan *plan, const qdr_kernel *kernel,
                       const qdr_pattern *pattern, bool learns)
{
    int64_t less = (kernel->flags & QDR_LENGTHS) != 0 ? 0 : 3;
    qdr_test_side out = qdr_test_side_of(pattern, true, 1, less);
    qdr_test_side in = qdr_test_side_of(pattern, false, 1, less);

    qdr_test_ok(qdr_test_update(plan, out.count, out.blocks,
                                learns ? QDR_LEARN : in.count, in.blocks,
                                &cause));
    execute(plan, "update", kernel->name);
    qdr_test_side_cleanup(&out);
    qdr_test_side_cleanup(&in);
}

static void try_alltoallv(const qdr_kernel *kernel, const qdr_pattern *pattern,
                          const char *mode, bool learns)
{
    const qdr_plan_options options = options_for(kernel, mode);
    qdr_test_side out = qdr_test_side_of(pattern, true, 1, 0);
    qdr_test_side in = qdr_test_side_of(pattern, false, 1, 0);
    qdr_plan *plan = NULL;

    qdr_test_about("alltoallv, %s", kernel->name);
    qdr_test_ok(qdr_plan_blocks(&plan, kernel->name, &options, out.count,
                                out.blocks, learns ? QDR_LEARN : in.count,
                                in.blocks, MPI_COMM_WORLD, &cause));
    execute(plan, learns ? "alltoallv, learned" : "alltoallv", kernel->name);
    try_update(plan, kernel, pattern, learns);
    qdr_plan_free(&plan);
    qdr_test_side_cleanup(&out);
    qdr_test_side_cleanup(&in);
}

/* One after another, as the header says. */
static bool is_packed(const qdr_block *blocks, int64_t count)
{
    int64_t end = 0;

    for (int64_t i = 0; i < count; i++) {
        if (blocks[i].displacement != end)
            return false;
        end += blocks[i].bytes;
    }
    return true;
}

/* The same messages, each shorter, but for algorithms of one length. */
static void try_pattern_update(qdr_plan *plan, const qdr_kernel *kernel,
                               const qdr_pattern *pattern)
{
    size_t count = (size_t)pattern->num_messages;
    qdr_message *messages = malloc((count + 1) * sizeof *messages);

    for (size_t m = 0; m < count; m++) {
        messages[m] = pattern->messages[m];
        if ((kernel->flags & QDR_LENGTHS) == 0)
            messages[m].bytes = messages[m].bytes / 2;
    }
    qdr_test_ok(
        qdr_plan_update_pattern(plan, (int64_t)count, messages, &cause));
    free(messages);
}

static void try_whole_pattern(const qdr_kernel *kernel,
                              const qdr_pattern *pattern)
{
    const qdr_plan_options options = options_for(kernel, NULL);
    qdr_plan *plan = NULL;
    qdr_plan_info info = {.size = sizeof info};

    qdr_test_about("pattern, %s", kernel->name);
    qdr_test_ok(qdr_plan_pattern(&plan, kernel->name, &options,
                                 pattern->num_messages, pattern->messages,
                                 MPI_COMM_WORLD, &cause));
    qdr_test_ok(qdr_plan_get_info(plan, &info, &cause));
    qdr_test_expect(strcmp(kernel->name, "mpi_alltoall") == 0 ||
                        (is_packed(info.sends, info.num_sends) &&
                         is_packed(info.receives, info.num_receives)),
                    "is packed");
    execute(plan, "pattern", kernel->name);
    try_pattern_update(plan, kernel, pattern);
    try_plan(&plan, "pattern, updated", kernel->name);
}

static void try_irregular(const qdr_kernel *kernel)
{
    for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++) {
        qdr_pattern pattern = {0};
        const qdr_problem problem = {
            .collective = kernel->collective,
            .num_procs = p,
            .messages.pattern = &pattern,
            .network =
                (kernel->flags & QDR_LEVELS) != 0 ? &qdr_test_levels : NULL};
        if (qdr_pattern_init_kind(&pattern, kind, p, &cause) != QDR_OK ||
            qdr_kernel_accepts(kernel, &problem, &cause) != QDR_OK) {
            qdr_pattern_cleanup(&pattern);
            continue;
        }
        try_whole_pattern(kernel, &pattern);
        /* MPI_Alltoall has no places to choose. */
        if (strcmp(kernel->name, "mpi_alltoall") != 0) {
            try_alltoallv(kernel, &pattern, NULL, false);
            try_alltoallv(kernel, &pattern, NULL, true);
            try_alltoallv(kernel, &pattern, "persistent+barrier", false);
        }
        qdr_pattern_cleanup(&pattern);
    }
}

/* All ranks of the other nodes send rank 0 a long message. Each rank names its
 * own messages, and `auto` takes an algorithm that needs those of all. */
static void try_levels(void)
{
    const qdr_kernel *balanced;
    qdr_plan_options options = {.size = sizeof options};
    qdr_block sent = {0, 0, 100000};
    bool sends = rank >= qdr_test_levels.node_ranks;
    qdr_plan *plan = NULL;
    qdr_plan_info info = {.size = sizeof info, .algorithm = ""};

    if (qdr_kernel_find("node_balanced", &balanced, &cause) != QDR_OK ||
        !qdr_test_add_levels(balanced, p, &options))
        return;
    qdr_test_about("levels, auto");
    qdr_test_ok(qdr_plan_blocks(&plan, NULL, &options, sends, &sent, QDR_LEARN,
                                NULL, MPI_COMM_WORLD, &cause));
    qdr_test_ok(qdr_plan_get_info(plan, &info, &cause));
    qdr_test_expect(p <= 2 * qdr_test_levels.node_ranks ||
                        strcmp(info.algorithm, "node_balanced") == 0,
                    "takes an algorithm for levels");
    qdr_test_execute(plan);
    sent.bytes = 70000;
    qdr_test_ok(qdr_test_update(plan, sends, &sent, QDR_LEARN, NULL, &cause));
    execute(plan, "levels, updated", "auto");
    qdr_plan_free(&plan);
}

static void try_complete(const qdr_kernel *kernel)
{
    bool takes_lengths = kernel->collective == QDR_RECEIVE_VECTOR;
    int64_t bytes = takes_lengths ? QDR_LENGTH_BYTES : 37;
    const qdr_plan_options options = options_for(kernel, NULL);
    qdr_plan *plan = NULL;

    qdr_test_about("alltoall, %s", kernel->name);
    qdr_test_ok(qdr_plan_alltoall(&plan, kernel->name, &options, bytes,
                                  MPI_COMM_WORLD, &cause));
    try_plan(&plan, "alltoall", kernel->name);
}

/* Along the rows of a mesh three ranks wide, from every root, in one buffer. */
static void try_broadcasts(const qdr_kernel *kernel)
{
    MPI_Comm row;
    int size, place;

    qdr_test_about("bcast, %s", kernel->name);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 3, rank, &row);
    MPI_Comm_size(row, &size);
    MPI_Comm_rank(row, &place);
    for (int root = 0; root < size; root++) {
        char buffer[100] = {0}, expected[100];
        qdr_plan *plan = NULL;
        for (int at = 0; at < 100; at++)
            expected[at] = qdr_test_byte(rank / 3, root, at);
        if (place == root)
            memcpy(buffer, expected, sizeof buffer);
        qdr_test_ok(
            qdr_plan_bcast(&plan, kernel->name, NULL, 100, root, row, &cause));
        qdr_test_ok(qdr_plan_execute(plan, buffer, buffer, &cause));
        qdr_test_expect(memcmp(buffer, expected, sizeof buffer) == 0,
                        "the bytes");
        qdr_plan_free(&plan);
    }
    MPI_Comm_free(&row);
}

void qdr_test_run(void)
{
    try_levels();
    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        /* A simulated machine has no such library. */
        if (!qdr_kernel_is_simulated(kernel) && qdr_test_is_simulated())
            continue;
        if (!qdr_test_add_levels(
                kernel, p,
                &(qdr_plan_options){.size = sizeof(qdr_plan_options)}))
            continue;
        if (kernel->collective == QDR_BCAST) {
            try_broadcasts(kernel);
        } else if (!qdr_collective_has_vector(kernel->collective)) {
            try_irregular(kernel);
            try_complete(kernel);
        }
    }
}
