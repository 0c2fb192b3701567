/* harness/sweep/folder/folder.c -- see folder.h. */
#include "harness/sweep/folder/folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/files.h"
#include "harness/files/lock.h"
#include "harness/sweep/loading/define.h"

enum { LONG_PATH = QDR_PATH_LENGTH + QDR_NAME_ROOM };

static qdr_status fail_system(const char *path, qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_SYSTEM, "%.300s: %s", path,
                    strerror(errno));
}

static qdr_status move_aside(const char *folder, qdr_error *error)
{
    char aside[LONG_PATH];
    int number = 0;

    do {
        snprintf(aside, sizeof aside, "%s.%d", folder, ++number);
    } while (access(aside, F_OK) == 0);
    if (rename(folder, aside) != 0)
        return fail_system(folder, error);
    fprintf(stderr, "quadrille sweep: earlier results are now in %s\n", aside);
    return QDR_OK;
}

qdr_status qdr_folder_lock_submissions(const qdr_sweep *sweep, qdr_error *error)
{
    char path[LONG_PATH];
    qdr_status status = qdr_folder_make(sweep->folder, error);

    snprintf(path, sizeof path, "%s/.submit", sweep->folder);
    if (status != QDR_OK || qdr_file_lock(path) >= 0)
        return status;
    if (errno != EWOULDBLOCK)
        return fail_system(path, error);
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%.300s: another sweep is being submitted from this folder",
                    sweep->folder);
}

qdr_status qdr_folder_open(const qdr_sweep *sweep, const char *digests,
                           qdr_restart restart, qdr_error *error)
{
    bool is_moved =
        restart == QDR_RESTART_ALWAYS && qdr_folder_is_defined(sweep->folder);
    qdr_status status = qdr_folder_make(sweep->folder, error);

    if (status == QDR_OK)
        status = is_moved ? QDR_ERROR_INPUT
                          : qdr_sweep_define(sweep, digests, error);
    if (status != QDR_ERROR_INPUT || restart == QDR_RESTART_NEVER)
        return status;
    status = move_aside(sweep->folder, error);
    if (status == QDR_OK)
        status = qdr_folder_make(sweep->folder, error);
    return status == QDR_OK ? qdr_sweep_define(sweep, digests, error) : status;
}

qdr_status qdr_folder_link(const qdr_sweep *sweep, const char *name,
                           const char *target, qdr_error *error)
{
    char path[LONG_PATH], temporary[LONG_PATH + 8];

    snprintf(path, sizeof path, "%s/%s", sweep->folder, name);
    snprintf(temporary, sizeof temporary, "%s.%d", path, (int)getpid());
    unlink(temporary);
    return symlink(target, temporary) == 0 && rename(temporary, path) == 0
               ? QDR_OK
               : fail_system(path, error);
}

qdr_status qdr_folder_write(const qdr_sweep *sweep, const char *name,
                            const char *text, qdr_error *error)
{
    char path[LONG_PATH];

    snprintf(path, sizeof path, "%s/%s", sweep->folder, name);
    return qdr_file_write(path, text, error);
}
