/* kernels/alltoallv/alltoallv_balanced.c -- bs, balanced scheduling.
 *
 * Source:  [ponnusamy1992, Sec. 4.3], from balanced exchange, Fig. 4.
 * Idea:    pairwise scheduling of the virtual ranks v = (r + 1) mod p: in round
 *          i virtual rank v exchanges with v XOR i. The shift by one spreads
 *          the exchanges that cross a fat tree's root over the rounds. The sign
 *          is that of the figure; the prose of Sec. 3.4 has the other.
 * Cost:    T <= sum_{i=1}^{P-1} max_r (alpha + beta max(b(r, s), b(s, r))),
 *          s = ((v(r) XOR i) - 1) mod p, P = 2^ceil(lg p), rounds in lockstep;
 *          empty rounds cost nothing. p ranks; b(r, s) bytes from r to s;
 *          alpha s/message, beta s/byte.
 * Needs:   nothing (any p, zero counts allowed).  Flags: ONE_PORT.
 *          Scratch: none.
 * Example: p = 5: rank 4 is virtual 0 and meets 0 1 2 3 in rounds 1 2 3 4;
 *          rank 3 is virtual 4 and meets 4 in round 4, 0 in 5, 1 in 6, 2 in 7.
 */
#include "kernels/alltoall/alltoall_rounds.h"
#include "kernels/kernel.h"

const qdr_kernel qdr_alltoallv_balanced = {
    .name = "bs",
    .label = "Balanced (BS)",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DIRECT,
    .paper = "ponnusamy1992",
    .section = "4.3",
    .flags = QDR_ONE_PORT,
    .rounds = &qdr_alltoall_balanced_rounds,
};
