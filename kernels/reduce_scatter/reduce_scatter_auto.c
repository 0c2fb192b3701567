/* kernels/reduce_scatter/reduce_scatter_auto.c -- of the combined vector, each
 * part to its rank, by the fastest algorithm for the length and the network at
 * hand.
 *
 * Source:  ours.
 * Idea:    the candidate with the shortest predicted time (kernels/choose.c).
 *          The only one at present, the hybrid, includes the others.
 * Cost:    that of the algorithm taken.
 * Needs:   any p; a commutative operator. Flags: ONE_PORT, COMMUTATIVE.
 *          Scratch: a vector, where a rank has none to work in.
 * Example: p = 30: the hybrid of the fastest mesh, such as 2x3x5.
 */
#include "kernels/kernel.h"

extern const qdr_kernel qdr_reduce_scatter_hybrid;

static const qdr_candidate candidates[] = {
    {&qdr_reduce_scatter_hybrid, {.kind = QDR_DATAFLOW}, true}, {0}};

const qdr_kernel qdr_reduce_scatter_auto = {
    .name = "reduce_scatter_auto",
    .label = "Distributed combine (auto)",
    .collective = QDR_REDUCE_SCATTER,
    .kind = QDR_COMBINING,
    .paper = "none",
    .section = "-",
    .flags = QDR_ONE_PORT | QDR_COMMUTATIVE,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .candidates = candidates,
};
