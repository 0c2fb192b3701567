/* harness/packing/pack_provenance.c -- see pack_provenance.h. */
#include "harness/packing/pack_provenance.h"

#include <stdio.h>
#include <stdlib.h>

#include "harness/packing/packed_results.h"
#include "harness/packing/shared_json.h"
#include "harness/results/packed_folder.h"

/* An entry of `launches` in provenance.json. */
static json_t *new_entry(const qdr_read_launch *launch, json_t *own)
{
    return json_pack("{s:s, s:I, s:I, s:s, s:O}", "name", launch->name, "first",
                     (json_int_t)launch->first_row, "last",
                     (json_int_t)launch->last_row, "json_sha256",
                     launch->json_sha256, "own", own);
}

/* What the documents share; {} if their keys differ. */
static json_t *split(json_t *const *documents, size_t count, json_t **own)
{
    json_t *shared = qdr_json_split(documents, count, own);

    return json_is_null(shared) ? json_object() : shared;
}

/* The entries, and the part that all launches share. */
static json_t *split_launches(const qdr_read_launches *read,
                              json_t **out_shared)
{
    json_t **documents = calloc(2 * read->count, sizeof *documents);
    json_t **own = documents == NULL ? NULL : documents + read->count;
    json_t *launches = json_array();
    bool is_good = documents != NULL;

    for (size_t i = 0; i < read->count && is_good; i++)
        documents[i] = read->launches[i].document;
    *out_shared = is_good ? split(documents, read->count, own) : NULL;
    for (size_t i = 0; i < read->count && documents != NULL; i++) {
        json_t *part = own[i] != NULL ? own[i] : json_object();
        is_good &= json_array_append_new(
                       launches, new_entry(&read->launches[i], part)) == 0;
        json_decref(part);
    }
    free(documents);
    if (is_good && *out_shared != NULL)
        return launches;
    json_decref(launches);
    json_decref(*out_shared);
    return NULL;
}

static void print_json(const json_t *value, FILE *to)
{
    json_dumpf(value, to, JSON_COMPACT);
}

/* A line for each launch, so that differences can be read. */
static void print_provenance(const json_t *shared, const json_t *launches,
                             const char *samples_sha256, FILE *to)
{
    const json_t *launch;
    size_t i;

    fprintf(to,
            "{\"format\":%d,\n\"samples\":{\"sha256\":\"%s\"},\n\"shared\":",
            QDR_PACKED_FORMAT, samples_sha256);
    print_json(shared, to);
    fputs(",\n\"launches\":[", to);
    json_array_foreach(launches, i, launch)
    {
        fputs(i > 0 ? ",\n" : "\n", to);
        print_json(launch, to);
    }
    fputs("\n]}\n", to);
}

static qdr_status write_text(const qdr_new_folder *folder, const char *text,
                             size_t length, qdr_error *error)
{
    return length < QDR_MAX_PACKED_JSON
               ? qdr_new_folder_write(folder, QDR_PACKED_PROVENANCE, text,
                                      length, error)
               : qdr_fail(error, QDR_ERROR_INPUT,
                          "%.300s: too many launches; accepted: those "
                          "whose " QDR_PACKED_PROVENANCE
                          " has less than %zu bytes",
                          folder->path, QDR_MAX_PACKED_JSON);
}

qdr_status qdr_pack_provenance(const qdr_read_launches *read,
                               const char *samples_sha256,
                               const qdr_new_folder *folder, qdr_error *error)
{
    json_t *shared;
    json_t *launches = split_launches(read, &shared);
    char *text = NULL;
    size_t length;
    FILE *to = launches == NULL ? NULL : open_memstream(&text, &length);
    qdr_status status = QDR_ERROR_MEMORY;

    if (to != NULL) {
        print_provenance(shared, launches, samples_sha256, to);
        if (fclose(to) == 0)
            status = write_text(folder, text, length, error);
    }
    free(text);
    if (launches != NULL)
        json_decref(shared);
    json_decref(launches);
    return status == QDR_ERROR_MEMORY
               ? qdr_fail_memory(error, QDR_PACKED_PROVENANCE)
               : status;
}
