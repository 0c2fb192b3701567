/* kernels/reduce/reduce_postal.c -- the combination of short vectors to the
 * root, where a message travels longer than its receiver is busy.
 *
 * Source:  [barnoy1992].
 * Idea:    the broadcast backwards (kernels/trees/postal_tree.c).
 * Cost:    T = u (alpha + n beta + n gamma), u the units in which the root
 *          receives, if a receiver is busy for all of alpha; see postal_tree.h
 *          for the time where it is not. p ranks, n bytes; alpha s/message,
 *          beta s/byte, gamma s/byte combined.
 * Needs:   one root (any rank, any p); a commutative operator. Flags: ONE_PORT,
 *          COMMUTATIVE. Scratch: a vector, where a rank has none to work in.
 * Example: p = 7, lambda = 2, root 0: 5-0 6-1 | 3-0 4-1 | 2-0 | 1-0.
 */
#include "kernels/trees/postal_tree.h"

const qdr_kernel qdr_reduce_postal = {
    .name = "reduce_postal",
    .alias = "combine_to_one_postal",
    .label = "Combine-to-one (postal tree)",
    .collective = QDR_REDUCE,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT | QDR_COMMUTATIVE,
    .parameters = qdr_lambda_parameters,
    .mode = {.kind = QDR_POSTED_ALL},
    .build = qdr_postal_build,
    .problem_cost = qdr_postal_cost,
    .predict = qdr_postal_time_us,
};
