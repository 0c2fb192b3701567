/* workloads/matrix_file/matrix_market.c -- see matrix_market.h. */
#include "workloads/matrix_file/matrix_market.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "workloads/text/packed.h"

#define BANNER "%%MatrixMarket"

/* The words of the header, joined by blanks, alternatives by '|' in the order
 * of the enumerations. */
enum { NUM_WORDS = 5 };
static const char *const accepted[] = {
    [QDR_MATRIX_BYTES] = BANNER " matrix coordinate real|integer|pattern "
                                "general|symmetric",
    [QDR_MATRIX_REALS] = BANNER " matrix coordinate real|integer|pattern "
                                "general|symmetric|skew-symmetric"};

bool qdr_is_matrix_market(const char *text)
{
    return *text == '%' || qdr_is_harwell_boeing(text);
}

/* The place of `word` among the alternatives that end at `end`, or -1. */
static int place_of(const char *word, const char *alternatives, const char *end)
{
    int place = 0;

    for (const char *from = alternatives; from < end; place++) {
        size_t length = strcspn(from, "| ");
        if (strlen(word) == length && strncasecmp(word, from, length) == 0)
            return place;
        from += length + 1;
    }
    return -1;
}

static qdr_status read_header(qdr_matrix_market *is, qdr_text *text)
{
    const char *alternatives = accepted[is->values], *end;
    char word[QDR_WORD_SIZE];
    int places[NUM_WORDS];

    if (qdr_is_harwell_boeing(text->rest))
        return qdr_text_refuse(
            text, "a matrix of Harwell-Boeing; accepted: '%s'", alternatives);
    for (int i = 0; i < NUM_WORDS; i++, alternatives = end + (*end == ' ')) {
        end = alternatives + strcspn(alternatives, " ");
        qdr_text_word(text, word);
        places[i] = place_of(word, alternatives, end);
        if (places[i] < 0)
            return qdr_text_refuse(
                text, "word %d of the header is '%.40s'; accepted: '%s'", i + 1,
                word, accepted[is->values]);
    }
    if (qdr_text_has_more(text))
        return qdr_text_refuse(
            text, "the header goes on with '%.*s'; accepted: '%s'",
            qdr_text_shown(text), text->rest, accepted[is->values]);
    is->field = (qdr_matrix_field)places[3];
    is->symmetry = (qdr_matrix_symmetry)places[4];
    return QDR_OK;
}

/* Takes the next number of the line, `what`, which is number `index` of
 * `count`. */
static qdr_status take_integer(qdr_text *text, int index, int count,
                               const char *what, int64_t min, int64_t max,
                               int64_t *out_number)
{
    if (!qdr_text_has_more(text))
        return qdr_text_refuse(text, "%d numbers in the line; accepted: %d",
                               index, count);
    return qdr_text_integer(text, what, min, max, out_number);
}

static qdr_status end_line(qdr_text *text, int count)
{
    if (!qdr_text_has_more(text))
        return QDR_OK;
    return qdr_text_refuse(text, "too many numbers in the line; accepted: %d",
                           count);
}

static qdr_status read_sizes(qdr_matrix_market *is, qdr_text *text,
                             int64_t max_rows)
{
    int64_t num_columns;
    qdr_status status;

    if (!qdr_text_next_line(text, "%"))
        return qdr_text_refuse(text,
                               "the file ends before its sizes; accepted: a "
                               "line with rows, columns and entries");
    status = take_integer(text, 0, 3, "the number of rows", 1, max_rows,
                          &is->num_rows);
    if (status == QDR_OK)
        status = take_integer(text, 1, 3, "the number of columns", 1, max_rows,
                              &num_columns);
    if (status == QDR_OK)
        status = take_integer(text, 2, 3, "the number of entries", 0, INT64_MAX,
                              &is->num_entries);
    if (status == QDR_OK)
        status = end_line(text, 3);
    if (status == QDR_OK && is->num_rows != num_columns)
        status = qdr_text_refuse(text,
                                 "%" PRId64 " rows and %" PRId64
                                 " columns; accepted: a square matrix",
                                 is->num_rows, num_columns);
    return status;
}

qdr_status qdr_matrix_market_begin(qdr_matrix_market *is, qdr_text *text,
                                   qdr_matrix_values values, int64_t max_rows)
{
    qdr_status status;

    is->values = values;
    status = read_header(is, text);
    return status == QDR_OK ? read_sizes(is, text, max_rows) : status;
}

static qdr_status take_value(const qdr_matrix_market *is, qdr_text *text,
                             qdr_matrix_market_entry *entry)
{
    static const char what[] = "the value";
    bool is_bytes = is->values == QDR_MATRIX_BYTES;
    qdr_status status = QDR_OK;

    if (is->field == QDR_MATRIX_INTEGER) {
        status = qdr_text_integer(text, what, is_bytes ? 0 : INT64_MIN,
                                  INT64_MAX, &entry->bytes);
        entry->real = (double)entry->bytes;
    } else if (is->field == QDR_MATRIX_REAL && is_bytes) {
        status = qdr_text_decimal(text, what, &entry->bytes, NULL);
    } else if (is->field == QDR_MATRIX_REAL) {
        status = qdr_text_real(text, what, &entry->real);
    }
    return status;
}

/* Only one triangle of a symmetric matrix is in the file. */
static qdr_status check_place(const qdr_matrix_market *is, const qdr_text *text,
                              const qdr_matrix_market_entry *entry)
{
    bool is_skew = is->symmetry == QDR_MATRIX_SKEW_SYMMETRIC;

    if (is->symmetry == QDR_MATRIX_GENERAL || entry->column < entry->row ||
        (!is_skew && entry->column == entry->row))
        return QDR_OK;
    return qdr_text_refuse(text,
                           "row %" PRId64 ", column %" PRId64
                           "; accepted in a %ssymmetric matrix: below the "
                           "diagonal%s",
                           entry->row, entry->column, is_skew ? "skew-" : "",
                           is_skew ? "" : ", and on it");
}

static qdr_status take_entry(const qdr_matrix_market *is, qdr_text *text,
                             qdr_matrix_market_taker *take, void *to)
{
    const int count = is->field == QDR_MATRIX_PATTERN ? 2 : 3;
    qdr_matrix_market_entry entry = {.bytes = 1, .real = 1};
    qdr_status status =
        take_integer(text, 0, count, "the row", 1, is->num_rows, &entry.row);

    if (status == QDR_OK)
        status = take_integer(text, 1, count, "the column", 1, is->num_rows,
                              &entry.column);
    if (status == QDR_OK && count == 3)
        status = take_value(is, text, &entry);
    if (status == QDR_OK)
        status = end_line(text, count);
    if (status == QDR_OK)
        status = check_place(is, text, &entry);
    if (status == QDR_OK)
        status = take(to, text, &entry);
    if (status != QDR_OK || is->symmetry == QDR_MATRIX_GENERAL ||
        entry.row == entry.column)
        return status;
    if (is->symmetry == QDR_MATRIX_SKEW_SYMMETRIC)
        entry.real = -entry.real;
    return take(to, text,
                &(qdr_matrix_market_entry){entry.column, entry.row, entry.bytes,
                                           entry.real});
}

qdr_status qdr_matrix_market_entries(const qdr_matrix_market *is,
                                     qdr_text *text,
                                     qdr_matrix_market_taker *take, void *to)
{
    for (int64_t i = 0; i < is->num_entries; i++) {
        qdr_status status;
        if (!qdr_text_next_line(text, "%"))
            return qdr_text_refuse(
                text, "the file ends after %" PRId64 " of %" PRId64 " entries",
                i, is->num_entries);
        status = take_entry(is, text, take, to);
        if (status != QDR_OK)
            return status;
    }
    if (qdr_text_next_line(text, "%"))
        return qdr_text_refuse(text,
                               "a line after the last of %" PRId64 " entries",
                               is->num_entries);
    return QDR_OK;
}
