/* kernels/reduce_scatter/reduce_scatter_auto.c -- of the combined vector, each
 * part to its rank, by the fastest algorithm for the length and the network at
 * hand.
 *
 * Source:  ours.
 * Idea:    the candidate with the shortest predicted time (kernels/choose.c).
 *          The circulant graph is for switched networks, and for short vectors;
 *          the hybrid, which includes the short and the long algorithm, is for
 *          longer ones where messages share links; the ordered algorithm is for
 *          long vectors and operators that do not commute, where a hybrid has
 *          few dimensions of 2.
 *          By node is for networks with levels.
 * Cost:    that of the algorithm taken.
 * Needs:   any p. Flags: none. Scratch: a vector, where a rank has none to work
 *          in.
 * Example: p = 30, 65536 bytes, no network file: the circulant graph; a hybrid
 *          with --topology line (`quadrille model reduce_scatter
 *          --algorithms`).
 */
#include "kernels/kernel.h"

extern const qdr_kernel qdr_reduce_scatter_hybrid, qdr_reduce_scatter_ordered,
    qdr_reduce_scatter_circulant, qdr_reduce_scatter_by_node;

static const qdr_candidate candidates[] = {
    {&qdr_reduce_scatter_circulant, {.kind = QDR_DATAFLOW}, false},
    {&qdr_reduce_scatter_hybrid, {.kind = QDR_DATAFLOW}, true},
    {&qdr_reduce_scatter_ordered, {.kind = QDR_DATAFLOW}, false},
    {&qdr_reduce_scatter_by_node, {.kind = QDR_DATAFLOW}, false},
    {0}};

const qdr_kernel qdr_reduce_scatter_auto = {
    .name = "reduce_scatter_auto",
    .label = "Distributed combine (auto)",
    .collective = QDR_REDUCE_SCATTER,
    .kind = QDR_COMBINING,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .candidates = candidates,
};
