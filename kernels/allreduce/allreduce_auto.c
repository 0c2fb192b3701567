/* kernels/allreduce/allreduce_auto.c -- the combination of all vectors to all,
 * by the fastest algorithm for the length and the network at hand.
 *
 * Source:  ours.
 * Idea:    the candidate with the shortest predicted time (kernels/choose.c).
 *          The folded hybrid includes the short and the long algorithm;
 *          the circulant graph is for numbers of ranks with few factors, and
 *          for short vectors; by node, for networks with levels.
 * Cost:    that of the algorithm taken.
 * Needs:   any p. Flags: none. Scratch: a vector, where a rank has none to work
 *          in.
 * Example: p = 31, no network file: a folded hybrid for 2048 bytes, the
 *          circulant graph for 4096 (`quadrille model allreduce --algorithms`).
 */
#include "kernels/kernel.h"

extern const qdr_kernel qdr_allreduce_folded, qdr_allreduce_circulant,
    qdr_allreduce_by_node;

static const qdr_candidate candidates[] = {
    {&qdr_allreduce_folded, {.kind = QDR_DATAFLOW}, true},
    {&qdr_allreduce_circulant, {.kind = QDR_DATAFLOW}, false},
    {&qdr_allreduce_by_node, {.kind = QDR_DATAFLOW}, false},
    {0}};

const qdr_kernel qdr_allreduce_auto = {
    .name = "allreduce_auto",
    .label = "Combine-to-all (auto)",
    .collective = QDR_ALLREDUCE,
    .kind = QDR_COMBINING,
    .paper = "none",
    .section = "-",
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_BOUND,
    .candidates = candidates,
};
