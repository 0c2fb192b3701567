/* harness/packing/pack.c -- see packing.h. */
#include <inttypes.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/digest.h"
#include "harness/packing/new_folder.h"
#include "harness/packing/pack_provenance.h"
#include "harness/packing/packed_launch.h"
#include "harness/packing/packing.h"
#include "harness/packing/read_launches.h"
#include "harness/results/packed_folder.h"

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

/* A launch in `from` that what was written does not restore. */
static qdr_status refuse_launch(const char *from, const char *name,
                                qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%.300s/%s.json: cannot be restored byte for byte; "
                    "accepted: what ./quadrille sweep has written, while no "
                    "sweep changes it",
                    from, name);
}

/* What was written restores every launch, or the digests do not match. */
static qdr_status check(const qdr_read_launches *read, const char *from,
                        const qdr_new_folder *folder, qdr_error *error)
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
        else
            status = refuse_launch(from, read->launches[i].name, error);
    }
    qdr_packed_cleanup(&packed);
    return status;
}

static qdr_status write_all(const qdr_read_launches *read, const char *from,
                            const qdr_new_folder *folder, qdr_error *error)
{
    char sha256[QDR_DIGEST_LENGTH + 1];
    qdr_status status = qdr_definition_write(&read->definition, folder, error);

    if (status == QDR_OK)
        status = write_samples(read, folder, sha256, error);
    if (status == QDR_OK)
        status = qdr_pack_provenance(read, sha256, folder, error);
    return status == QDR_OK ? check(read, from, folder, error) : status;
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
    if (status == QDR_OK && read.num_absent > 0)
        fprintf(stderr,
                "quadrille results: %s: launches of the sweep that have not "
                "run: %" PRId64 "\n",
                from, read.num_absent);
    if (status == QDR_OK)
        *out_launches = read.count;
    qdr_launches_cleanup(&read);
    return status;
}
