/* kernels/preload/programs/data_digest.h -- a 64-bit digest of bytes.
 *
 * The programs digest all data that they receive; a test compares the digests
 * with and without another library below them.
 */
#ifndef QUADRILLE_KERNELS_PRELOAD_PROGRAMS_DATA_DIGEST_H
#define QUADRILLE_KERNELS_PRELOAD_PROGRAMS_DATA_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* Scrambles a number: nearby numbers have unlike results. */
static inline uint64_t scramble(uint64_t value)
{
    value ^= value >> 32;
    value *= UINT64_C(0xd6e8feb86659fd93);
    value ^= value >> 32;
    value *= UINT64_C(0xd6e8feb86659fd93);
    return value ^ value >> 32;
}

/* The digest of `digest` followed by len_bytes of `data`. */
static inline uint64_t digest_of(uint64_t digest, const void *data,
                                 size_t len_bytes)
{
    const unsigned char *bytes = data;

    for (size_t i = 0; i < len_bytes; i++)
        digest = scramble(digest + bytes[i] + 1);
    return digest;
}

#endif
