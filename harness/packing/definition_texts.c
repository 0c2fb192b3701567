/* harness/packing/definition_texts.c -- see definition_texts.h. */
#include "harness/packing/definition_texts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/digest.h"
#include "harness/files/plain_file.h"

/* Sets *out_text to NULL if there is no file. */
static qdr_status read_text(const char *folder, const char *name,
                            char **out_text, qdr_error *error)
{
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM];
    FILE *file;

    snprintf(path, sizeof path, "%.*s/%s", QDR_PATH_LENGTH, folder, name);
    file = qdr_plain_fopen(path, "r");
    if (file == NULL && errno == ENOENT)
        return QDR_OK;
    if (file == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%.300s: %s; accepted: a file, or none", path,
                        strerror(errno));
    *out_text = qdr_read_stream(file);
    return *out_text != NULL
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_INPUT,
                          "%.300s: empty, or cannot be read; accepted: text",
                          path);
}

qdr_status qdr_definition_read(qdr_definition_texts *files, const char *folder,
                               qdr_error *error)
{
    qdr_status status = QDR_OK;

    *files = (qdr_definition_texts){0};
    for (int f = 0; f < QDR_NUM_SWEEP_FILES && status == QDR_OK; f++)
        status =
            read_text(folder, qdr_sweep_file_name(f), &files->texts[f], error);
    return status;
}

void qdr_definition_texts_cleanup(qdr_definition_texts *files)
{
    for (int f = 0; f < QDR_NUM_SWEEP_FILES; f++)
        free(files->texts[f]);
    *files = (qdr_definition_texts){0};
}

static json_t *entry_of(const json_t *document, int file)
{
    const json_t *files = json_object_get(
        json_object_get(document, "provenance"), "configuration");

    return json_object_get(files, qdr_sweep_file_name(file));
}

void qdr_definition_name(qdr_definition_texts *files, const json_t *document)
{
    for (int f = 0; f < QDR_NUM_SWEEP_FILES; f++)
        files->is_named[f] |= json_is_object(entry_of(document, f));
}

const char *qdr_definition_unnamed(const qdr_definition_texts *files)
{
    for (int f = 0; f < QDR_NUM_SWEEP_FILES; f++)
        if (files->texts[f] != NULL && !files->is_named[f])
            return qdr_sweep_file_name(f);
    return NULL;
}

const char *qdr_definition_for_texts(const qdr_definition_texts *files,
                                     const json_t *document,
                                     qdr_definition_change change)
{
    const char *unchanged = NULL;

    for (int f = 0; f < QDR_NUM_SWEEP_FILES; f++) {
        json_t *entry = entry_of(document, f);
        if (entry != NULL && files->texts[f] != NULL &&
            !change(entry, files->texts[f]))
            unchanged = qdr_sweep_file_name(f);
    }
    return unchanged;
}

qdr_status qdr_definition_write(const qdr_definition_texts *files,
                                const qdr_new_folder *folder, qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int f = 0; f < QDR_NUM_SWEEP_FILES && status == QDR_OK; f++) {
        const char *text = files->texts[f];
        if (text != NULL)
            status = qdr_new_folder_write(folder, qdr_sweep_file_name(f), text,
                                          strlen(text), error);
    }
    return status;
}
