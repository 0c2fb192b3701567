/* workloads/text/packed.h -- the text of a file, unpacked if it is xz. */
#ifndef QUADRILLE_WORKLOADS_TEXT_PACKED_H
#define QUADRILLE_WORKLOADS_TEXT_PACKED_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/core/base/status.h"

/* Max bytes of a file, unpacked: a larger one is a mistake. */
#define QDR_MAX_FILE_BYTES ((size_t)1 << 31)

/* A file in memory. */
typedef struct qdr_bytes {
    char *data; /* a zero byte follows the last */
    size_t length;
} qdr_bytes;

/* qdr_bytes_read reads a whole file; it unpacks xz, whatever the file's name.
 * Refuses a file that cannot be read, is damaged, too large or no text, with a
 * line that begins with its path. *bytes must be zeroed before. Release with
 * qdr_bytes_cleanup. */
qdr_status qdr_bytes_read(qdr_bytes *bytes, const char *path, qdr_error *error);

/* qdr_bytes_grow makes room for more than *capacity bytes, and for the zero
 * behind them. */
qdr_status qdr_bytes_grow(qdr_bytes *bytes, size_t *capacity, const char *name,
                          qdr_error *error);

/* qdr_bytes_unpack unpacks data[0..length-1], which is xz; errors call it
 * `name`. Release with qdr_bytes_cleanup. Where the build found no liblzma, it
 * refuses. */
qdr_status qdr_bytes_unpack(qdr_bytes *bytes, const char *name,
                            const void *data, size_t length, qdr_error *error);

/* qdr_bytes_cleanup releases what either allocated; a zeroed one is legal. */
void qdr_bytes_cleanup(qdr_bytes *bytes);

/* qdr_file_kind_refuse refuses, by its name if that is known, a file whose
 * bytes data[from..length-1] are no text: packed, of UTF-16, with a zero byte.
 */
qdr_status qdr_file_kind_refuse(const char *data, size_t from, size_t length,
                                const char *name, qdr_error *error);

/* qdr_file_kind_refuse_lines refuses a whole text whose lines end in a carriage
 * return alone. */
qdr_status qdr_file_kind_refuse_lines(const char *data, size_t length,
                                      const char *name, qdr_error *error);

/* qdr_is_harwell_boeing returns whether a text, which a zero byte ends, is a
 * matrix in the format of Harwell-Boeing, or Rutherford-Boeing. */
bool qdr_is_harwell_boeing(const char *text);

#endif
