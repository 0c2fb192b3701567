/* workloads/sparse_matrix/csr.c -- see csr.h. */
#include "workloads/sparse_matrix/csr.h"

#include <stdlib.h>
#include <string.h>

/* An entry without its row. */
typedef struct element {
    int32_t column;
    double value;
} element;

static int by_column(const void *left, const void *right)
{
    const element *a = left, *b = right;

    return (a->column > b->column) - (a->column < b->column);
}

/* Puts the entries into their rows, in the order in which they come. */
static void place(const qdr_matrix_entry *entries, int64_t num_entries,
                  int64_t num_rows, int64_t *begin, element *elements)
{
    for (int64_t e = 0; e < num_entries; e++)
        begin[entries[e].row + 1]++;
    for (int64_t i = 0; i < num_rows; i++)
        begin[i + 1] += begin[i];
    /* begin[i] runs to the end of row i, which is where i + 1 begins. */
    for (int64_t e = 0; e < num_entries; e++)
        elements[begin[entries[e].row]++] =
            (element){entries[e].column, entries[e].value};
    memmove(begin + 1, begin, (size_t)num_rows * sizeof *begin);
    begin[0] = 0;
}

/* Sorts a row, which in most files is sorted; false: a column is there
 * twice, the last of which is then *out_column. */
static bool sort_row(element *row, int64_t length, int64_t *out_column)
{
    bool is_sorted = true;

    for (int64_t i = 1; i < length && is_sorted; i++)
        is_sorted = row[i - 1].column <= row[i].column;
    if (!is_sorted)
        qsort(row, (size_t)length, sizeof *row, by_column);
    for (int64_t i = 1; i < length; i++)
        if (row[i - 1].column == row[i].column) {
            *out_column = row[i].column;
            return false;
        }
    return true;
}

static qdr_status fill(qdr_sparse_matrix *made, element *elements,
                       qdr_error *error)
{
    int64_t column;

    for (int64_t i = 0; i < made->num_rows; i++) {
        int64_t begin = made->begin[i], length = made->begin[i + 1] - begin;
        if (!sort_row(elements + begin, length, &column))
            return qdr_fail(
                error, QDR_ERROR_INPUT,
                "row %lld, column %lld: given twice; accepted: once",
                (long long)i + 1, (long long)column + 1);
    }
    for (int64_t e = 0; e < made->begin[made->num_rows]; e++) {
        made->columns[e] = elements[e].column;
        made->values[e] = elements[e].value;
    }
    return QDR_OK;
}

qdr_status qdr_sparse_matrix_init(qdr_sparse_matrix *matrix, int64_t num_rows,
                                  const qdr_matrix_entry *entries,
                                  int64_t num_entries, qdr_error *error)
{
    size_t count = (size_t)num_entries + 1;
    qdr_sparse_matrix made = {.num_rows = num_rows};
    element *elements = malloc(count * sizeof *elements);
    qdr_status status;

    made.begin = calloc((size_t)num_rows + 1, sizeof *made.begin);
    made.columns = malloc(count * sizeof *made.columns);
    made.values = malloc(count * sizeof *made.values);
    if (elements == NULL || made.begin == NULL || made.columns == NULL ||
        made.values == NULL) {
        status = qdr_fail_memory(error, "a sparse matrix");
        goto out;
    }
    place(entries, num_entries, num_rows, made.begin, elements);
    status = fill(&made, elements, error);
out:
    free(elements);
    if (status == QDR_OK)
        *matrix = made;
    else
        qdr_sparse_matrix_cleanup(&made);
    return status;
}

void qdr_sparse_matrix_cleanup(qdr_sparse_matrix *matrix)
{
    free(matrix->begin);
    free(matrix->columns);
    free(matrix->values);
    *matrix = (qdr_sparse_matrix){0};
}

qdr_status qdr_sparse_matrix_graph(const qdr_sparse_matrix *matrix,
                                   qdr_graph *graph, qdr_error *error)
{
    size_t num_entries = (size_t)matrix->begin[matrix->num_rows];
    qdr_graph made = {.num_vertices = matrix->num_rows};
    int64_t length = 0;

    made.begin = malloc(((size_t)matrix->num_rows + 1) * sizeof *made.begin);
    made.neighbours = malloc((num_entries + 1) * sizeof *made.neighbours);
    if (made.begin == NULL || made.neighbours == NULL) {
        qdr_graph_cleanup(&made);
        return qdr_fail_memory(error, "the graph of a matrix");
    }
    for (int64_t i = 0; i < matrix->num_rows; i++) {
        made.begin[i] = length;
        for (int64_t e = matrix->begin[i]; e < matrix->begin[i + 1]; e++)
            if (matrix->columns[e] != i)
                made.neighbours[length++] = matrix->columns[e];
    }
    made.begin[matrix->num_rows] = length;
    *graph = made;
    return QDR_OK;
}
