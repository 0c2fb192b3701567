/* kernels/alltoallv/alltoallv_asynchronous.c -- ac, asynchronous communication.
 *
 * Source:  [wang1993, Sec. 3.1, Fig. 2].
 * Idea:    no schedule: all receives are posted, then every rank sends its
 *          messages in a random order of its own. One round. Its transfers are
 *          in one random order for all ranks, so that even synchronous sends
 *          end.
 * Cost:    T <= alpha D + beta B: D the max degree, B the max bytes that a rank
 *          sends or receives; contention at receivers is not counted. alpha
 *          s/message, beta s/byte.
 * Needs:   nothing (any p, zero counts allowed).  Flags: SEEDED.
 *          Scratch: none.
 * Example: p = 3, complete: one round, say 2 -> 0, 0 -> 1, 2 -> 1, 1 -> 0,
 *          0 -> 2, 1 -> 2.
 */
#include <stdlib.h>

#include "kernels/core/rng.h"
#include "kernels/kernel.h"

static int64_t num_rounds(int num_procs)
{
    (void)num_procs;
    return 1;
}

static int64_t round_of(int src, int dst, int num_procs)
{
    (void)src;
    (void)dst;
    (void)num_procs;
    return 0;
}

static const qdr_round_rule one_round = {num_rounds, round_of};

/* A transfer's place in the random order of all. It depends on its own two ends
 * only, so that a rank finds it without knowing the others' messages. */
typedef struct drawn {
    uint64_t lot;
    qdr_transfer transfer;
} drawn;

static int by_lot(const void *left, const void *right)
{
    const drawn *a = left, *b = right;

    if (a->lot != b->lot)
        return a->lot < b->lot ? -1 : 1;
    if (a->transfer.src != b->transfer.src)
        return a->transfer.src < b->transfer.src ? -1 : 1;
    return (a->transfer.dst > b->transfer.dst) -
           (a->transfer.dst < b->transfer.dst);
}

static qdr_status build(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error)
{
    qdr_schedule made = {0};
    drawn *lots;
    qdr_status status = qdr_schedule_init_by_round(&made, problem->pattern,
                                                   &one_round, false, error);

    if (status != QDR_OK)
        return status;
    lots = malloc(((size_t)made.num_transfers + 1) * sizeof *lots);
    if (lots == NULL) {
        qdr_schedule_cleanup(&made);
        return qdr_fail_memory(error, "a random order");
    }
    for (int64_t t = 0; t < made.num_transfers; t++) {
        qdr_transfer transfer = made.transfers[t];
        uint64_t pair = ((uint64_t)transfer.src << 32) | (uint32_t)transfer.dst;
        lots[t] = (drawn){qdr_mix64(qdr_mix64(problem->seed) ^ pair), transfer};
    }
    qsort(lots, (size_t)made.num_transfers, sizeof *lots, by_lot);
    for (int64_t t = 0; t < made.num_transfers; t++)
        made.transfers[t] = lots[t].transfer;
    free(lots);
    *schedule = made;
    return QDR_OK;
}

static qdr_cost cost(const qdr_pattern_stats *stats)
{
    return (qdr_cost){stats->max_degree, stats->max_rank_bytes, 0};
}

const qdr_kernel qdr_alltoallv_asynchronous = {
    .name = "ac",
    .label = "Asynchronous (AC)",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DIRECT,
    .paper = "wang1993",
    .section = "3.1",
    .flags = QDR_SEEDED,
    .mode = {.kind = QDR_POSTED_ALL},
    .build = build,
    .cost = cost,
};
