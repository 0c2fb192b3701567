/* harness/results/launch_belongs.c -- see launch_belongs.h. */
#include "harness/results/launch_belongs.h"

#include <stdlib.h>
#include <string.h>

#include "harness/results/launch_record.h"
#include "harness/results/provenance.h"

static const json_int_t known_formats[] = {4, 5, QDR_LAUNCH_FORMAT};

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
    return qdr_fail(reason, QDR_ERROR_CHECK,
                    "its format is not one that is read");
}

/* Who made it, and from what. */
static qdr_status check_origin(const qdr_launch_owner *owner,
                               const json_t *document, qdr_error *reason)
{
    const json_t *provenance = json_object_get(document, "provenance");
    json_t *stated = qdr_provenance_inputs(provenance);
    qdr_status status = QDR_OK;
    const char *name;
    json_t *digest;

    if (owner->programs != NULL &&
        !is_text(json_object_get(provenance, "program_sha256"),
                 owner->programs))
        status = qdr_fail(reason, QDR_ERROR_CHECK, "another program made it");
    json_object_foreach((json_t *)owner->inputs, name, digest)
    {
        if (status == QDR_OK &&
            !json_equal(json_object_get(stated, name), digest))
            status = qdr_fail(reason, QDR_ERROR_CHECK, "it read another %.200s",
                              name);
    }
    json_decref(stated);
    return status;
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
    return check_origin(owner, document, reason);
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

/* Takes each row's sample from what is left of its cell. */
static qdr_status read_rows(const qdr_launch_owner *owner,
                            const json_t *document, const char *csv,
                            int64_t *left, qdr_error *reason)
{
    static const char header[] = "launch,cell,";
    json_int_t wanted = integer(json_object_get(document, "csv"), "rows");
    json_int_t num_rows = 0;

    if (strncmp(csv, header, strlen(header)) != 0)
        return qdr_fail(reason, QDR_ERROR_CHECK,
                        "its csv has no columns launch and cell");
    for (const char *row = next_line(csv); *row != '\0'; row = next_line(row)) {
        char *comma;
        int64_t at;
        num_rows++;
        if (strtoll(row, &comma, 10) != owner->launch.number || *comma != ',')
            return qdr_fail(reason, QDR_ERROR_CHECK,
                            "its csv has rows of another launch");
        at = qdr_launch_find_cell(owner->experiment, &owner->launch,
                                  strtoll(comma + 1, NULL, 10));
        if (at < 0 || left[at] <= 0)
            return qdr_fail(reason, QDR_ERROR_CHECK,
                            "its csv has other samples than its cells");
        left[at]--;
    }
    if (num_rows != wanted)
        return qdr_fail(reason, QDR_ERROR_CHECK,
                        "its csv has another number of rows");
    for (int64_t i = 0; i < owner->launch.num_cells; i++)
        if (left[i] > 0)
            return qdr_fail(reason, QDR_ERROR_CHECK,
                            "its csv has other samples than its cells");
    return QDR_OK;
}

qdr_status qdr_launch_belongs(const qdr_launch_owner *owner,
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
