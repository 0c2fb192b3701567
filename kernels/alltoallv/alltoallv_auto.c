/* kernels/alltoallv/alltoallv_auto.c -- the messages of any pattern, by the
 * fastest algorithm for the traffic and the network at hand.
 *
 * Source:  ours.
 * Idea:    the candidate with the shortest predicted time (kernels/choose.c).
 *          At present there is one: all messages go straight, as soon as they
 *          can.
 * Cost:    that of the algorithm taken.
 * Needs:   nothing (any p, zero counts allowed). Flags: ONE_PORT. Scratch:
 *          none.
 * Example: p = 5: rank 3 sends to 4, 0, 1, 2, as scattered.
 */
#include "kernels/kernel.h"

extern const qdr_kernel qdr_alltoallv_scattered;

static const qdr_candidate candidates[] = {
    {&qdr_alltoallv_scattered, {.kind = QDR_WINDOW, .window = 32}, true}, {0}};

const qdr_kernel qdr_alltoallv_auto = {
    .name = "alltoallv_auto",
    .label = "Messages (auto)",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DIRECT,
    .paper = "none",
    .section = "-",
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_WINDOW, .window = 32},
    .candidates = candidates,
};
