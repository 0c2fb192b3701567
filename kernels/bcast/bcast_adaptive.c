/* kernels/bcast/bcast_adaptive.c -- the root's vector to all, for every length,
 * by the faster of two algorithms.
 *
 * Source:  ours.
 * Idea:    a postal tree for a short vector, a folded hybrid for any other, by
 *          their times on the network at hand
 *          (kernels/building_blocks/adaptive.c).
 * Cost:    that of the algorithm taken: trees/postal_tree.h or
 *          building_blocks/folded.h.
 * Needs:   one root (any rank, any p). Flags: ONE_PORT. Scratch: a vector,
 *          where a rank has none to work in.
 * Example: p = 64, configs/machines/fat_tree.yaml: a postal tree up to 4096
 *          bytes, a hybrid of 32768.
 */
#include "kernels/building_blocks/adaptive.h"

const qdr_kernel qdr_bcast_adaptive = {
    .name = "bcast_adaptive",
    .alias = "broadcast_adaptive",
    .label = "Broadcast (adaptive)",
    .collective = QDR_BCAST,
    .kind = QDR_COMBINING,
    .paper = "none",
    .section = "-",
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_POSTED},
    .exactness = QDR_BOUND,
    .build = qdr_adaptive_build,
    .problem_cost = qdr_adaptive_cost,
};
