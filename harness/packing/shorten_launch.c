/* harness/packing/shorten_launch.c -- see read_launches.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/plain_file.h"
#include "harness/packing/cell_columns.h"
#include "harness/packing/packed_results.h"
#include "harness/packing/read_launches.h"

/* A launch has null for a long text: that becomes false. */
static bool leave_out(json_t *entry, const char *text)
{
    const json_t *own = json_object_get(entry, "text");

    if (json_is_null(own))
        json_object_set_new(entry, "text", json_false());
    else if (json_is_string(own) && strcmp(json_string_value(own), text) == 0)
        json_object_set_new(entry, "text", json_null());
    return true;
}

/* The JSON at `path`, and the digest of its text. */
static qdr_status read_document(qdr_read_launch *launch, const char *path,
                                qdr_error *error)
{
    char *text = qdr_plain_read(path);
    qdr_status status = QDR_OK;

    if (text != NULL && strlen(text) >= QDR_MAX_PACKED_JSON)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%.300s: too large; accepted: up to %zu bytes", path,
                          QDR_MAX_PACKED_JSON);
    else if (text == NULL ||
             (launch->document = json_loads(text, 0, NULL)) == NULL)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%.300s: it has changed while it was read; accepted: "
                          "a folder that nobody changes",
                          path);
    else if (!qdr_digest_bytes(text, strlen(text), launch->json_sha256))
        status = qdr_fail_memory(error, path);
    free(text);
    return status;
}

qdr_status qdr_launch_shorten(qdr_read_launch *launch, const char *path,
                              qdr_definition_texts *definition,
                              qdr_error *error)
{
    json_t *cells;
    qdr_status status = read_document(launch, path, error);

    if (status != QDR_OK)
        return status;
    cells = qdr_cells_as_columns(json_object_get(launch->document, "cells"));
    if (json_object_set_new(launch->document, "cells", cells) != 0)
        return qdr_fail_memory(error, path);
    qdr_definition_name(definition, launch->document);
    qdr_definition_for_texts(definition, launch->document, leave_out);
    return QDR_OK;
}
