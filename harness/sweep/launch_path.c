/* harness/sweep/launch_path.c -- see launch_path.h. */
#include "harness/sweep/launch_path.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

void qdr_launch_path(const qdr_sweep *sweep, int64_t launch, const char *suffix,
                     char *path)
{
    /* qdr_sweep_load leaves room for the name. */
    snprintf(path, QDR_PATH_LENGTH, "%.*s/launch-%05" PRId64 ".%s",
             QDR_PATH_LENGTH - QDR_NAME_ROOM, sweep->folder, launch, suffix);
}

void qdr_launch_remove_file(const qdr_sweep *sweep, int64_t launch,
                            const char *suffix)
{
    char path[QDR_PATH_LENGTH];

    qdr_launch_path(sweep, launch, suffix, path);
    unlink(path);
}
