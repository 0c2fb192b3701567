/* harness/results/launch_record.c -- see launch_record.h. */
#include "harness/results/launch_record.h"

#include <errno.h>
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

/* Whether a file that cannot be opened is not there, or no plain file; else it
 * may be a good one. */
static bool is_no_file(int code)
{
    return code == ENOENT || code == ENOTDIR || code == ELOOP ||
           code == EINVAL || code == EMLINK || code == ENXIO;
}

static qdr_launch_state read_document(const char *path, json_t **out_document)
{
    FILE *file = qdr_plain_fopen(path, "r");
    qdr_launch_state state = QDR_LAUNCH_WHOLE;
    json_error_t reason;

    *out_document = NULL;
    if (file == NULL)
        return errno == ENOENT     ? QDR_LAUNCH_ABSENT
               : is_no_file(errno) ? QDR_LAUNCH_DAMAGED
                                   : QDR_LAUNCH_UNREADABLE;
    *out_document = json_loadf(file, 0, &reason);
    if (*out_document == NULL)
        state =
            ferror(file) || json_error_code(&reason) == json_error_out_of_memory
                ? QDR_LAUNCH_UNREADABLE
                : QDR_LAUNCH_DAMAGED;
    fclose(file);
    return state;
}

json_t *qdr_launch_record_read(const char *path)
{
    json_t *document;

    read_document(path, &document);
    return document;
}

static qdr_launch_state compare_csv(const json_t *document, const char *csv)
{
    const char *digest = json_string_value(
        json_object_get(json_object_get(document, "csv"), "sha256"));
    char found[QDR_DIGEST_LENGTH + 1];
    int file = qdr_plain_open(csv, O_RDONLY);
    qdr_digest *made;
    int64_t bytes;

    if (file < 0)
        return is_no_file(errno) ? QDR_LAUNCH_DAMAGED : QDR_LAUNCH_UNREADABLE;
    made = qdr_digest_new();
    bytes = qdr_digest_follow(made, file, found);
    qdr_digest_free(made);
    close(file);
    if (bytes < 0)
        return QDR_LAUNCH_UNREADABLE;
    return digest != NULL && bytes == csv_bytes(document) &&
                   strcmp(found, digest) == 0
               ? QDR_LAUNCH_WHOLE
               : QDR_LAUNCH_DAMAGED;
}

qdr_launch_state qdr_launch_record_load(const char *json, const char *csv,
                                        json_t **out_document)
{
    qdr_launch_state state = read_document(json, out_document);

    if (state == QDR_LAUNCH_WHOLE)
        state = compare_csv(*out_document, csv);
    if (state != QDR_LAUNCH_WHOLE) {
        json_decref(*out_document);
        *out_document = NULL;
    }
    return state;
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
