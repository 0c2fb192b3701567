/* workloads/sparse_matrix/sparse_matrix_read.c -- see csr.h. */
#include "workloads/sparse_matrix/csr.h"

#include <inttypes.h>
#include <stdlib.h>

#include "kernels/core/base/reserve.h"
#include "workloads/matrix_file/matrix_market.h"

enum { ROWS_AN_ENTRY = 16 };

/* Entries so far. */
typedef struct reading {
    qdr_matrix_market is;
    qdr_matrix_entry *entries; /* owned by qdr_sparse_matrix_read */
    int64_t count, capacity;
} reading;

static qdr_status take(void *to, qdr_text *text,
                       const qdr_matrix_market_entry *entry)
{
    reading *all = to;
    qdr_matrix_entry *room =
        qdr_reserve(all->entries, &all->capacity, all->count + 1, sizeof *room);

    if (room == NULL)
        return qdr_fail_memory(text->error, "the entries of a matrix");
    all->entries = room;
    all->entries[all->count++] = (qdr_matrix_entry){
        (int32_t)(entry->row - 1), (int32_t)(entry->column - 1), entry->real};
    return QDR_OK;
}

static qdr_status begin(qdr_matrix_market *is, qdr_text *text)
{
    qdr_status status;

    if (!qdr_text_next_line(text, ""))
        return qdr_text_refuse(text, "the file is empty; accepted: a matrix");
    status =
        qdr_matrix_market_begin(is, text, QDR_MATRIX_REALS, QDR_MAX_VERTICES);
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
    matrix->is_symmetric =
        status == QDR_OK && all->is.symmetry == QDR_MATRIX_SYMMETRIC;
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
