/* kernels/allgather/allgather_auto.c -- every rank's part to all, by the
 * fastest algorithm for the length and the network at hand.
 *
 * Source:  ours.
 * Idea:    the candidate with the shortest predicted time (kernels/choose.c).
 *          The circulant graph is for switched networks, and for short vectors;
 *          the hybrid, which includes the short and the long algorithm, is for
 *          longer ones where messages share links.
 *          By node is for networks with levels.
 * Cost:    that of the algorithm taken.
 * Needs:   any p. Flags: none. Scratch: a vector, where a rank has none to
 *          work in.
 * Example: p = 30, 65536 bytes, no network file: the circulant graph; a hybrid
 *          with --topology line (`quadrille model allgather --algorithms`).
 */
#include "kernels/kernel.h"

extern const qdr_kernel qdr_allgather_hybrid, qdr_allgather_circulant,
    qdr_allgather_by_node;

static const qdr_candidate candidates[] = {
    {&qdr_allgather_circulant, {.kind = QDR_DATAFLOW}, false},
    {&qdr_allgather_hybrid, {.kind = QDR_DATAFLOW}, true},
    {&qdr_allgather_by_node, {.kind = QDR_DATAFLOW}, false},
    {0}};

const qdr_kernel qdr_allgather_auto = {
    .name = "allgather_auto",
    .label = "Collect (auto)",
    .collective = QDR_ALLGATHER,
    .kind = QDR_COMBINING,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .candidates = candidates,
};
