/* workloads/matrix_file/matrix_market.c -- see matrix_market.h. */
#include "workloads/matrix_file/matrix_market.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

enum { NUM_WORDS = 5 };

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

static qdr_status read_header(qdr_matrix_market *is, qdr_text *text,
                              const char *accepted)
{
    const char *alternatives = accepted;
    char word[QDR_WORD_SIZE];
    int places[NUM_WORDS];

    for (int i = 0; i < NUM_WORDS; i++) {
        const char *end = alternatives + strcspn(alternatives, " ");
        qdr_text_word(text, word);
        places[i] = place_of(word, alternatives, end);
        if (places[i] < 0)
            return qdr_text_refuse(
                text, "word %d of the header is '%.40s'; accepted: '%s'", i + 1,
                word, accepted);
        if (i == 3)
            is->has_values = strcasecmp(word, "pattern") != 0;
        alternatives = end + (*end == ' ');
    }
    is->field = places[3];
    is->symmetry = places[4];
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
                                   const char *accepted, int64_t max_rows)
{
    qdr_status status = read_header(is, text, accepted);

    return status == QDR_OK ? read_sizes(is, text, max_rows) : status;
}

qdr_status qdr_matrix_market_entries(const qdr_matrix_market *is,
                                     qdr_text *text,
                                     qdr_matrix_market_taker *take, void *to)
{
    int count = is->has_values ? 3 : 2;

    for (int64_t i = 0; i < is->num_entries; i++) {
        int64_t row, column;
        qdr_status status;
        if (!qdr_text_next_line(text, "%"))
            return qdr_text_refuse(
                text, "the file ends after %" PRId64 " of %" PRId64 " entries",
                i, is->num_entries);
        status = take_integer(text, 0, count, "the row", 1, is->num_rows, &row);
        if (status == QDR_OK)
            status = take_integer(text, 1, count, "the column", 1, is->num_rows,
                                  &column);
        if (status == QDR_OK)
            status = take(to, text, row, column);
        if (status == QDR_OK)
            status = end_line(text, count);
        if (status != QDR_OK)
            return status;
    }
    if (qdr_text_next_line(text, "%"))
        return qdr_text_refuse(text,
                               "a line after the last of %" PRId64 " entries",
                               is->num_entries);
    return QDR_OK;
}
