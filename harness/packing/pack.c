/* harness/packing/pack.c -- see packing.h. */
#include <lzma.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/digest.h"
#include "harness/packing/new_folder.h"
#include "harness/packing/packed_launch.h"
#include "harness/packing/packing.h"
#include "harness/packing/read_launches.h"
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
    *out_shared = is_good ? qdr_json_split(documents, read->count, own) : NULL;
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

static qdr_status write_provenance(const qdr_read_launches *read,
                                   const char *samples_sha256,
                                   const qdr_new_folder *folder,
                                   qdr_error *error)
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
            status = qdr_new_folder_write(folder, QDR_PACKED_PROVENANCE, text,
                                          length, error);
    }
    free(text);
    if (launches != NULL)
        json_decref(shared);
    json_decref(launches);
    return status == QDR_ERROR_MEMORY
               ? qdr_fail_memory(error, QDR_PACKED_PROVENANCE)
               : status;
}

/* As `xz -9e` in one thread; the bytes depend on the samples alone. */
static qdr_status write_samples(const qdr_read_launches *read,
                                const qdr_new_folder *folder, char *out_sha256,
                                qdr_error *error)
{
    size_t room = lzma_stream_buffer_bound(read->length), length = 0;
    uint8_t *packed = malloc(room);
    qdr_status status;

    if (packed == NULL ||
        lzma_easy_buffer_encode(9 | LZMA_PRESET_EXTREME, LZMA_CHECK_CRC64, NULL,
                                (const uint8_t *)read->rows, read->length,
                                packed, &length, room) != LZMA_OK ||
        !qdr_digest_bytes(packed, length, out_sha256))
        status = qdr_fail_memory(error, QDR_PACKED_SAMPLES);
    else
        status = qdr_new_folder_write(folder, QDR_PACKED_SAMPLES, packed,
                                      length, error);
    free(packed);
    return status;
}

/* What was written restores every launch, or the digests do not match. */
static qdr_status check(const qdr_new_folder *folder, qdr_error *error)
{
    qdr_packed_results packed;
    qdr_status status = qdr_packed_load(&packed, folder->temporary, error);

    if (status != QDR_OK)
        return status;
    for (size_t i = 0; i < packed.num_launches && status == QDR_OK; i++) {
        qdr_packed_launch launch;
        status = qdr_packed_launch_read(&packed, i, &launch, error);
        if (status == QDR_OK)
            qdr_packed_launch_cleanup(&launch);
    }
    qdr_packed_cleanup(&packed);
    return status;
}

static qdr_status write_all(const qdr_read_launches *read, const char *from,
                            const qdr_new_folder *folder, qdr_error *error)
{
    char sha256[QDR_DIGEST_LENGTH + 1];
    qdr_status status = qdr_new_folder_copy_definition(folder, from, error);

    if (status == QDR_OK)
        status = write_samples(read, folder, sha256, error);
    if (status == QDR_OK)
        status = write_provenance(read, sha256, folder, error);
    return status == QDR_OK ? check(folder, error) : status;
}

qdr_status qdr_results_pack(const char *from, const char *to,
                            size_t *out_launches, qdr_error *error)
{
    qdr_read_launches read;
    qdr_new_folder folder;
    qdr_status status = qdr_launches_read(&read, from, error);

    if (status != QDR_OK)
        return status;
    status = qdr_new_folder_begin(&folder, to, error);
    if (status == QDR_OK)
        status = qdr_new_folder_end(
            &folder, write_all(&read, from, &folder, error), error);
    if (status == QDR_OK)
        *out_launches = read.count;
    qdr_launches_cleanup(&read);
    return status;
}
