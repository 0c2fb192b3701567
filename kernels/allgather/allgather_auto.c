/* kernels/allgather/allgather_auto.c -- every rank's part to all, by the
 * fastest algorithm for the length and the network at hand.
 *
 * Source:  ours.
 * Idea:    the candidate with the shortest predicted time (kernels/choose.c).
 *          The only one at present, the hybrid, includes the others.
 * Cost:    that of the algorithm taken.
 * Needs:   any p. Flags: ONE_PORT. Scratch: a vector, where a rank has none to
 *          work in.
 * Example: p = 30: the hybrid of the fastest mesh, such as 2x3x5.
 */
#include "kernels/kernel.h"

extern const qdr_kernel qdr_allgather_hybrid;

static const qdr_candidate candidates[] = {
    {&qdr_allgather_hybrid, {.kind = QDR_DATAFLOW}, true}, {0}};

const qdr_kernel qdr_allgather_auto = {
    .name = "allgather_auto",
    .label = "Collect (auto)",
    .collective = QDR_ALLGATHER,
    .kind = QDR_COMBINING,
    .paper = "none",
    .section = "-",
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .candidates = candidates,
};
