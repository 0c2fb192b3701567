/* kernels/alltoallv/pairwise.h -- the rounds of pairwise exchange.
 *
 * In round j a rank meets the rank whose number differs by XOR j
 * [ponnusamy1992, Fig. 2]. For p that is no power of two the rounds run to
 * the next power of two, and a partner that does not exist is skipped.
 */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_PAIRWISE_H
#define QUADRILLE_KERNELS_ALLTOALLV_PAIRWISE_H

#include <stdint.h>

/* qdr_pairwise_num_rounds returns 2^ceil(lg p), which is above every XOR of
 * two ranks. */
static inline int64_t qdr_pairwise_num_rounds(int num_procs)
{
    int64_t rounds = 1;

    while (rounds < num_procs)
        rounds *= 2;
    return rounds;
}

#endif
