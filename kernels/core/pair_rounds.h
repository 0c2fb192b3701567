/* kernels/core/pair_rounds.h -- the rounds that are a function of the pair.
 *
 * The complete exchanges lex, pex, bex and the irregular schedulings ls, ps, bs
 * that are made from them share these [ponnusamy1992, Sec. 3.1, 3.2, 3.4 and
 * 4.1-4.3]. For p that is no power of two the pairwise rounds run to the next
 * power of two, and a partner that does not exist is skipped. A complete
 * exchange uses every round.
 */
#ifndef QUADRILLE_KERNELS_CORE_PAIR_ROUNDS_H
#define QUADRILLE_KERNELS_CORE_PAIR_ROUNDS_H

#include "kernels/core/schedule.h"

/* Round i, from 0, belongs to receiver i; p rounds. */
extern const qdr_round_rule qdr_linear_rounds;

/* In round j, from 0, a rank meets the rank whose number differs by XOR j + 1;
 * 2^ceil(lg p) - 1 rounds. */
extern const qdr_round_rule qdr_pairwise_rounds;

/* Pairwise on the virtual ranks (r + 1) mod p. */
extern const qdr_round_rule qdr_balanced_rounds;

#endif
