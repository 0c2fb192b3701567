/* workloads/matrix_file/matrix_market.h -- reads the coordinate format of
 * [boisvert1996]: a header, a line of sizes, and a line an entry. Upper and
 * lower case are the same; lines that begin with '%' are comments. */
#ifndef QUADRILLE_WORKLOADS_MATRIX_FILE_MATRIX_MARKET_H
#define QUADRILLE_WORKLOADS_MATRIX_FILE_MATRIX_MARKET_H

#include "workloads/text/text_reader.h"

/* The words that begin such a file, except the last two. */
#define QDR_MATRIX_MARKET "%%MatrixMarket"
#define QDR_COORDINATE    QDR_MATRIX_MARKET " matrix coordinate "

typedef struct qdr_matrix_market {
    int field, symmetry; /* places of the last two words, from 0 */
    bool has_values;     /* the field is not `pattern` */
    int64_t num_rows;    /* and columns */
    int64_t num_entries;
} qdr_matrix_market;

/* qdr_matrix_market_begin reads the header, which is the current line, and the
 * line of sizes of a square matrix of at most `max_rows`. `accepted` has the
 * header's five words, joined by blanks, alternatives by '
 *
 * ': QDR_COORDINATE "real
 *
 * pattern general".
 */
qdr_status qdr_matrix_market_begin(qdr_matrix_market *is, qdr_text *text,
                                   const char *accepted, int64_t max_rows);

/* Takes the entry in `row` and `column`, from 1, into `to`. It reads the value,
 * the rest of the line, unless the field is `pattern`. */
typedef qdr_status qdr_matrix_market_taker(void *to, qdr_text *text,
                                           int64_t row, int64_t column);

/* qdr_matrix_market_entries calls `take` for every entry, in the file's order,
 * and refuses text after the last. */
qdr_status qdr_matrix_market_entries(const qdr_matrix_market *is,
                                     qdr_text *text,
                                     qdr_matrix_market_taker *take, void *to);

#endif
