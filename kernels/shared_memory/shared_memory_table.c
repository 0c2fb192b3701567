/* kernels/shared_memory/shared_memory_table.c -- collectives on a vector
 * through memory that the ranks of a node share.
 *
 * Source:  ours. MPI libraries have such collectives, too: Open MPI's xhc and
 *          acoll, MPICH's release and gather.
 * Idea:    every rank writes what it contributes, in chunks that stay in a
 *          cache, and reads what it needs where the others wrote it. No message
 *          is sent, no rank forwards, and ranks combine in order
 *          (shared_memory_vector_engine.c).
 * Cost:    T = m h + c beta, and r gamma if it combines. m ranks that one reads
 *          from, h until it sees what another one wrote, c bytes that a rank
 *          writes and reads at most, r that it combines. The formula counts the
 *          transfers as messages.
 * Needs:   ranks that share a node's memory; one root (any rank); any p.
 *          Elements that are combined have up to 4096 bytes. Flags: none.
 * Scratch: 66 KB a rank and plan, or 1 KB if no rank contributes more than 56
 *          bytes.
 * Example: allreduce, p = 3: 1-0 2-0 0-1 2-1 0-2 1-2.
 */
#include "kernels/core/base/min_max.h"
#include "kernels/core/problem/buffer_layout.h"
#include "kernels/kernel.h"
#include "kernels/shared_memory/ring.h"

/* A chunk that is combined has whole elements. */
static bool has_short_elements(const qdr_problem *problem)
{
    return !qdr_collective_combines(problem->collective) ||
           problem->vector.element_bytes <= QDR_RING_CHUNK;
}

static qdr_status check(const qdr_kernel *kernel, const qdr_problem *problem,
                        qdr_error *error)
{
    if (has_short_elements(problem))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "elements of %lld bytes, for %s; accepted: up to %d",
                    (long long)problem->vector.element_bytes, kernel->name,
                    QDR_RING_CHUNK);
}

/* What `rank` sends, or what it receives: blocks of one of its buffers. */
static qdr_status add_side(const qdr_problem *problem, int rank, bool are_sends,
                           const qdr_buffer_layout *layout,
                           qdr_schedule_builder *builder, qdr_error *error)
{
    const qdr_block *blocks = are_sends ? layout->sends : layout->receives;
    int64_t count = are_sends ? layout->num_sends : layout->num_receives;
    int64_t begin = are_sends ? layout->sent.begin : layout->received.begin;
    qdr_status status = QDR_OK;

    for (int64_t i = 0; i < count && status == QDR_OK; i++) {
        int peer = blocks[i].peer;
        if (peer != rank && blocks[i].bytes > 0)
            status = qdr_schedule_builder_add(
                builder, 0,
                (qdr_transfer){
                    .src = are_sends ? rank : peer,
                    .dst = are_sends ? peer : rank,
                    .offset = begin + blocks[i].displacement,
                    .bytes = blocks[i].bytes,
                    .num_blocks = 1,
                    .combines = qdr_collective_combines(problem->collective)},
                error);
    }
    return status;
}

/* Every rank receives; of a part, the rank also sends. */
static qdr_status build(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error)
{
    bool is_part = problem->view.is_part;
    qdr_schedule_builder builder = {.num_rounds = is_part};
    qdr_status status = QDR_OK;

    for (int r = 0; r < problem->num_procs && status == QDR_OK; r++) {
        qdr_buffer_layout layout = {0};
        if (is_part && r != problem->view.rank)
            continue;
        status = qdr_buffer_layout_init(&layout, problem, r, QDR_VECTOR, error);
        if (status == QDR_OK)
            status = add_side(problem, r, false, &layout, &builder, error);
        if (status == QDR_OK && is_part)
            status = add_side(problem, r, true, &layout, &builder, error);
        qdr_buffer_layout_cleanup(&layout);
    }
    return qdr_schedule_builder_finish(&builder, status, problem->num_procs,
                                       schedule, error);
}

static int64_t longest_part(const qdr_problem *problem)
{
    int64_t longest = 0;

    for (int r = 0; r < problem->num_procs; r++)
        longest = qdr_max(longest, qdr_problem_part_bytes(problem, r));
    return longest;
}

/* Bytes between two ranks: a part, where either has no more. */
static int64_t pair_bytes(const qdr_problem *problem)
{
    return problem->collective == QDR_BCAST ||
                   problem->collective == QDR_REDUCE ||
                   problem->collective == QDR_ALLREDUCE
               ? problem->vector.bytes
               : longest_part(problem);
}

static qdr_status cost(const qdr_problem *problem, qdr_cost *out_cost,
                       qdr_error *error)
{
    int64_t others = problem->num_procs - 1;
    int64_t bytes = others * pair_bytes(problem);

    (void)error;
    *out_cost = (qdr_cost){
        .alpha = bytes > 0 ? others : 0,
        .beta = bytes,
        .gamma = qdr_collective_combines(problem->collective) ? bytes : 0};
    return QDR_OK;
}

/* The most bytes that a rank writes for others, and reads of them: a root does
 * one of both, as other ranks do the other one. */
static double copied_bytes(const qdr_problem *problem)
{
    double bytes = (double)problem->vector.bytes;
    double others = problem->num_procs - 1;

    switch (problem->collective) {
    case QDR_REDUCE:
        return others * bytes;
    case QDR_ALLREDUCE:
        return bytes + others * bytes;
    case QDR_REDUCE_SCATTER:
        return bytes + (others - 1) * (double)longest_part(problem);
    default:
        return bytes;
    }
}

/* A broadcast and a scatter have one writer, whom each rank reads: it serves 8
 * at a time, as is assumed. */
static qdr_status predict(const qdr_problem *problem, double *out_us,
                          qdr_error *error)
{
    enum { READERS = 8 };
    const qdr_network *network = qdr_problem_network(problem);
    bool has_one_source =
        problem->collective == QDR_BCAST || problem->collective == QDR_SCATTER;
    int64_t others = problem->num_procs - 1;
    int64_t waits = has_one_source ? (others + READERS - 1) / READERS : others;

    (void)error;
    *out_us = network->inside_shared_us * (double)waits +
              network->beta_ns * 1e-3 * copied_bytes(problem);
    if (qdr_collective_combines(problem->collective))
        *out_us += network->gamma_ns * 1e-3 * (double)others *
                   (double)pair_bytes(problem);
    return QDR_OK;
}

/* Beyond some length copies no longer stay in a cache. */
static bool suits(const qdr_problem *problem)
{
    const qdr_network *network = qdr_problem_network(problem);

    return network->shares_memory && !qdr_network_has_levels(network) &&
           network->inside_shared_us > 0 && problem->num_procs > 1 &&
           copied_bytes(problem) <= (double)network->inside_shared_bytes &&
           has_short_elements(problem);
}

#define SHARED(algorithm, label_, collective_)                                 \
    const qdr_kernel qdr_##algorithm = {.name = #algorithm,                    \
                                        .label = (label_),                     \
                                        .collective = (collective_),           \
                                        .kind = QDR_SHARED,                    \
                                        .exactness = QDR_BOUND,                \
                                        .build = build,                        \
                                        .problem_cost = cost,                  \
                                        .predict = predict,                    \
                                        .suits = suits,                        \
                                        .check = check}

SHARED(bcast_shared, "Broadcast (shared memory)", QDR_BCAST);
SHARED(scatter_shared, "Scatter (shared memory)", QDR_SCATTER);
SHARED(gather_shared, "Gather (shared memory)", QDR_GATHER);
SHARED(allgather_shared, "Collect (shared memory)", QDR_ALLGATHER);
SHARED(reduce_shared, "Combine-to-one (shared memory)", QDR_REDUCE);
SHARED(allreduce_shared, "Combine-to-all (shared memory)", QDR_ALLREDUCE);
SHARED(reduce_scatter_shared, "Distributed combine (shared memory)",
       QDR_REDUCE_SCATTER);
