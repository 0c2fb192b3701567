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
#include "kernels/core/pair_rounds.h"
#include "kernels/kernel.h"

const qdr_kernel qdr_alltoall_pairwise = {
    .name = "pex",
    .label = "Pairwise (PEX)",
    .collective = QDR_ALLTOALL,
    .kind = QDR_DIRECT,
    .paper = "ponnusamy1992",
    .section = "3.2",
    .flags = QDR_ONE_PORT,
    .rounds = &qdr_pairwise_rounds,
};
