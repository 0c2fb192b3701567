/* workloads/matrix_file/pattern_reader.h -- what readers of patterns are made
 * of.
 *
 * A format is one file, pattern_<format>.c, that ends with its row, and one
 * line of the table in pattern_file.c.
 */
#ifndef QUADRILLE_WORKLOADS_MATRIX_FILE_PATTERN_READER_H
#define QUADRILLE_WORKLOADS_MATRIX_FILE_PATTERN_READER_H

#include <stdio.h>

#include "kernels/core/pattern.h"

/* A file being read: the line at hand, and the messages found so far. */
typedef struct qdr_reader {
    const char *path;
    FILE *file;
    char *line; /* owned */
    size_t line_length, line_capacity;
    int line_number;       /* of `line`, from 1 */
    qdr_status failure;    /* of reading a line: what follows it is not news */
    char *rest;            /* what of `line` is not yet taken */
    int64_t matrix;        /* which one of the file is wanted, from 1 */
    int64_t num_matrices;  /* that the file had */
    qdr_message *messages; /* owned */
    int64_t num_messages, capacity;
    qdr_error *error;
} qdr_reader;

typedef struct qdr_pattern_format {
    const char *name;
    /* Tells the format by the first line that is not blank, its leading blanks
     * taken off; NULL: must be named. */
    bool (*is_first_line)(const char *line);
    /* Reads the rest of the file, the first line at hand, and sets
     * *num_procs. */
    qdr_status (*read)(qdr_reader *in, int *num_procs);
} qdr_pattern_format;

/* qdr_reader_refuse fails with `path:line: what`, unless reading the line has
 * failed. */
__attribute__((format(printf, 2, 3), warn_unused_result)) qdr_status
qdr_reader_refuse(const qdr_reader *in, const char *format, ...);

/* qdr_reader_next_line reads the next line that holds more than blanks and does
 * not begin with one of `comments`. False at the end of the file, and on a
 * failure. */
bool qdr_reader_next_line(qdr_reader *in, const char *comments);

/* qdr_reader_next_token takes the next token of the line, between any of
 * `separators` and blanks, or NULL. */
char *qdr_reader_next_token(qdr_reader *in, const char *separators);

/* qdr_reader_integer reads a whole number from `least` to `most`. `what` it is
 * begins the refusal. */
qdr_status qdr_reader_integer(const qdr_reader *in, const char *token,
                              const char *what, int64_t least, int64_t most,
                              int64_t *out_number);

/* qdr_reader_decimal reads a number from 0 to below 2^63, "5", "1.5e3". Sets
 * *out_fraction, unless NULL, to what is behind the point, which is dropped;
 * NULL: refuses one. */
qdr_status qdr_reader_decimal(const qdr_reader *in, const char *token,
                              const char *what, int64_t *out_number,
                              double *out_fraction);

/* qdr_reader_add adds a message. */
qdr_status qdr_reader_add(qdr_reader *in, int64_t src, int64_t dst,
                          int64_t bytes);

#endif
