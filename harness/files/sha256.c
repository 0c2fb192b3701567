/* harness/files/sha256.c -- see sha256.h. */
#include "harness/files/sha256.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK = 64, LENGTH_AT = 56, NUM_ROUNDS = 64 };

/* Fractions of the square roots of the first 8 primes, in 32 bits, and of the
 * cube roots of the first 64. */
static const uint32_t starts[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};
static const uint32_t constants[NUM_ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t word, int count)
{
    return word >> count | word << (32 - count);
}

static uint32_t mix(uint32_t word, int a, int b, int c)
{
    return rotate(word, a) ^ rotate(word, b) ^ rotate(word, c);
}

/* The 16 words of a block, most significant byte first, and 48 from them. */
static void expand(const unsigned char *block, uint32_t *words)
{
    for (int i = 0; i < 16; i++, block += 4)
        words[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 |
                   (uint32_t)block[2] << 8 | block[3];
    for (int i = 16; i < NUM_ROUNDS; i++) {
        uint32_t low = words[i - 15], high = words[i - 2];
        words[i] = words[i - 16] + words[i - 7] +
                   (rotate(low, 7) ^ rotate(low, 18) ^ low >> 3) +
                   (rotate(high, 17) ^ rotate(high, 19) ^ high >> 10);
    }
}

static void add_block(uint32_t *state, const unsigned char *block)
{
    uint32_t words[NUM_ROUNDS], s[8];

    expand(block, words);
    memcpy(s, state, sizeof s);
    for (int i = 0; i < NUM_ROUNDS; i++) {
        uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t first =
            s[7] + mix(s[4], 6, 11, 25) + choice + constants[i] + words[i];
        uint32_t second = mix(s[0], 2, 13, 22) + majority;
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += first;
        s[0] = first + second;
    }
    for (int i = 0; i < 8; i++)
        state[i] += s[i];
}

void qdr_sha256_init(qdr_sha256 *sha)
{
    sha->length = 0;
    memcpy(sha->state, starts, sizeof starts);
}

void qdr_sha256_add(qdr_sha256 *sha, const void *data, size_t length)
{
    const unsigned char *from = data;

    while (length > 0) {
        size_t at = sha->length % BLOCK;
        size_t count = length < BLOCK - at ? length : BLOCK - at;
        memcpy(sha->block + at, from, count);
        from += count;
        length -= count;
        sha->length += count;
        if (at + count == BLOCK)
            add_block(sha->state, sha->block);
    }
}

void qdr_sha256_print(qdr_sha256 sha, char *out_digest)
{
    static const unsigned char padding[BLOCK] = {0x80};
    unsigned char bits[8];
    size_t at = sha.length % BLOCK;

    for (int i = 0; i < 8; i++)
        bits[i] = (unsigned char)(8 * sha.length >> (56 - 8 * i));
    qdr_sha256_add(&sha, padding,
                   (at < LENGTH_AT ? LENGTH_AT : BLOCK + LENGTH_AT) - at);
    qdr_sha256_add(&sha, bits, sizeof bits);
    for (int i = 0; i < 8; i++, out_digest += 8)
        snprintf(out_digest, 9, "%08x", (unsigned)sha.state[i]);
}
