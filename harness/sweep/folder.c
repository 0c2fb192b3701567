/* harness/sweep/folder.c -- see folder.h. */
#define _GNU_SOURCE /* of DT_LNK */
#include "harness/sweep/folder.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/files.h"
#include "harness/files/lock.h"
#include "harness/sweep/definition.h"
#include "harness/sweep/launch_path.h"

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

/* Held until the process ends, however it ends. */
static qdr_status lock(const char *folder, qdr_folder_use kind,
                       qdr_error *error)
{
    bool submits = kind == QDR_SUBMIT_LOCK;
    char path[LONG_PATH];

    snprintf(path, sizeof path, "%s/%s", folder, submits ? ".submit" : ".lock");
    if (qdr_file_lock(path, kind == QDR_SHARED_LOCK) >= 0)
        return QDR_OK;
    if (errno != EWOULDBLOCK)
        return fail_system(path, error);
    return qdr_fail(error, QDR_ERROR_INPUT, "%.300s: another sweep is %s",
                    folder,
                    submits ? "being submitted from this folder"
                            : "running in this folder");
}

qdr_status qdr_folder_lock(const qdr_sweep *sweep, qdr_folder_use kind,
                           qdr_error *error)
{
    qdr_status status = qdr_folder_make(sweep->folder, error);

    return status == QDR_OK ? lock(sweep->folder, kind, error) : status;
}

qdr_status qdr_folder_require_idle(const qdr_sweep *sweep, qdr_error *error)
{
    int64_t count = qdr_experiment_num_launches(sweep->experiment);
    char path[LONG_PATH];

    snprintf(path, sizeof path, "%s/.lock", sweep->folder);
    if (qdr_file_is_locked(path))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%.300s: a sweep is running in this folder; accepted: "
                        "a folder in which none runs",
                        sweep->folder);
    for (int64_t l = 0; l < count; l++) {
        qdr_launch_path(sweep, l, "lock", path);
        if (qdr_file_is_locked(path))
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%.300s: launch %" PRId64 " is running; accepted: "
                            "a folder in which none runs",
                            sweep->folder, l);
    }
    return QDR_OK;
}

qdr_status qdr_folder_open(const qdr_sweep *sweep, const char *digests,
                           qdr_folder_use kind, qdr_restart restart,
                           qdr_error *error)
{
    bool is_moved =
        restart == QDR_RESTART_ALWAYS && qdr_definition_exists(sweep);
    qdr_status status =
        is_moved ? QDR_ERROR_INPUT : qdr_definition_keep(sweep, digests, error);

    if (status != QDR_ERROR_INPUT || restart == QDR_RESTART_NEVER)
        return status;
    /* The lock moves along with what it guards. */
    status = move_aside(sweep->folder, error);
    if (status == QDR_OK)
        status = qdr_folder_lock(sweep, kind, error);
    if (status == QDR_OK)
        status = qdr_definition_keep(sweep, digests, error);
    return status;
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

static int is_log_link(const struct dirent *entry)
{
    const char *suffix = strrchr(entry->d_name, '.');

    return suffix != NULL && strcmp(suffix, ".log") == 0 &&
           (entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN);
}

void qdr_folder_remove_links(const qdr_sweep *sweep)
{
    struct dirent **entries = NULL;
    int count = scandir(sweep->folder, &entries, is_log_link, NULL);

    for (int i = 0; i < count; i++) {
        char path[LONG_PATH + sizeof entries[i]->d_name];
        char target[1];
        snprintf(path, sizeof path, "%s/%s", sweep->folder, entries[i]->d_name);
        if (readlink(path, target, sizeof target) >= 0)
            unlink(path);
        free(entries[i]);
    }
    free(entries);
}
