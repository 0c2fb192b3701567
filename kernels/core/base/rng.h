/* kernels/core/base/rng.h -- the one source of randomness, the same everywhere.
 *
 * xoshiro256** (Blackman and Vigna, 2018), its state filled by splitmix64 from
 * one 64-bit seed. Pure integers: the same seed gives the same numbers on
 * every machine, compiler and library.
 */
#ifndef QUADRILLE_KERNELS_CORE_BASE_RNG_H
#define QUADRILLE_KERNELS_CORE_BASE_RNG_H

#include <stdint.h>

/* A stream of random numbers. Start it with qdr_rng_init; a copy repeats the
 * stream from there. */
typedef struct qdr_rng {
    uint64_t state[4];
} qdr_rng;

/* qdr_rng_init seeds `rng`; any seed is good, 0 included. */
void qdr_rng_init(qdr_rng *rng, uint64_t seed);

/* qdr_rng_next returns 64 uniform bits. */
uint64_t qdr_rng_next(qdr_rng *rng);

/* qdr_rng_below returns a uniform integer in [0, bound), bound > 0, exactly
 * uniform by rejection. */
uint64_t qdr_rng_below(qdr_rng *rng, uint64_t bound);

/* qdr_mix64 is splitmix64's finaliser: a bijection that spreads every bit. */
uint64_t qdr_mix64(uint64_t value);

#endif
