/* kernels/allreduce/allreduce_auto.c -- the combination of all vectors to all,
 * by the fastest algorithm for the length and the network at hand.
 *
 * Source:  ours.
 * Idea:    the candidate with the shortest predicted time (kernels/choose.c).
 *          The folded hybrid includes the short and the long algorithm;
 *          recursive multiplying is for short vectors, the circulant graph for
 *          medium ones and for numbers of ranks with few factors; by node, for
 *          networks with levels.
 * Cost:    that of the algorithm taken.
 * Needs:   any p. Flags: none. Scratch: a vector, where a rank has none to work
 *          in.
 * Example: p = 31, no network file: recursive multiplying for 4096 bytes, the
 *          circulant graph for 8192 (`quadrille model allreduce --algorithms`).
 */
#include "kernels/kernel.h"

extern const qdr_kernel qdr_allreduce_folded, qdr_allreduce_multiplied,
    qdr_allreduce_circulant, qdr_allreduce_by_node;

static const qdr_candidate candidates[] = {
    {&qdr_allreduce_multiplied, {.kind = QDR_DATAFLOW}, false},
    {&qdr_allreduce_circulant, {.kind = QDR_DATAFLOW}, false},
    {&qdr_allreduce_folded, {.kind = QDR_DATAFLOW}, true},
    {&qdr_allreduce_by_node, {.kind = QDR_DATAFLOW}, false},
    {0}};

const qdr_kernel qdr_allreduce_auto = {
    .name = "allreduce_auto",
    .label = "Combine-to-all (auto)",
    .collective = QDR_ALLREDUCE,
    .kind = QDR_COMBINING,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_BOUND,
    .candidates = candidates,
};
