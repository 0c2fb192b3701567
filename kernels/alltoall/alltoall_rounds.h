/* kernels/alltoall/alltoall_rounds.h -- the rules of lex, pex and bex.
 *
 * The irregular schedulings ls, ps, lp and bs are made from them: a message
 * takes the round of its pair [ponnusamy1992, Sec. 4.1-4.3]. Each rule is in
 * the file of its complete exchange.
 */
#ifndef QUADRILLE_KERNELS_ALLTOALL_ALLTOALL_ROUNDS_H
#define QUADRILLE_KERNELS_ALLTOALL_ALLTOALL_ROUNDS_H

#include "kernels/core/schedule/schedule.h"

/* The rules of lex, pex and bex. */
extern const qdr_round_rule qdr_alltoall_linear_rounds;
extern const qdr_round_rule qdr_alltoall_pairwise_rounds;
extern const qdr_round_rule qdr_alltoall_balanced_rounds;

/* qdr_alltoall_pairwise_num_rounds returns 2^ceil(lg p) - 1;
 * qdr_alltoall_pairwise_round_of, src XOR dst - 1. */
int64_t qdr_alltoall_pairwise_num_rounds(int num_procs);
int64_t qdr_alltoall_pairwise_round_of(int src, int dst, int num_procs);

#endif
