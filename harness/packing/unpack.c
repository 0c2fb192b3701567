/* harness/packing/unpack.c -- see packing.h. */
#include <stdio.h>
#include <string.h>

#include "harness/packing/new_folder.h"
#include "harness/packing/packed_launch.h"
#include "harness/packing/packing.h"

static qdr_status write_launch(const qdr_new_folder *to,
                               const qdr_packed_launch *launch,
                               qdr_error *error)
{
    char name[sizeof launch->name + 8];
    qdr_status status;

    snprintf(name, sizeof name, "%s.csv", launch->name);
    status =
        qdr_new_folder_write(to, name, launch->csv, strlen(launch->csv), error);
    if (status != QDR_OK)
        return status;
    snprintf(name, sizeof name, "%s.json", launch->name);
    return qdr_new_folder_write(to, name, launch->json, strlen(launch->json),
                                error);
}

static qdr_status write_all(const qdr_packed_results *packed,
                            const qdr_new_folder *to, qdr_error *error)
{
    qdr_status status = qdr_definition_write(&packed->definition, to, error);

    for (size_t i = 0; i < packed->num_launches && status == QDR_OK; i++) {
        qdr_packed_launch launch;
        status = qdr_packed_launch_read(packed, i, &launch, error);
        if (status != QDR_OK)
            break;
        status = write_launch(to, &launch, error);
        qdr_packed_launch_cleanup(&launch);
    }
    return status;
}

qdr_status qdr_results_unpack(const char *from, const char *to,
                              size_t *out_launches, qdr_error *error)
{
    qdr_packed_results packed;
    qdr_new_folder folder;
    qdr_status status = qdr_packed_load(&packed, from, error);

    if (status != QDR_OK)
        return status;
    status = qdr_new_folder_begin(&folder, to, error);
    if (status == QDR_OK)
        status = qdr_new_folder_end(&folder, write_all(&packed, &folder, error),
                                    error);
    if (status == QDR_OK)
        *out_launches = packed.num_launches;
    qdr_packed_cleanup(&packed);
    return status;
}
