/* workloads/matrix_file/pattern_file.h -- patterns in and out of files.
 *
 * matrix      a plain matrix of bytes, separated by blanks or commas, row =
 *             sender; 0 means no message.
 * mtx         Matrix Market, `coordinate integer|real|pattern
 *             general|symmetric`; an explicit zero is a message of 0 bytes.
 * nccl_tests  a plain matrix of bytes, aligned down to 16; read only.
 * csv         `src,dst,bytes`; written only.
 * A file that is read may be packed by xz.
 * pattern_<format>.c says how each is read.
 */
#ifndef QUADRILLE_WORKLOADS_MATRIX_FILE_PATTERN_FILE_H
#define QUADRILLE_WORKLOADS_MATRIX_FILE_PATTERN_FILE_H

#include <stdint.h>
#include <stdio.h>

#include "kernels/core/problem/problem.h"
#include "workloads/text/text_reader.h"

/* qdr_pattern_read_format_names is the NULL-terminated list of formats for
 * qdr_pattern_read_as; "auto" detects the format by the first line. Only
 * nccl_tests must be named, because it looks like a plain matrix. */
extern const char *const qdr_pattern_read_format_names[];

/* What to read of a file. */
typedef struct qdr_pattern_choice {
    const char *format;
    int64_t unit; /* bytes of a unit, which the entries count */
    int procs;    /* ranks; of nccl_tests, the first so many; 0: all */
} qdr_pattern_choice;

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

/* For formats. Each is one file, pattern_<format>.c, that ends with its entry,
 * and one line of the table in pattern_file.c.
 *
 * A file while it is read, and the messages found so far. */
typedef struct qdr_reader {
    qdr_text text;
    const qdr_pattern_choice *choice;
    qdr_message *messages; /* owned */
    int64_t num_messages, capacity;
    int64_t total_bytes; /* of the messages */
} qdr_reader;

/* A format of traffic files. */
typedef struct qdr_pattern_format {
    const char *name;
    /* Detects the format by the first line that is not blank, without its
     * leading blanks, and the rest of the text, which a zero ends; NULL: must
     * be named. */
    bool (*is_first_line)(const char *line);
    /* Reads the rest of the file, from the current first line on, and sets
     * *num_procs. */
    qdr_status (*read)(qdr_reader *in, int *num_procs);
} qdr_pattern_format;

/* qdr_reader_add adds a message of `count` units, of the current line;
 * qdr_reader_add_bytes one of so many bytes. */
qdr_status qdr_reader_add(qdr_reader *in, int64_t src, int64_t dst,
                          int64_t count);
qdr_status qdr_reader_add_bytes(qdr_reader *in, int64_t src, int64_t dst,
                                int64_t bytes);

#endif
