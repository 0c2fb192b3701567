/* workloads/matrix_file/matrix_market.h -- reads the coordinate format of
 * [boisvert1996]: a header, a line of sizes, and a line an entry. Upper and
 * lower case are the same; lines that begin with '%' are comments. */
#ifndef QUADRILLE_WORKLOADS_MATRIX_FILE_MATRIX_MARKET_H
#define QUADRILLE_WORKLOADS_MATRIX_FILE_MATRIX_MARKET_H

#include "workloads/text/text_reader.h"

/* The values that a caller accepts. */
typedef enum qdr_matrix_values {
    QDR_MATRIX_BYTES, /* whole, 0 to 2^63 - 1; so none of skew symmetry */
    QDR_MATRIX_REALS
} qdr_matrix_values;

/* The header's word for the type of the values. */
typedef enum qdr_matrix_field {
    QDR_MATRIX_REAL,
    QDR_MATRIX_INTEGER,
    QDR_MATRIX_PATTERN /* no values: 1 each */
} qdr_matrix_field;

/* The header's word for what the lower triangle implies. */
typedef enum qdr_matrix_symmetry {
    QDR_MATRIX_GENERAL,
    QDR_MATRIX_SYMMETRIC,
    QDR_MATRIX_SKEW_SYMMETRIC
} qdr_matrix_symmetry;

/* The header of a file. */
typedef struct qdr_matrix_market {
    qdr_matrix_values values;
    qdr_matrix_field field;
    qdr_matrix_symmetry symmetry;
    int64_t num_rows; /* and columns */
    int64_t num_entries;
} qdr_matrix_market;

/* A line of a file. */
typedef struct qdr_matrix_market_entry {
    int64_t row, column; /* from 1 */
    int64_t bytes;       /* of QDR_MATRIX_BYTES */
    double real;         /* of QDR_MATRIX_REALS */
} qdr_matrix_market_entry;

/* qdr_is_matrix_market returns whether a text, which a zero byte ends, is to be
 * read here; or refused here, as of Harwell-Boeing, or for its header. */
bool qdr_is_matrix_market(const char *text);

/* qdr_matrix_market_begin reads the header, which is the current line, and the
 * line of sizes of a square matrix of at most `max_rows`. */
qdr_status qdr_matrix_market_begin(qdr_matrix_market *is, qdr_text *text,
                                   qdr_matrix_values values, int64_t max_rows);

/* A qdr_matrix_market_taker takes an entry of the current line into `to`. */
typedef qdr_status
qdr_matrix_market_taker(void *to, qdr_text *text,
                        const qdr_matrix_market_entry *entry);

/* qdr_matrix_market_entries calls `take` for every entry, in the file's order,
 * and for its mirror above the diagonal; refuses text after the last. */
qdr_status qdr_matrix_market_entries(const qdr_matrix_market *is,
                                     qdr_text *text,
                                     qdr_matrix_market_taker *take, void *to);

/* qdr_repeated_entry refuses, with its line, the first entry of `text` with the
 * row and column of an earlier one; there must be one. For a file that was read
 * before: it takes the time of a sort. */
qdr_status qdr_repeated_entry(const qdr_matrix_market *is, qdr_text text);

#endif
