/* workloads/matrix_file/repeated_entry.c -- see matrix_market.h. */
#include "workloads/matrix_file/matrix_market.h"

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

/* Records the entry of a line, without its mirror, where `next` points. */
static qdr_status note(void *next, qdr_text *text,
                       const qdr_matrix_market_entry *entry)
{
    named **to = next;

    if (entry->row >= entry->column || (*to)[-1].line != text->line_number)
        *(*to)++ = (named){entry->row, entry->column, text->line_number};
    return QDR_OK;
}

qdr_status qdr_repeated_entry(const qdr_matrix_market *is, qdr_text text)
{
    size_t count = (size_t)is->num_entries;
    named *all = calloc(count + 1, sizeof *all), *next = all + 1;
    named first = {.line = INT64_MAX};
    qdr_status status;

    if (all == NULL)
        return qdr_fail_memory(text.error, "the entries of a matrix");
    status = qdr_matrix_market_entries(is, &text, note, &next);
    qsort(all + 1, count, sizeof *all, by_place_then_line);
    for (size_t i = 2; i <= count; i++)
        if (all[i].row == all[i - 1].row &&
            all[i].column == all[i - 1].column && all[i].line < first.line)
            first = all[i];
    free(all);
    text.line_number = first.line;
    return status != QDR_OK ? status
                            : qdr_text_refuse(&text,
                                              "row %" PRId64 ", column %" PRId64
                                              " is given twice; accepted: once",
                                              first.row, first.column);
}
