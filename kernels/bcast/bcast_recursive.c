/* kernels/bcast/bcast_recursive.c -- reb, recursive broadcast.
 *
 * Source:  [ponnusamy1992, Sec. 3.6, Fig. 9].
 * Idea:    a binomial tree from the far end: in round i every rank that has the
 *          vector sends it to the one P/2^i after it, P = 2^ceil(lg p), ranks
 *          counted from the root; a rank that does not exist is skipped.
 * Cost:    T = ceil(lg p) (alpha + beta n).
 *          p ranks, n bytes; alpha s/message, beta s/byte.
 * Needs:   one root (any rank, any p, zero bytes allowed).
 *          Flags: ONE_PORT.  Scratch: none.
 * Example: p = 7, root 0: 0-4 | 0-2 4-6 | 0-1 2-3 4-5; with root 3, which then
 *          counts as 0: 3-0 | 3-5 0-2 | 3-4 5-6 0-1.
 */
#include "kernels/kernel.h"

static int smallest_power_of_two(int limit)
{
    int power = 1;

    while (power < limit)
        power *= 2;
    return power;
}

static qdr_status build(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error)
{
    int p = problem->num_procs;
    qdr_pieces pieces = {0};
    int64_t round = 0;
    qdr_status status = QDR_OK;

    /* Ranks v are counted from the root. */
    for (int distance = smallest_power_of_two(p) / 2; distance > 0;
         distance /= 2, round++)
        for (int v = 0; v + distance < p && status == QDR_OK; v += 2 * distance)
            status = qdr_pieces_add(
                &pieces, round,
                (qdr_transfer){.src = (problem->root + v) % p,
                               .dst = (problem->root + v + distance) % p,
                               .bytes = problem->bytes,
                               .num_blocks = 1},
                error);
    if (status == QDR_OK)
        status = qdr_schedule_init_pieces(schedule, p, &pieces, error);
    if (status == QDR_OK)
        schedule->forwards = true;
    qdr_pieces_cleanup(&pieces);
    return status;
}

static qdr_cost cost(const qdr_pattern_stats *stats)
{
    int64_t rounds = 0;

    while ((int64_t)1 << rounds < stats->num_procs)
        rounds++;
    return (qdr_cost){rounds, rounds * stats->max_bytes, 0};
}

const qdr_kernel qdr_bcast_recursive = {
    .name = "reb",
    .label = "Recursive broadcast (REB)",
    .collective = QDR_BCAST,
    .kind = QDR_COMBINING,
    .paper = "ponnusamy1992",
    .section = "3.6",
    .flags = QDR_ONE_PORT,
    .build = build,
    .cost = cost,
};
