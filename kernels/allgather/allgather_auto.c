/* kernels/allgather/allgather_auto.c -- every rank's part to all, by the
 * fastest algorithm for the length and the network at hand.
 *
 * Source:  ours.
 * Idea:    the candidate with the shortest predicted time (kernels/choose.c).
 *          The hybrid includes the short and the long algorithm;
 *          the circulant graph is for numbers of ranks with few factors, and
 *          for short vectors.
 * Cost:    that of the algorithm taken.
 * Needs:   any p. Flags: none. Scratch: a vector, where a rank has none to
 *          work in.
 * Example: p = 30, no network file: the circulant graph for 4194304 bytes, a
 *          hybrid for 16777216 (`quadrille model allgather --algorithms`).
 */
#include "kernels/kernel.h"

extern const qdr_kernel qdr_allgather_hybrid, qdr_allgather_circulant;

static const qdr_candidate candidates[] = {
    {&qdr_allgather_hybrid, {.kind = QDR_DATAFLOW}, true},
    {&qdr_allgather_circulant, {.kind = QDR_DATAFLOW}, false},
    {0}};

const qdr_kernel qdr_allgather_auto = {
    .name = "allgather_auto",
    .label = "Collect (auto)",
    .collective = QDR_ALLGATHER,
    .kind = QDR_COMBINING,
    .paper = "none",
    .section = "-",
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .candidates = candidates,
};
