/* kernels/alltoallv/alltoallv_linear_permutation.c -- lp, linear permutation.
 *
 * Source:  [wang1993, Sec. 3.2, Fig. 3]; the figure's sendl_i^k is sendl_i^j.
 * Idea:    in round k rank i posts a receive from rank i XOR k, if that one has
 *          a message for it, then sends its own; no barrier. The rounds are
 *          those of pairwise scheduling, whose empty rounds count here, as
 *          the paper's tables count them; the mode differs.
 * Cost:    T <= sum_{k=1}^{P-1} max_r (alpha + beta max(b(r, r^k), b(r^k, r))),
 *          P = 2^ceil(lg p), rounds in lockstep, both directions at once;
 *          empty rounds cost nothing. b(r, s) bytes from r to s; alpha
 *          s/message, beta s/byte.
 * Needs:   nothing (any p, zero counts allowed).  Flags: ONE_PORT.
 *          Scratch: none.
 * Example: p = 5: rank 0 meets 1 2 3 4; rank 4 meets 0 in round 4, 1 in 5,
 *          2 in 6, 3 in 7.
 */
#include "kernels/alltoall/alltoall_rounds.h"
#include "kernels/kernel.h"

static const qdr_round_rule all_rounds = {
    .num_rounds = qdr_alltoall_pairwise_num_rounds,
    .round_of = qdr_alltoall_pairwise_round_of,
    .keeps_empty = true};

const qdr_kernel qdr_alltoallv_linear_permutation = {
    .name = "lp",
    .label = "Linear permutation (LP)",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DIRECT,
    .paper = "wang1993",
    .section = "3.2",
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_POSTED},
    .rounds = &all_rounds,
};
