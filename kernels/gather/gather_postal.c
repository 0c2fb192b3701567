/* kernels/gather/gather_postal.c -- every rank's part to the root, where a
 * receiver is busy for less than a message travels, or parts are long.
 *
 * Source:  [barnoy1992]; with parts, ours.
 * Idea:    the scatter backwards: in every unit of time each rank that collects
 *          parts gets those of one more group of neighbours
 *          (kernels/trees/part_tree.c). Ranks without a part are left out.
 * Cost:    T = u alpha + beta (the longest message of each unit), u the units
 *          in which the root receives, if a receiver is busy for all of alpha;
 *          see part_tree.h for the time where it is not. alpha s/message, beta
 *          s/byte.
 * Needs:   one root (any rank, any p). Flags: ONE_PORT. Scratch: a vector,
 *          where a rank has none to work in.
 * Example: p = 4, root 0, lambda = 1, by parts: 2-1: 2, 3-0: 3 | 1-0: 1 2.
 */
#include "kernels/trees/part_tree.h"

const qdr_kernel qdr_gather_postal = {
    .name = "gather_postal",
    .label = "Gather (postal tree)",
    .collective = QDR_GATHER,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT,
    .parameters = qdr_lambda_parameters,
    .mode = {.kind = QDR_POSTED_ALL},
    .exactness = QDR_EXACT,
    .build = qdr_part_tree_build,
    .problem_cost = qdr_part_tree_cost,
    .predict = qdr_part_tree_predict,
};
