/* harness/files/sha256.h -- SHA-256 of bytes in memory, as FIPS 180-4 defines
 * it; own code, so that no cluster needs a cryptographic library. It identifies
 * files and keeps no secret. */
#ifndef QUADRILLE_HARNESS_FILES_SHA256_H
#define QUADRILLE_HARNESS_FILES_SHA256_H

#include <stddef.h>
#include <stdint.h>

/* The digest of the bytes so far. */
typedef struct qdr_sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes added */
    unsigned char block[64];
} qdr_sha256;

/* qdr_sha256_init begins with no bytes. */
void qdr_sha256_init(qdr_sha256 *sha);

/* qdr_sha256_add appends data[0..length-1]. */
void qdr_sha256_add(qdr_sha256 *sha, const void *data, size_t length);

/* qdr_sha256_print writes the digest of all bytes so far, 64 hexadecimal digits
 * and NUL, to `out_digest`; more bytes may follow. */
void qdr_sha256_print(qdr_sha256 sha, char *out_digest);

#endif
