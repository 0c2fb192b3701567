/* workloads/sparse_matrix/sparse_matrix_read.c -- see sparse_matrix_read.h. */
#include "workloads/sparse_matrix/sparse_matrix_read.h"

#include <inttypes.h>
#include <stdlib.h>

#include "workloads/sparse_matrix/repeated_entry.h"

enum { ROWS_AN_ENTRY = 16 };

static const char accepted[] =
    QDR_COORDINATE "real|integer|pattern general|symmetric|skew-symmetric";
enum { GENERAL, SYMMETRIC, SKEW_SYMMETRIC };

/* Entries so far. */
typedef struct reading {
    qdr_matrix_market is;
    qdr_matrix_entry *entries; /* owned by qdr_sparse_matrix_read */
    int64_t count, capacity;
} reading;

/* Adds an entry, and its mirror above the diagonal. */
static qdr_status add(reading *all, qdr_matrix_entry entry, qdr_error *error)
{
    if (all->count + 2 > all->capacity) {
        int64_t capacity = 2 * all->capacity + 64;
        qdr_matrix_entry *grown =
            realloc(all->entries, (size_t)capacity * sizeof *grown);
        if (grown == NULL)
            return qdr_fail_memory(error, "the entries of a matrix");
        all->entries = grown;
        all->capacity = capacity;
    }
    all->entries[all->count++] = entry;
    if (all->is.symmetry != GENERAL && entry.column < entry.row)
        all->entries[all->count++] = (qdr_matrix_entry){
            entry.column, entry.row,
            all->is.symmetry == SYMMETRIC ? entry.value : -entry.value};
    return QDR_OK;
}

static qdr_status take(void *to, qdr_text *text, int64_t row, int64_t column)
{
    reading *all = to;
    bool is_skew = all->is.symmetry == SKEW_SYMMETRIC;
    double value = 1;
    qdr_status status =
        all->is.has_values ? qdr_text_real(text, "the value", &value) : QDR_OK;

    if (status != QDR_OK)
        return status;
    if ((all->is.symmetry != GENERAL && column > row) ||
        (is_skew && column == row))
        return qdr_text_refuse(text,
                               "row %" PRId64 ", column %" PRId64
                               "; accepted in a %ssymmetric matrix: below the "
                               "diagonal%s",
                               row, column, is_skew ? "skew-" : "",
                               is_skew ? "" : ", and on it");
    return add(
        all,
        (qdr_matrix_entry){(int32_t)(row - 1), (int32_t)(column - 1), value},
        text->error);
}

static qdr_status begin(qdr_matrix_market *is, qdr_text *text)
{
    qdr_status status;

    if (!qdr_text_line(text))
        return qdr_text_refuse(text, "the file is empty; accepted: a matrix");
    status = qdr_matrix_market_begin(is, text, accepted, QDR_MAX_VERTICES);
    /* One line must not allocate all memory of the machine. */
    if (status == QDR_OK &&
        (is->num_rows - 64) / ROWS_AN_ENTRY > is->num_entries)
        status = qdr_text_refuse(text,
                                 "%" PRId64 " rows of %" PRId64
                                 " entries; accepted: at most %d rows an entry",
                                 is->num_rows, is->num_entries, ROWS_AN_ENTRY);
    return status;
}

static qdr_status read_text(qdr_sparse_matrix *matrix, qdr_text *text,
                            reading *all)
{
    qdr_status status = begin(&all->is, text);
    qdr_text entries = *text;

    if (status == QDR_OK)
        status = qdr_matrix_market_entries(&all->is, text, take, all);
    if (status != QDR_OK)
        return status;
    status = qdr_sparse_matrix_init(matrix, all->is.num_rows, all->entries,
                                    all->count, text->error);
    matrix->is_symmetric = status == QDR_OK && all->is.symmetry == SYMMETRIC;
    return status == QDR_ERROR_INPUT ? qdr_repeated_entry(&all->is, entries)
                                     : status;
}

qdr_status qdr_sparse_matrix_read(qdr_sparse_matrix *matrix, const char *path,
                                  qdr_error *error)
{
    qdr_bytes bytes = {0};
    reading all = {0};
    qdr_status status = qdr_bytes_read(&bytes, path, error);

    if (status == QDR_OK) {
        qdr_text text = qdr_text_begin(&bytes, path, error);
        status = read_text(matrix, &text, &all);
    }
    qdr_bytes_cleanup(&bytes);
    free(all.entries);
    return status;
}
