/* kernels/scatter/scatter_postal.c -- each rank's part from the root, where a
 * sender is free again before its message arrives, or parts are long.
 *
 * Source:  [barnoy1992]; with parts, ours.
 * Idea:    in every unit of time each rank that has parts of others passes on
 *          those of one more group of neighbours (kernels/trees/part_tree.c).
 *          Ranks without a part are left out.
 * Cost:    T = u alpha + beta (the longest message of each unit), u the units
 *          in which the root sends, if a sender is busy for all of alpha; see
 *          part_tree.h for the time where it is not. alpha s/message, beta
 *          s/byte.
 * Needs:   one root (any rank, any p). Flags: ONE_PORT. Scratch: a vector,
 *          where a rank has none to work in.
 * Example: p = 4, root 0, lambda = 1, by parts: 0-1: 1 2 | 0-3: 3, 1-2: 2.
 */
#include "kernels/trees/part_tree.h"

const qdr_kernel qdr_scatter_postal = {
    .name = "scatter_postal",
    .label = "Scatter (postal tree)",
    .collective = QDR_SCATTER,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT,
    .parameters = qdr_lambda_parameters,
    .mode = {.kind = QDR_PACED},
    .exactness = QDR_EXACT,
    .build = qdr_part_tree_build,
    .problem_cost = qdr_part_tree_cost,
    .predict = qdr_part_tree_predict,
};
