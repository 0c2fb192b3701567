/* harness/packing/packed_launch.c -- see packed_launch.h. */
#include "harness/packing/packed_launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/digest.h"
#include "harness/files/plain_file.h"
#include "harness/packing/cell_columns.h"
#include "harness/packing/shared_json.h"
#include "harness/results/packed_folder.h"
#include "harness/sweep/sweep.h"

const char *qdr_packed_for_texts(const json_t *document, const char *folder,
                                 qdr_packed_change change)
{
    const json_t *files = json_object_get(
        json_object_get(document, "provenance"), "configuration");
    const char *unchanged = NULL;
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM];

    for (int f = 0; f < QDR_NUM_SWEEP_FILES; f++) {
        const char *name = qdr_sweep_file_name(f);
        json_t *entry = json_object_get(files, name);
        char *text;
        snprintf(path, sizeof path, "%s/%s", folder, name);
        text = entry == NULL ? NULL : qdr_plain_read(path);
        if (text != NULL && !change(entry, text))
            unchanged = name;
        free(text);
    }
    return unchanged;
}

static bool has_digest(const char *text, const json_t *stated)
{
    char found[QDR_DIGEST_LENGTH + 1];

    return text != NULL && json_is_string(stated) &&
           qdr_digest_bytes(text, strlen(text), found) &&
           strcmp(found, json_string_value(stated)) == 0;
}

static bool fill_text(json_t *entry, const char *text)
{
    if (!has_digest(text, json_object_get(entry, "sha256")))
        return false;
    if (json_is_null(json_object_get(entry, "text")))
        json_object_set_new(entry, "text", json_string(text));
    return true;
}

/* The launch's JSON but for the texts of files; NULL: it cannot be put
 * together. */
static json_t *restore(const qdr_packed_results *packed, const json_t *launch)
{
    json_t *document =
        qdr_json_join(json_object_get(packed->document, "shared"),
                      json_object_get(launch, "own"));
    json_t *cells = qdr_cells_from_columns(json_object_get(document, "cells"));

    if (document != NULL && json_object_set_new(document, "cells", cells) == 0)
        return document;
    json_decref(document);
    return NULL;
}

static char *copy_rows(const qdr_packed_results *packed, const json_t *launch)
{
    const char *const *rows = packed->rows;
    size_t header = (size_t)(rows[1] - rows[0]);
    json_int_t first = json_integer_value(json_object_get(launch, "first"));
    json_int_t last = json_integer_value(json_object_get(launch, "last"));
    const char *from = rows[first];
    size_t length = (size_t)(rows[last + 1] - from);
    char *csv = malloc(header + length + 1);

    if (csv != NULL) {
        memcpy(csv, rows[0], header);
        memcpy(csv + header, from, length);
        csv[header + length] = '\0';
    }
    return csv;
}

/* Restores the texts of a launch; false, with a reason: they are damaged. */
static bool read_texts(const qdr_packed_results *packed, const json_t *launch,
                       qdr_packed_launch *made, char reason[128])
{
    json_t *document = restore(packed, launch);
    const json_t *csv = json_object_get(document, "csv");
    const char *other =
        qdr_packed_for_texts(document, packed->folder, fill_text);

    made->csv = copy_rows(packed, launch);
    made->json = document == NULL ? NULL : json_dumps(document, JSON_INDENT(1));
    if (other != NULL)
        snprintf(reason, 128, "%s: %s is not the file that it has read",
                 made->name, other);
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
    const json_t *launch =
        json_array_get(json_object_get(packed->document, "launches"), index);
    qdr_packed_launch made = {.csv = NULL};
    char reason[128] = "";

    snprintf(made.name, sizeof made.name, "%.50s",
             json_string_value(json_object_get(launch, "name")));
    if (read_texts(packed, launch, &made, reason)) {
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
