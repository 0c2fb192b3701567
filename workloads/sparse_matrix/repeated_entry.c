/* workloads/sparse_matrix/repeated_entry.c -- see repeated_entry.h. */
#include "workloads/sparse_matrix/repeated_entry.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct named {
    int64_t row, column, line;
} named;

static int by_place_then_line(const void *left, const void *right)
{
    const named *a = left, *b = right;

    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    if (a->column != b->column)
        return a->column < b->column ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

/* They were read before, so nothing is refused here. */
static int64_t read_all(qdr_text *text, int64_t num_entries, named *all)
{
    int64_t count = 0;

    while (count < num_entries && qdr_text_line(text)) {
        named *one = &all[count];
        if (qdr_text_is(text, "") || *text->rest == '%')
            continue;
        one->line = text->line_number;
        if (qdr_text_integer(text, "the row", 1, INT64_MAX, &one->row) ==
                QDR_OK &&
            qdr_text_integer(text, "the column", 1, INT64_MAX, &one->column) ==
                QDR_OK)
            count++;
    }
    return count;
}

qdr_status qdr_repeated_entry(qdr_text text, int64_t num_entries)
{
    named *all = malloc(((size_t)num_entries + 1) * sizeof *all);
    named first = {.line = INT64_MAX};
    int64_t count;

    if (all == NULL)
        return qdr_fail_memory(text.error, "the entries of a matrix");
    count = read_all(&text, num_entries, all);
    qsort(all, (size_t)count, sizeof *all, by_place_then_line);
    for (int64_t i = 1; i < count; i++)
        if (all[i].row == all[i - 1].row &&
            all[i].column == all[i - 1].column && all[i].line < first.line)
            first = all[i];
    free(all);
    text.line_number = first.line;
    return qdr_text_refuse(&text,
                           "row %" PRId64 ", column %" PRId64
                           " is there twice; accepted: once",
                           first.row, first.column);
}
