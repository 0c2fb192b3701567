/* kernels/core/pattern_file.h -- patterns in and out of files.
 *
 * matrix  a plain whitespace matrix of bytes, row = sender, as nccl-tests
 *         reads it; 0 means no message.
 * mtx     Matrix Market, `coordinate integer general`; an explicit zero is a
 *         message of 0 bytes.
 * csv     `src,dst,bytes`; written only.
 */
#ifndef QUADRILLE_KERNELS_CORE_PATTERN_FILE_H
#define QUADRILLE_KERNELS_CORE_PATTERN_FILE_H

#include <stdio.h>

#include "kernels/core/pattern.h"

/* qdr_pattern_read reads a plain or a Matrix Market matrix from the file at
 * `path`, told apart by the first line. On bad input returns QDR_ERROR_INPUT
 * and an error of the form `path:line: found, accepted`. Release the pattern
 * with qdr_pattern_cleanup. */
qdr_status qdr_pattern_read(qdr_pattern *pattern, const char *path,
                            qdr_error *error);

/* qdr_pattern_format_names is the NULL-terminated list of what
 * qdr_pattern_write accepts as `format`. */
extern const char *const qdr_pattern_format_names[];

/* qdr_pattern_write writes to `out`. Refuses, before it writes, a plain matrix
 * with a message of 0 bytes, which it cannot express. */
qdr_status qdr_pattern_write(const qdr_pattern *pattern, const char *format,
                             FILE *out, qdr_error *error);

#endif
