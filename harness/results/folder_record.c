/* harness/results/folder_record.c -- see folder_record.h. */
#include "harness/results/folder_record.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/digest.h"
#include "harness/files/plain_file.h"
#include "harness/results/launch_record.h"
#include "harness/results/provenance.h"

enum { PATH_LENGTH = 4096 };

bool qdr_folder_is_launch(const char *name, int64_t *out_number)
{
    char again[64];
    int end = 0;

    if (sscanf(name, "launch-%*[0-9].json%n", &end) != 0 || end == 0 ||
        name[end] != '\0')
        return false;
    *out_number = strtoll(name + strlen("launch-"), NULL, 10);
    snprintf(again, sizeof again, "launch-%05" PRId64 ".json", *out_number);
    if (strcmp(again, name) != 0)
        *out_number = -1;
    return true;
}

static int is_launch(const struct dirent *entry)
{
    int64_t number;

    return qdr_folder_is_launch(entry->d_name, &number);
}

/* The JSON of the first launch that has one; or NULL. */
static json_t *load_first(const char *folder)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_launch, alphasort);
    char path[PATH_LENGTH];
    json_t *document = NULL;

    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%.3000s/%.300s", folder,
                 entries[i]->d_name);
        if (document == NULL)
            document = qdr_launch_record_read(path);
        free(entries[i]);
    }
    free(entries);
    return document;
}

/* Lines of sha256sum. */
static json_t *parse_digests(char *text)
{
    json_t *digests = json_object();
    char *line;

    while ((line = strsep(&text, "\n")) != NULL)
        if (strlen(line) > QDR_DIGEST_LENGTH + 2)
            json_object_set_new(digests, line + QDR_DIGEST_LENGTH + 2,
                                json_stringn(line, QDR_DIGEST_LENGTH));
    return digests;
}

static char *read_file(const char *folder, const char *name)
{
    char path[PATH_LENGTH];

    snprintf(path, sizeof path, "%.3000s/%s", folder, name);
    return qdr_plain_read(path);
}

void qdr_folder_record_load(const char *folder, qdr_folder_record *out_record)
{
    char *inputs = read_file(folder, "inputs.sha256");
    qdr_folder_record made = {.programs = read_file(folder, "program.sha256")};
    const json_t *provenance;
    const char *programs;
    json_t *first = NULL;

    if (inputs == NULL || made.programs == NULL)
        first = load_first(folder);
    provenance = json_object_get(first, "provenance");
    programs = json_string_value(json_object_get(provenance, "program_sha256"));
    if (made.programs == NULL && programs != NULL)
        made.programs = strdup(programs);
    if (inputs != NULL)
        made.inputs = parse_digests(inputs);
    else if (first != NULL)
        made.inputs = qdr_provenance_inputs(provenance);
    json_decref(first);
    free(inputs);
    *out_record = made;
}

void qdr_folder_record_cleanup(qdr_folder_record *record)
{
    free(record->programs);
    json_decref(record->inputs);
    *record = (qdr_folder_record){0};
}

qdr_status qdr_folder_check_inputs(const char *folder, qdr_error *error)
{
    char path[PATH_LENGTH], found[QDR_DIGEST_LENGTH + 1];
    qdr_folder_record record;
    qdr_status status = QDR_OK;
    const char *name;
    json_t *digest;

    qdr_folder_record_load(folder, &record);
    json_object_foreach(record.inputs, name, digest)
    {
        snprintf(path, sizeof path, "%.3000s/%.500s", folder, name);
        if (status != QDR_OK || access(path, F_OK) != 0)
            continue;
        status = qdr_digest_file(path, found, error);
        if (status == QDR_OK && (!json_is_string(digest) ||
                                 strcmp(json_string_value(digest), found) != 0))
            status = qdr_fail(error, QDR_ERROR_INPUT,
                              "%.600s: it is not the file that launches have "
                              "read; remove it, or measure again with "
                              "--restart",
                              path);
    }
    qdr_folder_record_cleanup(&record);
    return status;
}

char *qdr_folder_inputs_text(const char *folder,
                             const qdr_experiment *experiment)
{
    json_t *files = qdr_provenance_files(folder, experiment);
    json_t *inputs = qdr_provenance_inputs(files), *digest;
    const char *name;
    char *text = NULL;
    size_t length;
    bool is_whole = true; /* no file whose digest could not be taken */
    FILE *to = open_memstream(&text, &length);

    json_object_foreach(inputs, name, digest)
    {
        is_whole &= json_is_string(digest);
        if (to != NULL && is_whole)
            fprintf(to, "%s  %s\n", json_string_value(digest), name);
    }
    if (to != NULL && (fclose(to) != 0 || !is_whole)) {
        free(text);
        text = NULL;
    }
    json_decref(inputs);
    json_decref(files);
    return text;
}
