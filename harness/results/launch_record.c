/* harness/results/launch_record.c -- see launch_record.h. */
#include "harness/results/launch_record.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/digest.h"
#include "harness/files/plain_file.h"

static json_int_t csv_bytes(const json_t *document)
{
    return json_integer_value(
        json_object_get(json_object_get(document, "csv"), "bytes"));
}

json_t *qdr_launch_record_read(const char *path)
{
    FILE *file = qdr_plain_fopen(path, "r");
    json_t *document = file == NULL ? NULL : json_loadf(file, 0, NULL);

    if (file != NULL)
        fclose(file);
    return document;
}

static bool is_csv_of(const json_t *document, const char *csv)
{
    const char *digest = json_string_value(
        json_object_get(json_object_get(document, "csv"), "sha256"));
    char found[QDR_DIGEST_LENGTH + 1];
    int file = qdr_plain_open(csv, O_RDONLY);
    qdr_digest *made = file < 0 ? NULL : qdr_digest_new();
    int64_t bytes = qdr_digest_follow(made, file, found);
    bool is_its = digest != NULL && bytes >= 0 &&
                  bytes == csv_bytes(document) && strcmp(found, digest) == 0;

    qdr_digest_free(made);
    if (file >= 0)
        close(file);
    return is_its;
}

qdr_launch_state qdr_launch_record_load(const char *json, const char *csv,
                                        json_t **out_document)
{
    json_t *document = qdr_launch_record_read(json);

    *out_document = NULL;
    if (document == NULL)
        return access(json, F_OK) == 0 ? QDR_LAUNCH_DAMAGED : QDR_LAUNCH_ABSENT;
    if (!is_csv_of(document, csv)) {
        json_decref(document);
        return QDR_LAUNCH_DAMAGED;
    }
    *out_document = document;
    return QDR_LAUNCH_WHOLE;
}

bool qdr_launch_record_is_valid(const json_t *cell)
{
    const char *verdict = json_string_value(json_object_get(cell, "verdict"));

    return verdict != NULL && strcmp(verdict, "VALID") == 0;
}

bool qdr_launch_record_cut(const char *json, const char *csv)
{
    json_t *document = qdr_launch_record_read(json);
    json_int_t bytes = csv_bytes(document);
    int file = qdr_plain_open(csv, O_WRONLY);
    off_t length = file < 0 ? -1 : lseek(file, 0, SEEK_END);
    bool is_cut = document != NULL && length >= bytes &&
                  (length == bytes || ftruncate(file, (off_t)bytes) == 0);

    if (file >= 0)
        close(file);
    json_decref(document);
    return is_cut;
}
