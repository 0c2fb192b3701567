/* harness/packing/packed_results.c -- see packed_results.h. */
#include "harness/packing/packed_results.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/digest.h"
#include "harness/files/plain_file.h"
#include "harness/results/folder_record.h"
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

static qdr_status load_document(qdr_packed_results *packed, qdr_error *error)
{
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM];
    FILE *file;
    json_error_t why = {.text = "is not there, or no plain file"};
    json_int_t format;

    snprintf(path, sizeof path, "%s/" QDR_PACKED_PROVENANCE, packed->folder);
    file = qdr_plain_fopen(path, "r");
    if (file != NULL) {
        packed->document = json_loadf(file, JSON_REJECT_DUPLICATES, &why);
        fclose(file);
    }
    if (packed->document == NULL)
        return qdr_packed_refuse(packed, QDR_PACKED_PROVENANCE, why.text,
                                 error);
    format = json_integer_value(json_object_get(packed->document, "format"));
    if (format != QDR_PACKED_FORMAT)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%.900s: format %" JSON_INTEGER_FORMAT "; accepted: %d",
                        path, format, QDR_PACKED_FORMAT);
    packed->num_launches =
        json_array_size(json_object_get(packed->document, "launches"));
    return packed->num_launches > 0
               ? QDR_OK
               : qdr_packed_refuse(packed, QDR_PACKED_PROVENANCE, "no launches",
                                   error);
}

/* Finds where each row begins. */
static qdr_status find_rows(qdr_packed_results *packed, qdr_error *error)
{
    const char *end = packed->samples.data + packed->samples.length;
    size_t i = 0, num_lines = 0;

    for (const char *at = packed->samples.data; at < end; at++)
        num_lines += *at == '\n';
    if (num_lines == 0 || end[-1] != '\n')
        return qdr_packed_refuse(packed, QDR_PACKED_SAMPLES, "no whole lines",
                                 error);
    packed->rows = calloc(num_lines + 1, sizeof *packed->rows);
    if (packed->rows == NULL)
        return qdr_fail_memory(error, "the rows of packed results");
    packed->rows[i++] = packed->samples.data;
    for (const char *at = packed->samples.data; at < end; at++)
        if (*at == '\n')
            packed->rows[i++] = at + 1;
    packed->num_rows = num_lines - 1;
    return QDR_OK;
}

static qdr_status load_samples(qdr_packed_results *packed, qdr_error *error)
{
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM];
    const json_t *stated = json_object_get(packed->document, "samples");
    const char *digest = json_string_value(json_object_get(stated, "sha256"));
    char found[QDR_DIGEST_LENGTH + 1];
    qdr_status status;

    snprintf(path, sizeof path, "%s/" QDR_PACKED_SAMPLES, packed->folder);
    if (access(path, F_OK) != 0)
        return qdr_packed_refuse(packed, QDR_PACKED_SAMPLES, "is not there",
                                 error);
    status = qdr_digest_file(path, found, error);
    if (status != QDR_OK)
        return status;
    if (digest == NULL || strcmp(found, digest) != 0)
        return qdr_packed_refuse(
            packed, QDR_PACKED_SAMPLES,
            "its SHA-256 is not that of " QDR_PACKED_PROVENANCE, error);
    status = qdr_bytes_read(&packed->samples, path, error);
    return status == QDR_OK ? find_rows(packed, error) : status;
}

/* A row number of a launch; -1: none. */
static json_int_t row_of(const json_t *launch, const char *key)
{
    const json_t *value = json_object_get(launch, key);

    return json_is_integer(value) ? json_integer_value(value) : -1;
}

/* The number in the name of a launch; -1: no launch has that name. */
static int64_t number_of(const json_t *launch)
{
    const char *name = json_string_value(json_object_get(launch, "name"));
    char file[64];
    int64_t number;

    snprintf(file, sizeof file, "%.50s.json", name != NULL ? name : "");
    return qdr_folder_is_launch(file, &number) ? number : -1;
}

/* Every launch is there once, and every row is of one launch, in the order of
 * the launches. */
static qdr_status check_launches(const qdr_packed_results *packed,
                                 qdr_error *error)
{
    const json_t *launches = json_object_get(packed->document, "launches");
    const json_t *launch;
    int64_t last = -1;
    json_int_t next = 1;
    size_t i;

    json_array_foreach(launches, i, launch)
    {
        if (number_of(launch) <= last)
            return qdr_packed_refuse(
                packed, QDR_PACKED_PROVENANCE,
                "names of launches are not in order, each once", error);
        if (row_of(launch, "first") != next ||
            row_of(launch, "last") < next - 1)
            return qdr_packed_refuse(
                packed, QDR_PACKED_PROVENANCE,
                "rows of a launch do not follow those before it", error);
        next = row_of(launch, "last") + 1;
        last = number_of(launch);
    }
    return next - 1 == (json_int_t)packed->num_rows
               ? QDR_OK
               : qdr_packed_refuse(packed, QDR_PACKED_SAMPLES,
                                   "not as many rows as its launches have",
                                   error);
}

qdr_status qdr_packed_load(qdr_packed_results *packed, const char *folder,
                           qdr_error *error)
{
    qdr_packed_results made = {.folder = folder};
    qdr_status status = load_document(&made, error);

    if (status == QDR_OK)
        status = load_samples(&made, error);
    if (status == QDR_OK)
        status = check_launches(&made, error);
    if (status == QDR_OK)
        *packed = made;
    else
        qdr_packed_cleanup(&made);
    return status;
}

void qdr_packed_cleanup(qdr_packed_results *packed)
{
    json_decref(packed->document);
    qdr_bytes_cleanup(&packed->samples);
    free(packed->rows);
    *packed = (qdr_packed_results){0};
}
