/* kernels/alltoallv/alltoallv_pairwise.c -- ps, pairwise scheduling.
 *
 * Source:  [ponnusamy1992, Sec. 4.2], from pairwise exchange, Fig. 2.
 * Idea:    rounds 1..P-1, P = 2^ceil(lg p); in round i rank r exchanges with
 *          r XOR i; a partner >= p, or a pair without messages, idles.
 * Cost:    T <= sum_{i=1}^{P-1} max_r (alpha + beta max(b(r, r^i), b(r^i, r)))
 *          rounds in lockstep, both directions at once; empty rounds cost
 *          nothing. p ranks; b(r, s) bytes from r to s; alpha s/message, beta
 *          s/byte.
 * Needs:   nothing (any p, zero counts allowed).  Flags: ONE_PORT.
 *          Scratch: none.
 * Example: p = 5: rank 0 meets 1 2 3 4; rank 4 meets 0 in round 4, 1 in 5,
 *          2 in 6, 3 in 7.
 */
#include "kernels/alltoall/alltoall_rounds.h"
#include "kernels/kernel.h"

const qdr_kernel qdr_alltoallv_pairwise = {
    .name = "ps",
    .label = "Pairwise (PS)",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DIRECT,
    .paper = "ponnusamy1992",
    .section = "4.2",
    .flags = QDR_ONE_PORT,
    .rounds = &qdr_alltoall_pairwise_rounds,
};
