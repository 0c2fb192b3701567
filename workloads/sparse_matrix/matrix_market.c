/* workloads/sparse_matrix/matrix_market.c -- see matrix_market.h. */
#include "workloads/sparse_matrix/matrix_market.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/matrix_file/matrix_market_banner.h"
#include "workloads/sparse_matrix/repeated_entry.h"
#include "workloads/text/text_reader.h"

/* What the first line says. */
typedef struct banner {
    bool has_values;
    int mirrored; /* sign of the entries above the diagonal; 0: as they stand */
} banner;

/* Entries so far. */
typedef struct found {
    qdr_matrix_entry *entries; /* owned by who reads the file */
    int64_t count, capacity;
    qdr_text begin;      /* before the first one */
    int64_t num_entries; /* that the file says it has */
} found;

static const char accepted[] =
    QDR_MATRIX_MARKET " matrix coordinate real|integer|pattern "
                      "general|symmetric|skew-symmetric";
enum { REAL, INTEGER, PATTERN };

static qdr_status read_banner(qdr_text *text, banner *is)
{
    static const int signs[] = {0, 1, -1};
    char line[128];
    size_t length;
    qdr_banner words;
    qdr_error reason = {""};

    if (!qdr_text_line(text))
        return qdr_text_refuse(text, "the file is empty; accepted: a matrix");
    length = (size_t)(text->line_end - text->rest);
    length = length < sizeof line ? length : sizeof line - 1;
    memcpy(line, text->rest, length);
    line[length] = '\0';
    if (qdr_banner_read(&words, line, accepted, &reason) != QDR_OK)
        return qdr_text_refuse(text, "%s", reason.text);
    *is = (banner){.has_values = words.field != PATTERN,
                   .mirrored = signs[words.symmetry]};
    return QDR_OK;
}

enum { ROWS_AN_ENTRY = 16 };

/* Goes to the next line that is neither blank nor a comment. */
static bool next_line(qdr_text *text)
{
    while (qdr_text_line(text))
        if (!qdr_text_is(text, "") && *text->rest != '%')
            return true;
    return false;
}

static qdr_status read_size(qdr_text *text, int64_t *num_rows,
                            int64_t *num_entries)
{
    int64_t num_columns;
    qdr_status status;

    if (!next_line(text))
        return qdr_text_refuse(text, "the file ends before the line of sizes");
    status = qdr_text_integer(text, "the number of rows", 1, QDR_MOST_VERTICES,
                              num_rows);
    if (status == QDR_OK)
        status = qdr_text_integer(text, "the number of columns", 1,
                                  QDR_MOST_VERTICES, &num_columns);
    if (status == QDR_OK)
        status = qdr_text_integer(text, "the number of entries", 0, INT64_MAX,
                                  num_entries);
    if (status == QDR_OK)
        status = qdr_text_done(text);
    if (status == QDR_OK && *num_rows != num_columns)
        status = qdr_text_refuse(text,
                                 "%" PRId64 " rows and %" PRId64
                                 " columns; a square matrix is accepted",
                                 *num_rows, num_columns);
    /* A line must not ask for the memory of the machine. */
    if (status == QDR_OK && (*num_rows - 64) / ROWS_AN_ENTRY > *num_entries)
        status = qdr_text_refuse(text,
                                 "%" PRId64 " rows of %" PRId64
                                 " entries; accepted: at most %d rows an entry",
                                 *num_rows, *num_entries, ROWS_AN_ENTRY);
    return status;
}

/* Adds an entry, and what it is above the diagonal. */
static qdr_status add(const qdr_text *text, const banner *is, found *all,
                      qdr_matrix_entry entry)
{
    if (all->count + 2 > all->capacity) {
        int64_t capacity = 2 * all->capacity + 64;
        qdr_matrix_entry *grown =
            realloc(all->entries, (size_t)capacity * sizeof *grown);
        if (grown == NULL)
            return qdr_fail_memory(text->error, "the entries of a matrix");
        all->entries = grown;
        all->capacity = capacity;
    }
    all->entries[all->count++] = entry;
    if (is->mirrored != 0 && entry.column < entry.row)
        all->entries[all->count++] = (qdr_matrix_entry){
            entry.column, entry.row, is->mirrored * entry.value};
    return QDR_OK;
}

static qdr_status read_entry(qdr_text *text, const banner *is, int64_t num_rows,
                             found *all)
{
    int64_t row, column;
    double value = 1;
    qdr_status status = qdr_text_integer(text, "the row", 1, num_rows, &row);

    if (status == QDR_OK)
        status = qdr_text_integer(text, "the column", 1, num_rows, &column);
    if (status == QDR_OK && is->has_values)
        status = qdr_text_real(text, "the value", &value);
    if (status == QDR_OK)
        status = qdr_text_done(text);
    if (status != QDR_OK)
        return status;
    if ((is->mirrored != 0 && column > row) ||
        (is->mirrored < 0 && column == row))
        return qdr_text_refuse(text,
                               "row %" PRId64 ", column %" PRId64
                               "; accepted in a %ssymmetric matrix: below the "
                               "diagonal%s",
                               row, column, is->mirrored < 0 ? "skew-" : "",
                               is->mirrored < 0 ? "" : ", and on it");
    return add(
        text, is, all,
        (qdr_matrix_entry){(int32_t)(row - 1), (int32_t)(column - 1), value});
}

static qdr_status read_text(qdr_text *text, found *all, banner *is,
                            int64_t *num_rows)
{
    int64_t num_entries;
    qdr_status status = read_banner(text, is);

    if (status == QDR_OK)
        status = read_size(text, num_rows, &num_entries);
    if (status != QDR_OK)
        return status;
    all->begin = *text;
    all->num_entries = num_entries;
    for (int64_t i = 0; i < num_entries; i++) {
        if (!next_line(text))
            return qdr_text_refuse(
                text, "the file ends after %" PRId64 " of %" PRId64 " entries",
                i, num_entries);
        status = read_entry(text, is, *num_rows, all);
        if (status != QDR_OK)
            return status;
    }
    if (next_line(text))
        return qdr_text_refuse(
            text, "a line after the last of %" PRId64 " entries", num_entries);
    return QDR_OK;
}

qdr_status qdr_matrix_market_read(qdr_sparse_matrix *matrix, const char *path,
                                  qdr_error *error)
{
    qdr_bytes bytes = {0};
    found all = {0};
    banner is = {0};
    int64_t num_rows = 0;
    qdr_text text;
    qdr_status status = qdr_bytes_read(&bytes, path, error);

    if (status != QDR_OK)
        return status;
    text = qdr_text_begin(&bytes, path, error);
    status = read_text(&text, &all, &is, &num_rows);
    if (status == QDR_OK) {
        status = qdr_sparse_matrix_init(matrix, num_rows, all.entries,
                                        all.count, error);
        matrix->is_symmetric = status == QDR_OK && is.mirrored > 0;
        if (status == QDR_ERROR_INPUT)
            status = qdr_repeated_entry(all.begin, all.num_entries);
    }
    qdr_bytes_cleanup(&bytes);
    free(all.entries);
    return status;
}
