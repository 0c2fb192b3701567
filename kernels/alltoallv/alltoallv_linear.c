/* kernels/alltoallv/alltoallv_linear.c -- ls, linear scheduling.
 *
 * Source:  [ponnusamy1992, Sec. 4.1], from linear exchange, Sec. 3.1.
 * Idea:    in round i every rank with a message for rank i sends it; rank i
 *          takes its senders one after another, in ascending order.
 * Cost:    T <= alpha M + beta B, rounds in lockstep: every message waits for
 *          its receiver. M messages and B bytes off the diagonal; alpha
 *          s/message, beta s/byte.
 * Needs:   nothing (any p, zero counts allowed).  Flags: none.  Scratch: none.
 * Example: p = 5, complete: round 1 is 1 2 3 4 -> 0, round 2 is 0 2 3 4 -> 1.
 */
#include "kernels/alltoall/alltoall_rounds.h"
#include "kernels/kernel.h"

const qdr_kernel qdr_alltoallv_linear = {
    .name = "ls",
    .label = "Linear (LS)",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DIRECT,
    .paper = "ponnusamy1992",
    .section = "4.1",
    .flags = 0,
    .rounds = &qdr_alltoall_linear_rounds,
};
