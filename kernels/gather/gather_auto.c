/* kernels/gather/gather_auto.c -- every rank's part to the root, by the
 * fastest algorithm for the length and the network at hand.
 *
 * Source:  ours.
 * Idea:    the candidate with the shortest predicted time (kernels/choose.c).
 *          The postal tree is for short parts and free receivers, or for
 *          long parts.
 *          By node is for networks with levels.
 * Cost:    that of the algorithm taken.
 * Needs:   one root (any rank, any p). Flags: ONE_PORT. Scratch: a vector,
 *          where a rank has none to work in.
 * Example: p = 64, 4096 bytes: a postal tree without a network file, gather_mst
 *          with configs/machines/cm5_1992.yaml (`quadrille model gather
 *          --algorithms`).
 */
#include "kernels/kernel.h"

extern const qdr_kernel qdr_gather_mst, qdr_gather_postal, qdr_gather_by_node;

static const qdr_candidate candidates[] = {
    {&qdr_gather_mst, {.kind = QDR_DATAFLOW}, true},
    {&qdr_gather_postal, {.kind = QDR_POSTED_ALL}, false},
    {&qdr_gather_by_node, {.kind = QDR_POSTED_ALL}, false},
    {0}};

const qdr_kernel qdr_gather_auto = {
    .name = "gather_auto",
    .label = "Gather (auto)",
    .collective = QDR_GATHER,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .candidates = candidates,
};
