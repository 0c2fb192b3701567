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

#include "workloads/matrix_file/matrix_market_banner.h"
#include "workloads/matrix_file/pattern_reader.h"

/* What the first line says. */
typedef struct banner {
    bool has_values, is_real, is_symmetric;
} banner;

static const char accepted[] =
    QDR_MATRIX_MARKET " matrix coordinate integer|real|pattern "
                      "general|symmetric";
enum { INTEGER, REAL, PATTERN };

static bool is_first_line(const char *line)
{
    return strncasecmp(line, QDR_MATRIX_MARKET, strlen(QDR_MATRIX_MARKET)) == 0;
}

static qdr_status read_banner(qdr_reader *in, banner *found)
{
    qdr_banner words;
    qdr_error reason = {""};

    if (qdr_banner_read(&words, in->rest, accepted, &reason) != QDR_OK)
        return qdr_reader_refuse(in, "%s", reason.text);
    *found = (banner){.has_values = words.field != PATTERN,
                      .is_real = words.field == REAL,
                      .is_symmetric = words.symmetry > 0};
    return QDR_OK;
}

/* Takes the next number of the line, `what`, the number at `index` of
 * `count`. */
static qdr_status take_integer(qdr_reader *in, int index, int count,
                               const char *what, int64_t least, int64_t most,
                               int64_t *out_number)
{
    char *token = qdr_reader_next_token(in, "");

    if (token == NULL)
        return qdr_reader_refuse(in, "%d numbers in the line; accepted: %d",
                                 index, count);
    return qdr_reader_integer(in, token, what, least, most, out_number);
}

static qdr_status end_line(qdr_reader *in, int count)
{
    if (qdr_reader_next_token(in, "") == NULL)
        return QDR_OK;
    return qdr_reader_refuse(in, "more than %d numbers in the line", count);
}

static qdr_status read_size(qdr_reader *in, int64_t *num_procs,
                            int64_t *num_entries)
{
    int64_t num_columns;
    qdr_status status;

    if (!qdr_reader_next_line(in, "%"))
        return qdr_reader_refuse(in, "the file ends before the line of sizes");
    status = take_integer(in, 0, 3, "the number of rows", 1, QDR_MAX_PROCS,
                          num_procs);
    if (status == QDR_OK)
        status = take_integer(in, 1, 3, "the number of columns", 1,
                              QDR_MAX_PROCS, &num_columns);
    if (status == QDR_OK)
        status = take_integer(in, 2, 3, "the number of entries", 0, INT64_MAX,
                              num_entries);
    if (status == QDR_OK)
        status = end_line(in, 3);
    if (status == QDR_OK && *num_procs != num_columns)
        status = qdr_reader_refuse(in,
                                   "%" PRId64 " rows and %" PRId64
                                   " columns; a square matrix is accepted",
                                   *num_procs, num_columns);
    return status;
}

static qdr_status read_value(qdr_reader *in, const banner *is,
                             int64_t *out_bytes)
{
    char *token;

    *out_bytes = 1;
    if (!is->has_values)
        return end_line(in, 2);
    token = qdr_reader_next_token(in, "");
    if (token == NULL)
        return qdr_reader_refuse(in, "2 numbers in the line; accepted: 3");
    if (is->is_real)
        return qdr_reader_decimal(in, token, "the value", out_bytes, NULL);
    return qdr_reader_integer(in, token, "the value", 0, INT64_MAX, out_bytes);
}

static qdr_status read_entry(qdr_reader *in, const banner *is,
                             int64_t num_procs)
{
    int count = is->has_values ? 3 : 2;
    int64_t row, column, bytes;
    qdr_status status =
        take_integer(in, 0, count, "the row", 1, num_procs, &row);

    if (status == QDR_OK)
        status =
            take_integer(in, 1, count, "the column", 1, num_procs, &column);
    if (status == QDR_OK)
        status = read_value(in, is, &bytes);
    if (status == QDR_OK)
        status = end_line(in, count);
    if (status == QDR_OK && is->is_symmetric && column > row)
        status = qdr_reader_refuse(in,
                                   "row %" PRId64 ", column %" PRId64
                                   "; accepted in a symmetric matrix: the "
                                   "diagonal and below",
                                   row, column);
    if (status == QDR_OK)
        status = qdr_reader_add(in, row - 1, column - 1, bytes);
    if (status == QDR_OK && is->is_symmetric && column < row)
        status = qdr_reader_add(in, column - 1, row - 1, bytes);
    return status;
}

static qdr_status read_matrix_market(qdr_reader *in, int *num_procs)
{
    int64_t size, num_entries;
    banner is;
    qdr_status status = read_banner(in, &is);

    if (status == QDR_OK)
        status = read_size(in, &size, &num_entries);
    if (status != QDR_OK)
        return status;
    for (int64_t i = 0; i < num_entries; i++) {
        if (!qdr_reader_next_line(in, "%"))
            return qdr_reader_refuse(
                in, "the file ends after %" PRId64 " of %" PRId64 " entries", i,
                num_entries);
        status = read_entry(in, &is, size);
        if (status != QDR_OK)
            return status;
    }
    if (qdr_reader_next_line(in, "%"))
        return qdr_reader_refuse(
            in, "a line after the last of %" PRId64 " entries", num_entries);
    *num_procs = (int)size;
    return QDR_OK;
}

extern const qdr_pattern_format qdr_pattern_format_mtx;
const qdr_pattern_format qdr_pattern_format_mtx = {
    .name = "mtx", .is_first_line = is_first_line, .read = read_matrix_market};
