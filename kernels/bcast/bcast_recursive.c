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

/* The schedule being made. */
typedef struct recursive_builder {
    const qdr_problem *problem;
    qdr_schedule_builder pieces;
    qdr_error *error;
} recursive_builder;

/* From the rank that is `v` after the root to the one `distance` later. */
static qdr_status add(recursive_builder *builder, int64_t round, int64_t v,
                      int64_t distance)
{
    const qdr_problem *problem = builder->problem;
    int64_t p = problem->num_procs;

    return qdr_schedule_builder_add(
        &builder->pieces, round,
        (qdr_transfer){.src = (int)((problem->vector.root + v) % p),
                       .dst = (int)((problem->vector.root + v + distance) % p),
                       .bytes = problem->vector.bytes,
                       .num_blocks = 1},
        builder->error);
}

/* A round of all ranks, or of the problem's rank alone. */
static qdr_status add_round(recursive_builder *builder, int64_t round,
                            int distance)
{
    const qdr_problem *problem = builder->problem;
    int p = problem->num_procs;
    int own = (problem->view.rank - problem->vector.root + p) % p;
    qdr_status status = QDR_OK;

    if (problem->view.is_part) {
        if (own % distance != 0)
            return QDR_OK;
        own -= own % (2 * distance); /* the sender */
        return own + distance < p ? add(builder, round, own, distance) : QDR_OK;
    }
    for (int64_t v = 0; v + distance < p && status == QDR_OK;
         v += 2 * (int64_t)distance)
        status = add(builder, round, v, distance);
    return status;
}

static qdr_status build(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error)
{
    int p = problem->num_procs;
    recursive_builder builder = {
        .problem = problem, .pieces = {.forwards = true}, .error = error};
    int64_t round = 0;
    qdr_status status = QDR_OK;

    for (int distance = smallest_power_of_two(p) / 2;
         distance > 0 && status == QDR_OK; distance /= 2, round++)
        status = add_round(&builder, round, distance);
    if (problem->view.is_part)
        builder.pieces.num_rounds = round;
    return qdr_schedule_builder_finish(&builder.pieces, status, p, schedule,
                                       error);
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
