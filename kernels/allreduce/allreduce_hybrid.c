/* kernels/allreduce/allreduce_hybrid.c -- the combination of all vectors
 * to all, for every length.
 *
 * Source:  [barnett1994, Sec. 6].
 * Idea:    the ranks as a logical mesh; the long vector algorithm in its first
 *          dimensions, the short one in the others; by default the cheapest
 *          shape on the network at hand
 *          (kernels/building_blocks/hybrid_schedule.c, primitives D, R, M and C
 *          of primitive.h).
 * Cost:    the sum over stages, in hybrid_cost.c; with conflicts, in
 *          hybrid_model.h. p ranks, n total bytes; alpha s/message, beta
 *          s/byte, gamma s/byte combined.
 * Needs:   any p. Flags: ONE_PORT. Scratch: a vector, where a rank has none
 *          to work in.
 * Example: 2x3x5, DDRMCC: distributed combines within pairs, then within
 *          threes; combine-to-one and broadcast within fives; collects.
 */
#include "kernels/building_blocks/hybrid_kernel.h"

const qdr_kernel qdr_allreduce_hybrid = {
    .name = "allreduce_hybrid",
    .alias = "combine_to_all_hybrid",
    .label = "Combine-to-all (hybrid)",
    .collective = QDR_ALLREDUCE,
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
