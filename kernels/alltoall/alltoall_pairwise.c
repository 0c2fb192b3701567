/* kernels/alltoall/alltoall_pairwise.c -- pex, pairwise exchange.
 *
 * Source:  [ponnusamy1992, Sec. 3.2, Fig. 2].
 * Idea:    rounds 1..P-1, P = 2^ceil(lg p); in round j rank r exchanges with
 *          r XOR j; a partner >= p is skipped.
 * Cost:    T <= (P - 1) (alpha + beta n), both directions at once; p - 1 rounds
 *          for p = 2^k. p ranks; n bytes to each other rank; alpha s/message,
 *          beta s/byte.
 * Needs:   nothing (any p, zero bytes allowed).  Flags: ONE_PORT.
 *          Scratch: none.
 * Example: p = 5: 0-1 2-3 | 0-2 1-3 | 0-3 1-2 | 0-4 | 1-4 | 2-4 | 3-4.
 */
#include "kernels/alltoall/alltoall_rounds.h"
#include "kernels/kernel.h"

int64_t qdr_alltoall_pairwise_num_rounds(int num_procs)
{
    int64_t ranks = 1;

    while (ranks < num_procs)
        ranks *= 2;
    return ranks - 1;
}

/* In round j = i + 1, i from 0, rank r exchanges with r XOR j. */
int64_t qdr_alltoall_pairwise_round_of(int src, int dst, int num_procs)
{
    (void)num_procs;
    return (src ^ dst) - 1;
}

const qdr_round_rule qdr_alltoall_pairwise_rounds = {
    .num_rounds = qdr_alltoall_pairwise_num_rounds,
    .round_of = qdr_alltoall_pairwise_round_of};

const qdr_kernel qdr_alltoall_pairwise = {
    .name = "pex",
    .label = "Pairwise (PEX)",
    .collective = QDR_ALLTOALL,
    .kind = QDR_DIRECT,
    .paper = "ponnusamy1992",
    .section = "3.2",
    .flags = QDR_ONE_PORT,
    .rounds = &qdr_alltoall_pairwise_rounds,
};
