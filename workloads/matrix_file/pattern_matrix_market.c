/* workloads/matrix_file/pattern_matrix_market.c -- sparse matrices of bytes.
 *
 * Source: the coordinate format of [boisvert1996]; rows are senders, numbered
 *         from 1.
 * Reading: an entry is a message, one of 0 bytes too. Fields `integer` and
 *         `real` hold bytes, which must be whole; `pattern` names pairs, of 1
 *         byte each. A `symmetric` file holds the lower triangle, and its
 *         entries off the diagonal are messages both ways.
 */
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "workloads/matrix_file/matrix_market.h"
#include "workloads/matrix_file/pattern_reader.h"

enum { INTEGER, REAL, PATTERN };
static const char accepted[] =
    QDR_COORDINATE "integer|real|pattern general|symmetric";

typedef struct reading {
    qdr_reader *in;
    qdr_matrix_market is;
} reading;

static bool is_first_line(const char *line)
{
    return strncasecmp(line, QDR_MATRIX_MARKET, strlen(QDR_MATRIX_MARKET)) == 0;
}

static qdr_status take(void *to, qdr_text *text, int64_t row, int64_t column)
{
    const reading *at = to;
    bool is_symmetric = at->is.symmetry > 0;
    int64_t bytes = 1;
    qdr_status status = QDR_OK;

    if (at->is.field == INTEGER)
        status = qdr_text_integer(text, "the value", 0, INT64_MAX, &bytes);
    else if (at->is.field == REAL)
        status = qdr_text_decimal(text, "the value", &bytes, NULL);
    if (status == QDR_OK && is_symmetric && column > row)
        status = qdr_text_refuse(text,
                                 "row %" PRId64 ", column %" PRId64
                                 "; accepted in a symmetric matrix: the "
                                 "diagonal and below",
                                 row, column);
    if (status == QDR_OK)
        status = qdr_reader_add(at->in, row - 1, column - 1, bytes);
    if (status == QDR_OK && is_symmetric && column < row)
        status = qdr_reader_add(at->in, column - 1, row - 1, bytes);
    return status;
}

static qdr_status read_matrix_market(qdr_reader *in, int *num_procs)
{
    reading at = {.in = in};
    qdr_status status =
        qdr_matrix_market_begin(&at.is, &in->text, accepted, QDR_MAX_PROCS);

    if (status == QDR_OK)
        status = qdr_matrix_market_entries(&at.is, &in->text, take, &at);
    *num_procs = (int)at.is.num_rows;
    return status;
}

extern const qdr_pattern_format qdr_pattern_format_mtx;
const qdr_pattern_format qdr_pattern_format_mtx = {
    .name = "mtx", .is_first_line = is_first_line, .read = read_matrix_market};
