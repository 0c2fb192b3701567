/* harness/packing/packed_launch.c -- see packed_launch.h. */
#include "harness/packing/packed_launch.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/digest.h"
#include "harness/packing/cell_columns.h"
#include "harness/packing/shared_json.h"
#include "harness/results/packed_folder.h"

static bool has_digest(const char *text, const json_t *stated)
{
    char found[QDR_DIGEST_LENGTH + 1];

    return text != NULL && json_is_string(stated) &&
           qdr_digest_bytes(text, strlen(text), found) &&
           strcmp(found, json_string_value(stated)) == 0;
}

/* null: packing left the file's text out; false: the launch has null. */
static bool fill_text(json_t *entry, const char *text)
{
    const json_t *left = json_object_get(entry, "text");

    if (!has_digest(text, json_object_get(entry, "sha256")))
        return false;
    if (json_is_null(left))
        json_object_set_new(entry, "text", json_string(text));
    else if (json_is_false(left))
        json_object_set_new(entry, "text", json_null());
    return true;
}

/* Whether a launch with these cells has more text than is accepted: each of
 * their values takes more than 8 characters. Columns of one value take none
 * here. */
static bool has_too_many_cells(const json_t *columns)
{
    size_t count = json_array_size(json_object_get(columns, "cell"));

    return count > QDR_MAX_PACKED_JSON / 8 / (json_object_size(columns) + 1);
}

/* The launch's JSON but for the texts of files; NULL: it cannot be put
 * together. */
static json_t *restore(const qdr_packed_results *packed, const json_t *launch)
{
    json_t *document =
        qdr_json_join(json_object_get(packed->document, "shared"),
                      json_object_get(launch, "own"));
    json_t *columns = json_object_get(document, "cells");
    json_t *cells =
        has_too_many_cells(columns) ? NULL : qdr_cells_from_columns(columns);

    if (document != NULL && json_object_set_new(document, "cells", cells) == 0)
        return document;
    json_decref(document);
    return NULL;
}

typedef struct printing {
    FILE *to;
    size_t room;
} printing;

static int print_part(const char *part, size_t length, void *data)
{
    printing *print = data;

    if (length >= print->room)
        return -1;
    print->room -= length;
    return fwrite(part, 1, length, print->to) == length ? 0 : -1;
}

/* NULL: out of memory, or a value that many cells share makes it too large. */
static char *print_json(const json_t *document)
{
    char *text = NULL;
    size_t length;
    printing print = {open_memstream(&text, &length), QDR_MAX_PACKED_JSON};
    bool is_whole =
        print.to != NULL &&
        json_dump_callback(document, print_part, &print, JSON_INDENT(1)) == 0;

    if (print.to != NULL && fclose(print.to) == 0 && is_whole)
        return text;
    free(text);
    return NULL;
}

static char *copy_rows(const qdr_packed_results *packed, size_t index)
{
    const char *begin = packed->samples.data, *from = packed->rows[index];
    size_t header = (size_t)(packed->rows[0] - begin);
    size_t length = (size_t)(packed->rows[index + 1] - from);
    char *csv = malloc(header + length + 1);

    if (csv != NULL) {
        memcpy(csv, begin, header);
        memcpy(csv + header, from, length);
        csv[header + length] = '\0';
    }
    return csv;
}

/* Restores the texts of a launch; false, with a reason: they are damaged. */
static bool read_texts(const qdr_packed_results *packed, size_t index,
                       qdr_packed_launch *made, char reason[128])
{
    const json_t *launch =
        json_array_get(json_object_get(packed->document, "launches"), index);
    json_t *document = restore(packed, launch);
    const json_t *csv = json_object_get(document, "csv");
    const char *other =
        qdr_definition_for_texts(&packed->definition, document, fill_text);

    snprintf(made->name, sizeof made->name, "%.50s",
             json_string_value(json_object_get(launch, "name")));
    made->csv = copy_rows(packed, index);
    made->json = document == NULL ? NULL : print_json(document);
    if (other != NULL)
        snprintf(reason, 128, "%s: %s is not the file that it has read",
                 made->name, other);
    else if (made->json == NULL)
        snprintf(reason, 128, "%s: its JSON is damaged or too large",
                 made->name);
    else if (!has_digest(made->csv, json_object_get(csv, "sha256")))
        snprintf(reason, 128, "%s: the SHA-256 of its samples is another",
                 made->name);
    else if (!has_digest(made->json, json_object_get(launch, "json_sha256")))
        snprintf(reason, 128, "%s: the SHA-256 of its JSON is another",
                 made->name);
    json_decref(document);
    return reason[0] == '\0';
}

qdr_status qdr_packed_launch_read(const qdr_packed_results *packed,
                                  size_t index, qdr_packed_launch *out_launch,
                                  qdr_error *error)
{
    qdr_packed_launch made = {.csv = NULL};
    char reason[128] = "";

    if (read_texts(packed, index, &made, reason)) {
        *out_launch = made;
        return QDR_OK;
    }
    qdr_packed_launch_cleanup(&made);
    return qdr_packed_refuse(packed, QDR_PACKED_PROVENANCE, reason, error);
}

void qdr_packed_launch_cleanup(qdr_packed_launch *launch)
{
    free(launch->json);
    free(launch->csv);
    *launch = (qdr_packed_launch){0};
}
