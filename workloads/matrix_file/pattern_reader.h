/* workloads/matrix_file/pattern_reader.h -- what readers of patterns are made
 * of.
 *
 * A format is one file, pattern_<format>.c, that ends with its row, and one
 * line of the table in pattern_file.c.
 */
#ifndef QUADRILLE_WORKLOADS_MATRIX_FILE_PATTERN_READER_H
#define QUADRILLE_WORKLOADS_MATRIX_FILE_PATTERN_READER_H

#include "kernels/core/pattern.h"
#include "workloads/text/text_reader.h"

/* A file being read, and the messages found so far. */
typedef struct qdr_reader {
    qdr_text text;
    int64_t matrix;        /* which one of the file is wanted, from 1 */
    int64_t num_matrices;  /* that the file had */
    qdr_message *messages; /* owned */
    int64_t num_messages, capacity;
} qdr_reader;

typedef struct qdr_pattern_format {
    const char *name;
    /* Tells the format by the first line that is not blank, its leading blanks
     * taken off; NULL: must be named. The line ends with '\n' or a zero. */
    bool (*is_first_line)(const char *line);
    /* Reads the rest of the file, the first line at hand, and sets
     * *num_procs. */
    qdr_status (*read)(qdr_reader *in, int *num_procs);
} qdr_pattern_format;

/* qdr_reader_add adds a message. */
qdr_status qdr_reader_add(qdr_reader *in, int64_t src, int64_t dst,
                          int64_t bytes);

#endif
