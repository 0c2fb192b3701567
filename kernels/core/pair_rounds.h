/* kernels/core/pair_rounds.h -- the rounds that are a function of the pair.
 *
 * The complete exchanges lex, pex, bex and the irregular schedulings ls, ps, bs
 * that are made from them share these [ponnusamy1992, Sec. 3.1, 3.2, 3.4 and
 * 4.1-4.3]. For p that is no power of two the rounds run to the next power of
 * two, and a partner that does not exist is skipped.
 */
#ifndef QUADRILLE_KERNELS_CORE_PAIR_ROUNDS_H
#define QUADRILLE_KERNELS_CORE_PAIR_ROUNDS_H

#include <stdint.h>

/* qdr_linear_round_of: round i belongs to receiver i; p rounds. */
int64_t qdr_linear_num_rounds(int num_procs);
int64_t qdr_linear_round_of(int src, int dst, int num_procs);

/* qdr_pairwise_round_of: in round j a rank meets the rank whose number differs
 * by XOR j; 2^ceil(lg p) rounds, of which round 0 is empty. */
int64_t qdr_pairwise_num_rounds(int num_procs);
int64_t qdr_pairwise_round_of(int src, int dst, int num_procs);

/* qdr_balanced_round_of: pairwise on the virtual ranks (r + 1) mod p. */
int64_t qdr_balanced_round_of(int src, int dst, int num_procs);

#endif
