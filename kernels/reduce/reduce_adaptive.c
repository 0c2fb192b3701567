/* kernels/reduce/reduce_adaptive.c -- the combination to the root, for every
 * length, by the faster of two algorithms.
 *
 * Source:  ours.
 * Idea:    a postal tree for a short vector, a folded hybrid for any other, by
 *          their times on the network at hand
 *          (kernels/building_blocks/adaptive.c).
 * Cost:    that of the algorithm taken: trees/postal_tree.h or
 *          building_blocks/folded.h.
 * Needs:   one root (any rank, any p); a commutative operator. Flags:
 *          ONE_PORT, COMMUTATIVE. Scratch: a vector, where a rank has none to
 *          work in.
 * Example: p = 64, configs/machines/fat_tree.yaml: a postal tree up to 4096
 *          bytes, a hybrid of 32768.
 */
#include "kernels/building_blocks/adaptive.h"

const qdr_kernel qdr_reduce_adaptive = {
    .name = "reduce_adaptive",
    .alias = "combine_to_one_adaptive",
    .label = "Combine-to-one (adaptive)",
    .collective = QDR_REDUCE,
    .kind = QDR_COMBINING,
    .paper = "none",
    .section = "-",
    .flags = QDR_ONE_PORT | QDR_COMMUTATIVE,
    .mode = {.kind = QDR_POSTED_ALL},
    .exactness = QDR_BOUND,
    .build = qdr_adaptive_build,
    .problem_cost = qdr_adaptive_cost,
};
