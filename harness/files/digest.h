/* harness/files/digest.h -- SHA-256 of files, by libcrypto. */
#ifndef QUADRILLE_HARNESS_FILES_DIGEST_H
#define QUADRILLE_HARNESS_FILES_DIGEST_H

#include "kernels/core/status.h"

enum { QDR_DIGEST_LENGTH = 64 };

/* qdr_digest_file writes the SHA-256 of the file at `path`, in hexadecimal and
 * NUL-terminated, to out_digest[QDR_DIGEST_LENGTH + 1]. */
qdr_status qdr_digest_file(const char *path, char *out_digest,
                           qdr_error *error);

/* qdr_read_file returns the file's text, NUL-terminated, to free(); NULL if it
 * cannot be read. */
char *qdr_read_file(const char *path);

#endif
