/* kernels/alltoallv/alltoallv_auto.c -- the messages of any pattern, by the
 * fastest algorithm for the traffic and the network at hand.
 *
 * Source:  ours.
 * Idea:    the candidate with the shortest predicted time (kernels/choose.c).
 *          All messages go straight, as soon as they can; or, where many are
 *          short, they are combined on the way; or, on a network with levels,
 *          the adapters of a node share what leaves and enters it.
 * Cost:    that of the algorithm taken.
 * Needs:   nothing (any p, zero counts allowed). Flags: none. Scratch: that of
 *          the algorithm taken.
 * Example: p = 5: rank 3 sends to 4, 0, 1, 2, as scattered.
 */
#include "kernels/kernel.h"

extern const qdr_kernel qdr_alltoallv_scattered, qdr_alltoallv_bruck,
    qdr_alltoallv_node_balanced;

static const qdr_candidate candidates[] = {
    {&qdr_alltoallv_scattered, {.kind = QDR_WINDOW, .window = 32}, true},
    {&qdr_alltoallv_bruck, {.kind = QDR_WINDOW, .window = 32}, false},
    {&qdr_alltoallv_node_balanced, {.kind = QDR_DATAFLOW}, false},
    {0}};

const qdr_kernel qdr_alltoallv_auto = {
    .name = "alltoallv_auto",
    .label = "Messages (auto)",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_COMBINING,
    .mode = {.kind = QDR_WINDOW, .window = 32},
    .exactness = QDR_BOUND,
    .candidates = candidates,
};
