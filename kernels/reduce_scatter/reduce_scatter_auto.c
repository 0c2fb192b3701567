/* kernels/reduce_scatter/reduce_scatter_auto.c -- of the combined vector, each
 * part to its rank, by the fastest algorithm for the length and the network at
 * hand.
 *
 * Source:  ours.
 * Idea:    the candidate with the shortest predicted time (kernels/choose.c).
 *          The hybrid includes the short and the long algorithm; the ordered
 *          one is for long vectors and operators that do not commute, where a
 *          hybrid has few dimensions of 2.
 * Cost:    that of the algorithm taken.
 * Needs:   any p. Flags: ONE_PORT. Scratch: a vector, where a rank has none
 *          to work in.
 * Example: p = 30: the hybrid of the fastest mesh, such as 2x3x5.
 */
#include "kernels/kernel.h"

extern const qdr_kernel qdr_reduce_scatter_hybrid, qdr_reduce_scatter_ordered;

static const qdr_candidate candidates[] = {
    {&qdr_reduce_scatter_hybrid, {.kind = QDR_PACED}, true},
    {&qdr_reduce_scatter_ordered, {.kind = QDR_PACED}, false},
    {0}};

const qdr_kernel qdr_reduce_scatter_auto = {
    .name = "reduce_scatter_auto",
    .label = "Distributed combine (auto)",
    .collective = QDR_REDUCE_SCATTER,
    .kind = QDR_COMBINING,
    .paper = "none",
    .section = "-",
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_PACED},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .candidates = candidates,
};
