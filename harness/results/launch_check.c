/* harness/results/launch_check.c -- see launch_check.h. */
#include "harness/results/launch_check.h"

#include <stdlib.h>
#include <string.h>

#include "harness/results/definition.h"
#include "harness/results/launch_record.h"

static const json_int_t known_formats[] = {4, 5, 6, QDR_LAUNCH_FORMAT};

static json_int_t integer(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);

    return json_is_integer(value) ? json_integer_value(value) : -1;
}

static bool is_text(const json_t *value, const char *text)
{
    return json_is_string(value) && strcmp(json_string_value(value), text) == 0;
}

qdr_status qdr_launch_check_format(const json_t *document, qdr_error *reason)
{
    json_int_t format = integer(document, "format");

    for (size_t i = 0; i < sizeof known_formats / sizeof *known_formats; i++)
        if (format == known_formats[i])
            return QDR_OK;
    return qdr_fail(reason, QDR_ERROR_CHECK, "format %lld; accepted: 4 to 7",
                    (long long)format);
}

/* Who made it, and from what. */
static qdr_status check_definition(const qdr_launch_owner *owner,
                                   const json_t *document, qdr_error *reason)
{
    json_t *stated = qdr_definition_of_launch(document);
    qdr_error difference;
    qdr_status status = QDR_OK;

    if (owner->definition != NULL)
        status = qdr_definition_compare(owner->definition, stated, &difference);
    json_decref(stated);
    return status == QDR_OK
               ? QDR_OK
               : qdr_fail(reason, QDR_ERROR_CHECK, "it was made with %.400s",
                          difference.text);
}

static qdr_status check_head(const qdr_launch_owner *owner,
                             const json_t *document, qdr_error *reason)
{
    const json_t *simulated = json_object_get(document, "simulated");
    qdr_status status = qdr_launch_check_format(document, reason);

    if (status != QDR_OK)
        return status;
    if (!is_text(json_object_get(document, "experiment"),
                 owner->experiment->name))
        return qdr_fail(reason, QDR_ERROR_CHECK, "it is of another experiment");
    if (integer(document, "launch") != owner->launch.number)
        return qdr_fail(reason, QDR_ERROR_CHECK, "it is another launch");
    if (integer(document, "procs") != owner->launch.layout.procs)
        return qdr_fail(reason, QDR_ERROR_CHECK,
                        "it had another number of ranks");
    if (!json_is_boolean(simulated) ||
        json_is_true(simulated) != owner->is_simulated)
        return qdr_fail(reason, QDR_ERROR_CHECK,
                        "its times are of another kind of machine");
    return check_definition(owner, document, reason);
}

enum { ABSENT = -1 };

/* Sets left[i] to the number of samples of the launch's cell i; ABSENT: no
 * verdict. */
static qdr_status read_cells(const qdr_launch_owner *owner,
                             const json_t *document, int64_t *left,
                             qdr_error *reason)
{
    const json_t *cells = json_object_get(document, "cells");

    for (int64_t i = 0; i < owner->launch.num_cells; i++)
        left[i] = ABSENT;
    for (size_t i = 0; i < json_array_size(cells); i++) {
        const json_t *cell = json_array_get(cells, i);
        json_int_t number = integer(cell, "cell");
        int64_t at =
            qdr_launch_find_cell(owner->experiment, &owner->launch, number);
        bool is_valid;
        if (number < 0)
            return qdr_fail(reason, QDR_ERROR_CHECK,
                            "it is not a launch's JSON");
        if (at < 0)
            return qdr_fail(reason, QDR_ERROR_CHECK,
                            "it has a cell of another launch");
        if (left[at] != ABSENT)
            return qdr_fail(reason, QDR_ERROR_CHECK, "it has a cell twice");
        is_valid = qdr_launch_record_is_valid(cell);
        left[at] = is_valid ? integer(cell, "samples") : 0;
        if (is_valid && left[at] < 1)
            return qdr_fail(reason, QDR_ERROR_CHECK,
                            "it has a VALID cell without samples");
    }
    return QDR_OK;
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

/* The index of a column in a header line; -1: there is none. */
static int find_column(const char *header, const char *name)
{
    int column = 0;

    for (const char *c = header;; column++) {
        size_t length = strcspn(c, ",\n");
        if (length == strlen(name) && strncmp(c, name, length) == 0)
            return column;
        if (c[length] != ',')
            return -1;
        c += length + 1;
    }
}

/* A whole number in a column of a row, as its digits; -1: none. */
static int64_t read_column(const char *row, int column)
{
    size_t length;

    for (; column > 0; column--) {
        row += strcspn(row, ",\n");
        if (*row != ',')
            return -1;
        row++;
    }
    length = strspn(row, "0123456789");
    return length > 0 && length < 16 && strchr(",\n", row[length]) != NULL &&
                   (row[0] != '0' || length == 1)
               ? strtoll(row, NULL, 10)
               : -1;
}

/* The columns of a csv that are read. */
typedef struct columns {
    int messages, time_ns;
} columns;

/* Takes a row's sample from what is left of its cell. */
static qdr_status read_row(const qdr_launch_owner *owner, const char *row,
                           const columns *at, int64_t *left, qdr_error *reason)
{
    const int64_t time_ns = read_column(row, at->time_ns);
    int64_t cell;

    if (read_column(row, 0) != owner->launch.number)
        return qdr_fail(reason, QDR_ERROR_CHECK,
                        "its csv has rows of another launch");
    cell = qdr_launch_find_cell(owner->experiment, &owner->launch,
                                read_column(row, 1));
    if (cell < 0 || left[cell] <= 0)
        return qdr_fail(reason, QDR_ERROR_CHECK,
                        "its csv has other samples than its cells");
    left[cell]--;
    /* Only where nothing is sent no time passes, on a simulated machine. */
    if (time_ns > 0 || (time_ns == 0 && read_column(row, at->messages) == 0))
        return QDR_OK;
    return qdr_fail(reason, QDR_ERROR_CHECK,
                    "its csv has a time_ns that is no whole number above 0");
}

/* All rows, which are the samples of the cells. */
static qdr_status read_rows(const qdr_launch_owner *owner,
                            const json_t *document, const char *csv,
                            int64_t *left, qdr_error *reason)
{
    const columns at = {find_column(csv, "messages"),
                        find_column(csv, "time_ns")};
    json_int_t wanted = integer(json_object_get(document, "csv"), "rows");
    json_int_t num_rows = 0;
    qdr_status status = QDR_OK;

    if (find_column(csv, "launch") != 0 || find_column(csv, "cell") != 1 ||
        at.time_ns < 0)
        return qdr_fail(reason, QDR_ERROR_CHECK,
                        "its csv has no columns launch, cell and time_ns");
    for (const char *row = next_line(csv); *row != '\0' && status == QDR_OK;
         row = next_line(row)) {
        num_rows++;
        status = read_row(owner, row, &at, left, reason);
    }
    if (status != QDR_OK)
        return status;
    if (num_rows != wanted)
        return qdr_fail(reason, QDR_ERROR_CHECK,
                        "its csv has another number of rows");
    for (int64_t i = 0; i < owner->launch.num_cells; i++)
        if (left[i] > 0)
            return qdr_fail(reason, QDR_ERROR_CHECK,
                            "its csv has other samples than its cells");
    return QDR_OK;
}

qdr_status qdr_launch_check(const qdr_launch_owner *owner,
                            const json_t *document, const char *csv,
                            qdr_error *reason)
{
    size_t num_cells = (size_t)owner->launch.num_cells;
    int64_t *left = malloc((num_cells + 1) * sizeof *left);
    qdr_status status = left == NULL
                            ? qdr_fail_memory(reason, "the cells of a launch")
                            : check_head(owner, document, reason);

    if (status == QDR_OK)
        status = read_cells(owner, document, left, reason);
    if (status == QDR_OK)
        status = read_rows(owner, document, csv, left, reason);
    free(left);
    return status;
}
