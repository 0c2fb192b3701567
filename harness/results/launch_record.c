/* harness/results/launch_record.c -- see launch_record.h. */
#include "harness/results/launch_record.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/files/digest.h"

static json_int_t csv_bytes(const json_t *document)
{
    return json_integer_value(
        json_object_get(json_object_get(document, "csv"), "bytes"));
}

static bool is_csv_of(const json_t *document, const char *csv)
{
    const char *digest = json_string_value(
        json_object_get(json_object_get(document, "csv"), "sha256"));
    char found[QDR_DIGEST_LENGTH + 1];
    struct stat file;

    return digest != NULL && stat(csv, &file) == 0 &&
           file.st_size == csv_bytes(document) &&
           qdr_digest_file(csv, found, NULL) == QDR_OK &&
           strcmp(found, digest) == 0;
}

qdr_launch_state qdr_launch_record_load(const char *json, const char *csv,
                                        json_t **out_document)
{
    json_t *document = json_load_file(json, 0, NULL);

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
    json_t *document = json_load_file(json, 0, NULL);
    json_int_t bytes = csv_bytes(document);
    struct stat file;
    bool is_cut = document != NULL && stat(csv, &file) == 0 &&
                  file.st_size >= bytes &&
                  (file.st_size == bytes || truncate(csv, (off_t)bytes) == 0);

    json_decref(document);
    return is_cut;
}
