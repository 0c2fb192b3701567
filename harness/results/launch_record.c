/* harness/results/launch_record.c -- see launch_record.h. */
#include "harness/results/launch_record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "harness/files/digest.h"
#include "harness/files/open_nofollow.h"

enum { PATH_LENGTH = 4096 };

static const char key_of_digest[] = "json_sha256";

/* The SHA-256 of the document without its own. */
static bool digest_of(json_t *document, char *digest)
{
    json_t *stated = json_incref(json_object_get(document, key_of_digest));
    char *text;

    json_object_del(document, key_of_digest);
    text = json_dumps(document, JSON_SORT_KEYS | JSON_COMPACT);
    if (text != NULL)
        qdr_digest_bytes(text, strlen(text), digest);
    if (stated != NULL)
        json_object_set_new(document, key_of_digest, stated);
    free(text);
    return text != NULL;
}

bool qdr_launch_record_seal(json_t *document)
{
    char digest[QDR_DIGEST_LENGTH + 1];

    return digest_of(document, digest) &&
           json_object_set_new(document, key_of_digest, json_string(digest)) ==
               0;
}

/* Formats before 7 have no digest of their own. */
static qdr_status check_digest(json_t *document, qdr_error *reason)
{
    const json_t *stated = json_object_get(document, key_of_digest);
    char digest[QDR_DIGEST_LENGTH + 1];

    if (stated == NULL &&
        json_integer_value(json_object_get(document, "format")) < 7)
        return QDR_OK;
    if (json_is_string(stated) && digest_of(document, digest) &&
        strcmp(json_string_value(stated), digest) == 0)
        return QDR_OK;
    return qdr_fail(reason, QDR_ERROR_CHECK, "it was changed or is damaged");
}

static qdr_status read_document(const char *folder, const qdr_attempt *attempt,
                                json_t **out_document, qdr_error *reason)
{
    char path[PATH_LENGTH];
    bool is_read;
    FILE *file;

    qdr_attempt_path(folder, attempt, "json", path, sizeof path);
    file = qdr_plain_fopen(path, "r");
    if (file == NULL)
        return qdr_fail(reason, QDR_ERROR_CHECK, "it cannot be read: %s",
                        strerror(errno));
    *out_document = json_loadf(file, 0, NULL);
    is_read = !ferror(file);
    fclose(file);
    if (json_is_object(*out_document))
        return check_digest(*out_document, reason);
    return is_read
               ? qdr_fail(reason, QDR_ERROR_CHECK, "it is not a launch's JSON")
               : qdr_fail(reason, QDR_ERROR_CHECK, "it cannot be read: %s",
                          strerror(EIO));
}

json_t *qdr_launch_record_document(const char *folder,
                                   const qdr_attempt *attempt)
{
    json_t *document = NULL;
    qdr_error unused;

    if (read_document(folder, attempt, &document, &unused) == QDR_OK)
        return document;
    json_decref(document);
    return NULL;
}

/* The first bytes of a file as text, to free(). */
static qdr_status read_bytes(FILE *file, json_int_t bytes, char **out_text,
                             qdr_error *reason)
{
    struct stat about;

    if (file != NULL && fstat(fileno(file), &about) == 0 &&
        about.st_size < bytes)
        return qdr_fail(reason, QDR_ERROR_CHECK,
                        "it does not describe its csv");
    *out_text = file == NULL ? NULL : calloc((size_t)bytes + 1, 1);
    if (*out_text != NULL &&
        fread(*out_text, 1, (size_t)bytes, file) == (size_t)bytes)
        return QDR_OK;
    return qdr_fail(reason, QDR_ERROR_CHECK, "its csv cannot be read: %s",
                    strerror(errno));
}

static qdr_status load_csv(const char *path, const json_t *document,
                           char **out_csv, qdr_error *reason)
{
    const json_t *about = json_object_get(document, "csv");
    const json_int_t bytes =
        json_integer_value(json_object_get(about, "bytes"));
    const char *stated = json_string_value(json_object_get(about, "sha256"));
    char digest[QDR_DIGEST_LENGTH + 1];
    FILE *file;
    qdr_status status;

    if (bytes < 0 || stated == NULL)
        return qdr_fail(reason, QDR_ERROR_CHECK, "it is not a launch's JSON");
    file = qdr_plain_fopen(path, "r");
    status = read_bytes(file, bytes, out_csv, reason);
    if (file != NULL)
        fclose(file);
    if (status != QDR_OK)
        return status;
    qdr_digest_bytes(*out_csv, (size_t)bytes, digest);
    if (strcmp(digest, stated) == 0)
        return QDR_OK;
    return qdr_fail(reason, QDR_ERROR_CHECK, "it does not describe its csv");
}

qdr_status qdr_launch_record_load(const char *folder,
                                  const qdr_attempt *attempt,
                                  json_t **out_document, char **out_csv,
                                  qdr_error *reason)
{
    json_t *document = NULL;
    char path[PATH_LENGTH];
    qdr_status status = read_document(folder, attempt, &document, reason);

    *out_document = NULL;
    *out_csv = NULL;
    qdr_attempt_path(folder, attempt, "csv", path, sizeof path);
    if (status == QDR_OK)
        status = load_csv(path, document, out_csv, reason);
    if (status == QDR_OK) {
        *out_document = document;
    } else {
        json_decref(document);
        free(*out_csv);
        *out_csv = NULL;
    }
    return status;
}

bool qdr_launch_record_is_valid(const json_t *cell)
{
    const char *verdict = json_string_value(json_object_get(cell, "verdict"));

    return verdict != NULL && strcmp(verdict, "VALID") == 0;
}
