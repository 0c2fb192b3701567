/* harness/results/finished_cells.c -- see finished_cells.h. */
#include "harness/results/finished_cells.h"

#include <stdlib.h>
#include <string.h>

#include "harness/files/plain_file.h"
#include "harness/results/launch_record.h"

/* Whether the array has a cell of this number. */
static bool has_cell(const json_t *cells, long long number)
{
    size_t i;
    const json_t *cell;

    json_array_foreach(
        cells, i, cell) if (json_integer_value(json_object_get(cell, "cell")) ==
                            number) return true;
    return false;
}

/* Rows are "launch,cell,..."; those of a cell are consecutive. */
static int64_t copy_rows(FILE *from, FILE *to, const json_t *cells)
{
    char *line = NULL;
    size_t capacity = 0;
    long long number = -1;
    bool is_kept = false;
    int64_t count = 0;

    while (getline(&line, &capacity, from) > 0) {
        const char *comma = strchr(line, ',');
        long long next = comma == NULL ? -1 : strtoll(comma + 1, NULL, 10);
        if (next != number)
            is_kept = has_cell(cells, next);
        number = next;
        if (is_kept && fputs(line, to) < 0) {
            count = -1;
            break;
        }
        count += is_kept;
    }
    free(line);
    return count;
}

static bool begins_with(FILE *file, const char *header)
{
    char *line = NULL;
    size_t capacity = 0;
    bool is_so =
        getline(&line, &capacity, file) > 0 && strcmp(line, header) == 0;

    free(line);
    return is_so;
}

static bool belongs(const qdr_launch_owner *owner, const json_t *document,
                    const char *csv)
{
    char *text = qdr_plain_read(csv);
    qdr_error reason;
    bool is_its = text != NULL &&
                  qdr_launch_belongs(owner, document, text, &reason) == QDR_OK;

    free(text);
    return is_its;
}

int64_t qdr_finished_cells_copy(const qdr_launch_owner *owner, const char *json,
                                const char *csv, const char *header, FILE *to,
                                json_t *cells)
{
    json_t *document, *cell;
    FILE *from = NULL;
    int64_t count = 0;
    size_t i;

    if (qdr_launch_record_load(json, csv, &document) != QDR_LAUNCH_WHOLE)
        return 0;
    if (belongs(owner, document, csv))
        from = qdr_plain_fopen(csv, "r");
    if (from != NULL && begins_with(from, header)) {
        json_array_foreach(json_object_get(document, "cells"), i,
                           cell) if (qdr_launch_record_is_valid(cell))
            json_array_append(cells, cell);
        count = copy_rows(from, to, cells);
    }
    if (from != NULL)
        fclose(from);
    json_decref(document);
    return count;
}
