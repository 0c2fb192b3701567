/* kernels/alltoall/alltoall_balanced.c -- bex, balanced exchange.
 *
 * Source:  [ponnusamy1992, Sec. 3.4, Fig. 4]; the figure's sign of the shift,
 *          not the prose's.
 * Idea:    pairwise exchange of the virtual ranks v = (r + 1) mod p, so that
 *          the exchanges across a fat tree's root spread over the rounds.
 * Cost:    T <= (P - 1) (alpha + beta n), P = 2^ceil(lg p), both directions at
 *          once; p - 1 rounds for p = 2^k. p ranks; n bytes to each other rank;
 *          alpha s/message, beta s/byte.
 * Needs:   nothing (any p, zero bytes allowed).  Flags: ONE_PORT.
 *          Scratch: none.
 * Example: p = 5: 0-4 1-2 | 1-4 0-2 | 2-4 0-1 | 3-4 | 0-3 | 1-3 | 2-3.
 */
#include "kernels/alltoall/alltoall_rounds.h"
#include "kernels/kernel.h"

/* The pairwise round of the virtual ranks. Both ends are real ranks, so a
 * virtual partner >= p never arises. */
static int64_t round_of(int src, int dst, int num_procs)
{
    return (((src + 1) % num_procs) ^ ((dst + 1) % num_procs)) - 1;
}

const qdr_round_rule qdr_alltoall_balanced_rounds = {
    .num_rounds = qdr_alltoall_pairwise_num_rounds, .round_of = round_of};

const qdr_kernel qdr_alltoall_balanced = {
    .name = "bex",
    .label = "Balanced (BEX)",
    .collective = QDR_ALLTOALL,
    .kind = QDR_DIRECT,
    .paper = "ponnusamy1992",
    .section = "3.4",
    .flags = QDR_ONE_PORT,
    .rounds = &qdr_alltoall_balanced_rounds,
};
