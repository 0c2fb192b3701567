/* workloads/text/packed.h -- the text of a file, unpacked if it is xz. */
#ifndef QUADRILLE_WORKLOADS_TEXT_PACKED_H
#define QUADRILLE_WORKLOADS_TEXT_PACKED_H

#include <stddef.h>

#include "kernels/core/base/status.h"

/* Max bytes of a file, unpacked: a larger one is a mistake. */
#define QDR_MAX_FILE_BYTES ((size_t)1 << 31)

typedef struct qdr_bytes {
    char *data; /* a zero byte follows the last */
    size_t length;
} qdr_bytes;

/* qdr_bytes_read reads a whole file; it unpacks xz, whatever the file's name.
 * Refuses a file that cannot be read, is damaged, too large or no text, with a
 * line that begins with its path. *bytes must be zeroed before. Release with
 * qdr_bytes_cleanup. */
qdr_status qdr_bytes_read(qdr_bytes *bytes, const char *path, qdr_error *error);

/* qdr_bytes_unpack unpacks data[0..length-1], which is xz; errors call it
 * `name`. Release with qdr_bytes_cleanup. */
qdr_status qdr_bytes_unpack(qdr_bytes *bytes, const char *name,
                            const void *data, size_t length, qdr_error *error);

/* qdr_bytes_cleanup releases what either allocated; a zeroed one is legal. */
void qdr_bytes_cleanup(qdr_bytes *bytes);

#endif
