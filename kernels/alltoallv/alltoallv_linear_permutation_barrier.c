/* kernels/alltoallv/alltoallv_linear_permutation_barrier.c -- lp_barrier,
 * modified linear permutation.
 *
 * Source:  [ranka1995, Sec. 4, Fig. 3].
 * Idea:    linear permutation with a barrier after every round, so that no rank
 *          runs ahead and meets another at a busy receiver. A round without
 *          messages has no barrier. First every rank learns its senders: the
 *          figure's line 1, mode +announce.
 * Cost:    T <= sum_{k=1}^{P-1} max_r (alpha + beta max(b(r, r^k), b(r^k, r))),
 *          P = 2^ceil(lg p), both directions at once; empty rounds cost
 *          nothing; announcements and barriers are not counted. b(r, s) bytes
 *          from r to s; alpha s/message, beta s/byte.
 * Needs:   nothing (any p, zero counts allowed).  Flags: ONE_PORT.
 *          Scratch: none.
 * Example: p = 5: rank 0 meets 1 2 3 4; rank 4 meets 0 in round 4, 1 in 5,
 *          2 in 6, 3 in 7.
 */
#include "kernels/alltoall/alltoall_rounds.h"
#include "kernels/kernel.h"

const qdr_kernel qdr_alltoallv_linear_permutation_barrier = {
    .name = "lp_barrier",
    .label = "Linear permutation, barrier",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DIRECT,
    .paper = "ranka1995",
    .section = "4",
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_POSTED, .barrier = true, .announces = true},
    .rounds = &qdr_alltoall_pairwise_rounds,
};
