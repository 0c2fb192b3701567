/* kernels/bcast/bcast_linear.c -- lib, linear broadcast.
 *
 * Source:  [ponnusamy1992, Sec. 3.6].
 * Idea:    the root sends the vector to the others one by one, beginning with
 *          the rank after it.
 * Cost:    T = (p - 1) (alpha + beta n).
 *          p ranks, n bytes; alpha s/message, beta s/byte.
 * Needs:   one root (any rank, any p, zero bytes allowed).
 *          Flags: ONE_PORT.  Scratch: none.
 * Example: p = 5, root 3: 3 -> 4 | 3 -> 0 | 3 -> 1 | 3 -> 2.
 */
#include "kernels/kernel.h"

static qdr_status build(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error)
{
    int p = problem->num_procs;
    int own = (problem->view.rank - problem->vector.root + p) % p;
    bool is_one = problem->view.is_part && own > 0; /* receive */
    qdr_schedule_builder builder = {.forwards = true};
    qdr_status status = QDR_OK;

    for (int distance = is_one ? own : 1;
         distance <= (is_one ? own : p - 1) && status == QDR_OK; distance++)
        status = qdr_schedule_builder_add(
            &builder, distance - 1,
            (qdr_transfer){.src = problem->vector.root,
                           .dst = (problem->vector.root + distance) % p,
                           .bytes = problem->vector.bytes,
                           .num_blocks = 1},
            error);
    if (problem->view.is_part)
        builder.num_rounds = p - 1;
    return qdr_schedule_builder_finish(&builder, status, p, schedule, error);
}

static qdr_cost cost(const qdr_pattern_stats *stats)
{
    int64_t rounds = stats->num_procs - 1;

    return (qdr_cost){rounds, rounds * stats->max_bytes, 0};
}

const qdr_kernel qdr_bcast_linear = {
    .name = "lib",
    .label = "Linear broadcast (LIB)",
    .collective = QDR_BCAST,
    .kind = QDR_COMBINING,
    .paper = "ponnusamy1992",
    .section = "3.6",
    .flags = QDR_ONE_PORT,
    .build = build,
    .cost = cost,
};
