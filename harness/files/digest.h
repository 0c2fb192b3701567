/* harness/files/digest.h -- SHA-256 of files. */
#ifndef QUADRILLE_HARNESS_FILES_DIGEST_H
#define QUADRILLE_HARNESS_FILES_DIGEST_H

#include <stdint.h>
#include <stdio.h>

#include "kernels/core/base/status.h"

enum { QDR_DIGEST_LENGTH = 64 };

/* qdr_digest_file writes the SHA-256 of the file at `path`, in hexadecimal and
 * NUL-terminated, to out_digest[QDR_DIGEST_LENGTH + 1]. */
qdr_status qdr_digest_file(const char *path, char *out_digest,
                           qdr_error *error);

/* qdr_digest_bytes does so with the SHA-256 of data[0..length-1]. */
void qdr_digest_bytes(const void *data, size_t length, char *out_digest);

/* A digest of a file that grows. qdr_digest_new makes one that has read
 * nothing; NULL (out of memory) makes qdr_digest_follow fail. Free with
 * qdr_digest_free, which accepts NULL. */
typedef struct qdr_digest qdr_digest;
qdr_digest *qdr_digest_new(void);
void qdr_digest_free(qdr_digest *digest);

/* qdr_digest_follow reads the bytes that the file of a descriptor has gained
 * since the last call, from its beginning on, and writes the digest of all of
 * it. Returns the file's length; -1: it cannot be read. */
int64_t qdr_digest_follow(qdr_digest *digest, int file, char *out_digest);

/* qdr_read_stream returns the text of `file` up to its first NUL, that is, the
 * whole of a text file, to free(), and closes it. NULL: `file` is NULL, or it
 * cannot be read. */
char *qdr_read_stream(FILE *file);

/* qdr_read_file returns the file's text, NUL-terminated, to free(); NULL if it
 * cannot be read. */
char *qdr_read_file(const char *path);

#endif
