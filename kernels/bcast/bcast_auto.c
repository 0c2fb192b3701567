/* kernels/bcast/bcast_auto.c -- the root's vector to all, by the
 * fastest algorithm for the length and the network at hand.
 *
 * Source:  ours.
 * Idea:    the candidate with the shortest predicted time (kernels/choose.c).
 *          The folded hybrid includes the hybrid; the postal tree includes the
 *          binomial tree. The circulant graph is for long vectors, its rounds
 *          in step: blocks that a root sends eagerly would share its port.
 *          By node is for networks with levels.
 * Cost:    that of the algorithm taken.
 * Needs:   one root (any rank, any p). Flags: ONE_PORT. Scratch: a vector,
 *          where a rank has none to work in.
 * Example: p = 64, configs/machines/fat_tree.yaml: a postal tree for 16384
 *          bytes, a hybrid for 32768 (`quadrille model bcast --algorithms`).
 */
#include "kernels/kernel.h"

extern const qdr_kernel qdr_bcast_folded, qdr_bcast_postal, qdr_bcast_circulant,
    qdr_bcast_by_node;

static const qdr_candidate candidates[] = {
    {&qdr_bcast_folded, {.kind = QDR_DATAFLOW}, true},
    {&qdr_bcast_postal, {.kind = QDR_DATAFLOW}, false},
    {&qdr_bcast_postal, {.kind = QDR_PACED}, false},
    {&qdr_bcast_circulant, {.kind = QDR_DATAFLOW}, false},
    {&qdr_bcast_circulant, {.kind = QDR_PACED}, false},
    {&qdr_bcast_by_node, {.kind = QDR_DATAFLOW}, false},
    {0}};

const qdr_kernel qdr_bcast_auto = {
    .name = "bcast_auto",
    .label = "Broadcast (auto)",
    .collective = QDR_BCAST,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_BOUND,
    .candidates = candidates,
};
