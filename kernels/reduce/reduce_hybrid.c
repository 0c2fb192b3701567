/* kernels/reduce/reduce_hybrid.c -- the combination of all vectors
 * to the root, for every length.
 *
 * Source:  [barnett1994, Sec. 6].
 * Idea:    the ranks as a logical mesh; the long vector algorithm in its first
 *          dimensions, the short one in the others; by default the cheapest
 *          shape on the network at hand
 *          (kernels/building_blocks/hybrid_schedule.c, primitives D, R and G of
 *          primitive.h).
 * Cost:    the sum over stages, in hybrid_cost.c; with conflicts, in
 *          hybrid_model.h. p ranks, n total bytes; alpha s/message, beta
 *          s/byte, gamma s/byte combined.
 * Needs:   one root (any rank, any p). Flags: ONE_PORT. Scratch: a vector,
 *          where a rank has none to work in.
 * Example: 2x3x5, DDRGG: distributed combines within pairs, then within
 *          threes, a combine-to-one within fives, gathers.
 */
#include "kernels/building_blocks/hybrid_kernel.h"

const qdr_kernel qdr_reduce_hybrid = {
    .name = "reduce_hybrid",
    .alias = "combine_to_one_hybrid",
    .label = "Combine-to-one (hybrid)",
    .collective = QDR_REDUCE,
    .kind = QDR_COMBINING,
    .paper = "barnett1994",
    .section = "6",
    .flags = QDR_ONE_PORT,
    .parameters = qdr_hybrid_parameters,
    .mode = {.kind = QDR_POSTED},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .build = qdr_hybrid_build,
    .problem_cost = qdr_hybrid_cost_of,
    .predict = qdr_hybrid_predict,
    .check = qdr_hybrid_check,
};
