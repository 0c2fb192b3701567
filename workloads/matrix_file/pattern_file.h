/* workloads/matrix_file/pattern_file.h -- patterns in and out of files.
 *
 * matrix      a plain matrix of bytes, separated by blanks or commas, row =
 *             sender; 0 means no message.
 * mtx         Matrix Market, `coordinate integer|real|pattern
 *             general|symmetric`; an explicit zero is a message of 0 bytes.
 * nccl_tests  a plain matrix of bytes, aligned down to 16; read only.
 * open_mpi    profiles of Open MPI's monitoring; read only.
 * csv         `src,dst,bytes`; written only.
 * A file that is read may be packed by xz.
 * pattern_<format>.c says how each is read.
 */
#ifndef QUADRILLE_WORKLOADS_MATRIX_FILE_PATTERN_FILE_H
#define QUADRILLE_WORKLOADS_MATRIX_FILE_PATTERN_FILE_H

#include <stdio.h>

#include "kernels/core/problem/pattern.h"
#include "workloads/matrix_file/pattern_choice.h"

/* qdr_pattern_read_format_names is the NULL-terminated list of formats for
 * qdr_pattern_read_as; "auto" detects the format by the first line. Only
 * nccl_tests must be named, because it looks like a plain matrix. */
extern const char *const qdr_pattern_read_format_names[];

/* qdr_pattern_read_as reads the file at `path`. On bad input returns
 * QDR_ERROR_INPUT and an error of the form `path:line: found; accepted`.
 * Release the pattern with qdr_pattern_cleanup. */
qdr_status qdr_pattern_read_as(qdr_pattern *pattern, const char *path,
                               const qdr_pattern_choice *choice,
                               qdr_error *error);

/* qdr_pattern_read reads a matrix of bytes, of a format that is detected. */
qdr_status qdr_pattern_read(qdr_pattern *pattern, const char *path,
                            qdr_error *error);

/* qdr_pattern_format_names is the NULL-terminated list of formats for
 * qdr_pattern_write. */
extern const char *const qdr_pattern_format_names[];

/* qdr_pattern_write writes to `out`. Before it writes, it refuses a plain
 * matrix with a message of 0 bytes, which the format cannot express. */
qdr_status qdr_pattern_write(const qdr_pattern *pattern, const char *format,
                             FILE *out, qdr_error *error);

#endif
