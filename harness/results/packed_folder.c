/* harness/results/packed_folder.c -- see packed_folder.h. */
#include "harness/results/packed_folder.h"

#include <stdio.h>
#include <unistd.h>

qdr_status qdr_folder_refuse_packed(const char *folder, qdr_error *error)
{
    static const char *const names[] = {QDR_PACKED_PROVENANCE,
                                        QDR_PACKED_SAMPLES};
    char path[4096];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%.3000s/%s", folder, names[i]);
        if (access(path, F_OK) == 0)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%.300s is packed; accepted: the folder that "
                            "./quadrille results unpack %.300s FOLDER makes",
                            folder, folder);
    }
    return QDR_OK;
}
