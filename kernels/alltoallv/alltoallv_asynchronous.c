/* kernels/alltoallv/alltoallv_asynchronous.c -- ac, asynchronous communication.
 *
 * Source:  [wang1993, Sec. 3.1, Fig. 2].
 * Idea:    no schedule: all receives are posted, then every rank sends its
 *          messages in a random order of its own. One round, whose transfers
 *          stand in one random order for all, so that even synchronous sends
 *          end.
 * Cost:    T <= alpha D + beta B: D the largest degree, B the most bytes that
 *          a rank sends or receives; contention at receivers is not counted.
 *          alpha s/message, beta s/byte.
 * Needs:   nothing (any p, zero counts allowed).  Flags: none.  Scratch: none.
 * Example: p = 3, complete: one round, say 2 -> 0, 0 -> 1, 2 -> 1, 1 -> 0,
 *          0 -> 2, 1 -> 2.
 */
#include "kernels/core/rng.h"
#include "kernels/kernel.h"

static int64_t only_round(int src, int dst, int num_procs)
{
    (void)src;
    (void)dst;
    (void)num_procs;
    return 0;
}

static qdr_status build(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error)
{
    qdr_rng rng;
    qdr_status status = qdr_schedule_init_by_round(schedule, problem->pattern,
                                                   1, only_round, error);

    if (status != QDR_OK)
        return status;
    qdr_rng_init(&rng, problem->seed);
    for (int64_t t = schedule->num_transfers - 1; t > 0; t--) {
        int64_t other = (int64_t)qdr_rng_below(&rng, (uint64_t)t + 1);
        qdr_transfer kept = schedule->transfers[t];
        schedule->transfers[t] = schedule->transfers[other];
        schedule->transfers[other] = kept;
    }
    return QDR_OK;
}

static qdr_cost cost(const qdr_pattern_stats *stats)
{
    return (qdr_cost){stats->max_degree, stats->max_rank_bytes, 0};
}

const qdr_kernel qdr_alltoallv_asynchronous = {
    .name = "ac",
    .label = "Asynchronous (AC)",
    .collective = "alltoallv",
    .kind = QDR_DIRECT,
    .paper = "wang1993",
    .section = "3.1",
    .flags = 0,
    .mode = {.kind = QDR_POSTED_ALL},
    .build = build,
    .cost = cost,
};
