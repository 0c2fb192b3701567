/* kernels/reduce_scatter/reduce_scatter_hybrid.c -- of the combination of all
 * vectors, each part to its rank, for every length.
 *
 * Source:  [barnett1994, Sec. 6].
 * Idea:    the ranks as a logical mesh; the long vector algorithm in its first
 *          dimensions, the short one in the others; by default the cheapest
 *          shape on the network at hand
 *          (kernels/building_blocks/hybrid_schedule.c, primitives D, R and S of
 *          primitive.h).
 * Cost:    the sum over stages, in hybrid_cost.c; with conflicts, in
 *          hybrid_model.h. p ranks, n total bytes; alpha s/message, beta
 *          s/byte, gamma s/byte combined.
 * Needs:   any p. Flags: ONE_PORT. Scratch: a vector, where a rank has none
 *          to work in.
 * Example: 2x3x5, DDRS: distributed combines within pairs, then within threes;
 *          a combine-to-one and a scatter within fives.
 */
#include "kernels/building_blocks/hybrid_kernel.h"

const qdr_kernel qdr_reduce_scatter_hybrid = {
    .name = "reduce_scatter_hybrid",
    .alias = "distributed_combine_hybrid",
    .label = "Distributed combine (hybrid)",
    .collective = QDR_REDUCE_SCATTER,
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
