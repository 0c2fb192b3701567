/* kernels/scatter/scatter_auto.c -- of the root's vector, each part to its
 * rank, by the fastest algorithm for the length and the network at hand.
 *
 * Source:  ours.
 * Idea:    the candidate with the shortest predicted time (kernels/choose.c).
 *          The postal tree is for short parts and free senders; linear is for
 *          long parts.
 *          By node is for networks with levels.
 * Cost:    that of the algorithm taken.
 * Needs:   one root (any rank, any p). Flags: ONE_PORT. Scratch: a vector,
 *          where a rank has none to work in.
 * Example: p = 64, no network file: a postal tree for 65536 bytes, linear for
 *          1048576 (`quadrille model scatter --algorithms`).
 */
#include "kernels/kernel.h"

extern const qdr_kernel qdr_scatter_mst, qdr_scatter_linear, qdr_scatter_postal,
    qdr_scatter_by_node;

static const qdr_candidate candidates[] = {
    {&qdr_scatter_mst, {.kind = QDR_DATAFLOW}, true},
    {&qdr_scatter_linear, {.kind = QDR_WINDOW, .window = 32}, false},
    {&qdr_scatter_postal, {.kind = QDR_DATAFLOW}, false},
    {&qdr_scatter_postal, {.kind = QDR_PACED}, false},
    {&qdr_scatter_by_node, {.kind = QDR_POSTED_ALL}, false},
    {0}};

const qdr_kernel qdr_scatter_auto = {
    .name = "scatter_auto",
    .label = "Scatter (auto)",
    .collective = QDR_SCATTER,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .candidates = candidates,
};
