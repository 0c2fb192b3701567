/* kernels/reduce/reduce_auto.c -- the combination to the root, by the
 * fastest algorithm for the length and the network at hand.
 *
 * Source:  ours.
 * Idea:    the candidate with the shortest predicted time (kernels/choose.c).
 *          The folded hybrid includes the hybrid; the postal tree includes the
 *          binomial tree, and needs its receives posted early: in paced it
 *          takes 2.3 times as long (64 ranks, 8 bytes, fat_tree_smpi). The
 *          circulant graph is for long vectors; by node, for networks with
 *          levels.
 * Cost:    that of the algorithm taken.
 * Needs:   one root (any rank, any p). Flags: ONE_PORT. Scratch: a vector,
 *          where a rank has none to work in.
 * Example: p = 64, configs/machines/fat_tree.yaml: a postal tree for 8192
 *          bytes, a hybrid for 16384 (`quadrille model reduce --algorithms`).
 */
#include "kernels/kernel.h"

extern const qdr_kernel qdr_reduce_folded, qdr_reduce_postal,
    qdr_reduce_circulant, qdr_reduce_by_node;

static const qdr_candidate candidates[] = {
    {&qdr_reduce_folded, {.kind = QDR_DATAFLOW}, true},
    {&qdr_reduce_postal, {.kind = QDR_DATAFLOW}, false},
    {&qdr_reduce_postal, {.kind = QDR_POSTED_ALL}, false},
    {&qdr_reduce_circulant, {.kind = QDR_DATAFLOW}, false},
    {&qdr_reduce_circulant, {.kind = QDR_PACED}, false},
    {&qdr_reduce_by_node, {.kind = QDR_DATAFLOW}, false},
    {0}};

const qdr_kernel qdr_reduce_auto = {
    .name = "reduce_auto",
    .label = "Combine-to-one (auto)",
    .collective = QDR_REDUCE,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_BOUND,
    .candidates = candidates,
};
