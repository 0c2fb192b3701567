/* workloads/matrix_file/pattern_reader.h -- the parts of readers of patterns.
 *
 * A format is one file, pattern_<format>.c, that ends with its entry, and one
 * line of the table in pattern_file.c.
 */
#ifndef QUADRILLE_WORKLOADS_MATRIX_FILE_PATTERN_READER_H
#define QUADRILLE_WORKLOADS_MATRIX_FILE_PATTERN_READER_H

#include "kernels/core/problem/pattern.h"
#include "workloads/matrix_file/pattern_choice.h"
#include "workloads/text/text_reader.h"

/* A file while it is read, and the messages found so far. */
typedef struct qdr_reader {
    qdr_text text;
    const qdr_pattern_choice *choice;
    qdr_message *messages; /* owned */
    int64_t num_messages, capacity;
    int64_t total_bytes; /* of the messages */
} qdr_reader;

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
