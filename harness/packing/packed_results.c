/* harness/packing/packed_results.c -- see packed_results.h. */
#include "harness/packing/packed_results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/digest.h"
#include "harness/files/plain_file.h"
#include "harness/results/packed_folder.h"
#include "harness/sweep/sweep.h"

qdr_status qdr_packed_refuse(const qdr_packed_results *packed, const char *file,
                             const char *what, qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%.300s/%s: %.300s; accepted: what ./quadrille results "
                    "pack has written",
                    packed->folder, file, what);
}

/* Reads a file of the folder as it is, less than `max_bytes`. */
static qdr_status read_bytes(const qdr_packed_results *packed, const char *name,
                             size_t max_bytes, qdr_bytes *bytes,
                             qdr_error *error)
{
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM];
    FILE *file;
    qdr_status status;

    snprintf(path, sizeof path, "%.*s/%s", QDR_PATH_LENGTH, packed->folder,
             name);
    file = qdr_plain_fopen(path, "r");
    if (file == NULL)
        return qdr_packed_refuse(packed, name, "is not there, or no plain file",
                                 error);
    status = qdr_bytes_read_stream(bytes, file, path, max_bytes, error);
    fclose(file);
    return status;
}

static qdr_status load_document(qdr_packed_results *packed, qdr_error *error)
{
    qdr_bytes bytes = {0};
    json_error_t why;
    json_int_t format;
    qdr_status status = read_bytes(packed, QDR_PACKED_PROVENANCE,
                                   QDR_MAX_PACKED_JSON, &bytes, error);

    if (status != QDR_OK)
        return status;
    packed->document =
        json_loadb(bytes.data, bytes.length, JSON_REJECT_DUPLICATES, &why);
    qdr_bytes_cleanup(&bytes);
    if (packed->document == NULL)
        return qdr_packed_refuse(packed, QDR_PACKED_PROVENANCE, why.text,
                                 error);
    format = json_integer_value(json_object_get(packed->document, "format"));
    if (format != QDR_PACKED_FORMAT)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%.300s/" QDR_PACKED_PROVENANCE
                        ": format %" JSON_INTEGER_FORMAT "; accepted: %d",
                        packed->folder, format, QDR_PACKED_FORMAT);
    packed->num_launches =
        json_array_size(json_object_get(packed->document, "launches"));
    return packed->num_launches > 0
               ? QDR_OK
               : qdr_packed_refuse(packed, QDR_PACKED_PROVENANCE, "no launches",
                                   error);
}

/* Refuses a file in the folder that no launch has read: nothing states its
 * digest. */
static qdr_status load_definition(qdr_packed_results *packed, qdr_error *error)
{
    const json_t *launches = json_object_get(packed->document, "launches");
    qdr_definition_texts *files = &packed->definition;
    qdr_status status = qdr_definition_read(files, packed->folder, error);
    const char *unnamed;
    const json_t *launch;
    size_t i;

    if (status != QDR_OK)
        return status;
    qdr_definition_name(files, json_object_get(packed->document, "shared"));
    json_array_foreach(launches, i, launch)
        qdr_definition_name(files, json_object_get(launch, "own"));
    unnamed = qdr_definition_unnamed(files);
    return unnamed == NULL ? QDR_OK
                           : qdr_packed_refuse(packed, unnamed,
                                               "no launch has read it", error);
}

/* What is unpacked is what the digest is of. */
static qdr_status load_samples(qdr_packed_results *packed, qdr_error *error)
{
    const json_t *stated = json_object_get(packed->document, "samples");
    const char *digest = json_string_value(json_object_get(stated, "sha256"));
    char found[QDR_DIGEST_LENGTH + 1], name[QDR_PATH_LENGTH];
    qdr_bytes bytes = {0};
    qdr_status status = read_bytes(packed, QDR_PACKED_SAMPLES,
                                   QDR_MAX_FILE_BYTES, &bytes, error);

    if (status != QDR_OK)
        return status;
    snprintf(name, sizeof name, "%.300s/" QDR_PACKED_SAMPLES, packed->folder);
    if (!qdr_digest_bytes(bytes.data, bytes.length, found))
        status = qdr_fail_memory(error, name);
    else if (digest == NULL || strcmp(found, digest) != 0)
        status = qdr_packed_refuse(
            packed, QDR_PACKED_SAMPLES,
            "its SHA-256 is not that of " QDR_PACKED_PROVENANCE, error);
    else
        status = qdr_bytes_unpack(&packed->samples, name, bytes.data,
                                  bytes.length, error);
    qdr_bytes_cleanup(&bytes);
    return status;
}

qdr_status qdr_packed_load(qdr_packed_results *packed, const char *folder,
                           qdr_error *error)
{
    qdr_packed_results made = {.folder = folder};
    qdr_status status = load_document(&made, error);

    if (status == QDR_OK)
        status = load_definition(&made, error);
    if (status == QDR_OK)
        status = load_samples(&made, error);
    if (status == QDR_OK)
        status = qdr_packed_find_rows(&made, error);
    if (status == QDR_OK)
        *packed = made;
    else
        qdr_packed_cleanup(&made);
    return status;
}

void qdr_packed_cleanup(qdr_packed_results *packed)
{
    json_decref(packed->document);
    qdr_definition_texts_cleanup(&packed->definition);
    qdr_bytes_cleanup(&packed->samples);
    free(packed->rows);
    *packed = (qdr_packed_results){0};
}
