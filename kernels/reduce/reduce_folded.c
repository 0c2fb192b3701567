/* kernels/reduce/reduce_folded.c -- the combination of all vectors
 * to the root, for any number of ranks.
 *
 * Source:  ours; it removes the weakness in [barnett1994, Sec. 6].
 * Idea:    where p has few factors, r ranks are folded onto their neighbours,
 *          and a hybrid runs among the p - r others
 *          (kernels/building_blocks/folded.c).
 * Cost:    that of the hybrid among p - r ranks, and alpha + n beta + n gamma
 *          if r > 0. p ranks, n bytes; alpha s/message, beta s/byte, gamma
 *          s/byte combined.
 * Needs:   one root (any rank, any p). Flags: ONE_PORT. Scratch: a vector,
 *          where a rank has none to work in.
 * Example: p = 31: 1 -> 0, then a hybrid among 30 ranks.
 */
#include "kernels/building_blocks/folded.h"

const qdr_kernel qdr_reduce_folded = {
    .name = "reduce_folded",
    .alias = "combine_to_one_folded",
    .label = "Combine-to-one (folded)",
    .collective = QDR_REDUCE,
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
