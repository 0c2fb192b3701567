/* kernels/allreduce/allreduce_folded.c -- the combination of all vectors
 * to all, for any number of ranks.
 *
 * Source:  ours; it removes the weakness in [barnett1994, Sec. 6].
 * Idea:    where p has few factors, r ranks are folded onto their neighbours,
 *          and a hybrid runs among the p - r others. Its short dimensions may
 *          be exchanges, which is recursive doubling: lg p rounds for a short
 *          vector, where the paper has 2 lg p
 *          (kernels/building_blocks/folded.c).
 * Cost:    that of the hybrid among p - r ranks, and 2 (alpha + n beta) + n
 *          gamma if r > 0. p ranks, n bytes; alpha s/message, beta s/byte,
 *          gamma s/byte combined.
 * Needs:   any p. Flags: ONE_PORT. Scratch: a vector, where a rank has none
 *          to work in.
 * Example: p = 31: 1 -> 0, a hybrid among 30 ranks, 0 -> 1.
 */
#include "kernels/building_blocks/folded.h"

const qdr_kernel qdr_allreduce_folded = {
    .name = "allreduce_folded",
    .alias = "combine_to_all_folded",
    .label = "Combine-to-all (folded)",
    .collective = QDR_ALLREDUCE,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT,
    .parameters = qdr_folded_parameters,
    .mode = {.kind = QDR_POSTED},
    .exactness = QDR_BOUND,
    .build = qdr_folded_build,
    .problem_cost = qdr_folded_cost,
    .predict = qdr_folded_time_us,
    .check = qdr_folded_check,
};
