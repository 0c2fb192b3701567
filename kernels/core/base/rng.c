/* kernels/core/base/rng.c -- see rng.h. */
#include "kernels/core/base/rng.h"

static const uint64_t golden_gamma = 0x9e3779b97f4a7c15u;

uint64_t qdr_mix64(uint64_t value)
{
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

void qdr_rng_init(qdr_rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        seed += golden_gamma;
        rng->state[i] = qdr_mix64(seed);
    }
}

static uint64_t rotate_left(uint64_t value, int bits)
{
    return (value << bits) | (value >> (64 - bits));
}

uint64_t qdr_rng_next(qdr_rng *rng)
{
    uint64_t *s = rng->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t carried = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= carried;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint64_t qdr_rng_below(qdr_rng *rng, uint64_t bound)
{
    /* The lowest 2^64 mod bound values would be drawn once too often. */
    uint64_t biased = (0 - bound) % bound;
    uint64_t value;

    do {
        value = qdr_rng_next(rng);
    } while (value < biased);
    return value % bound;
}
