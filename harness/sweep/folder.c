/* harness/sweep/folder.c -- see folder.h. */
#define _GNU_SOURCE /* of DT_LNK */
#include "harness/sweep/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/experiment/factors.h"
#include "harness/files/digest.h"
#include "harness/files/files.h"
#include "harness/files/lock.h"
#include "harness/files/plain_file.h"
#include "harness/results/folder_record.h"
#include "harness/sweep/launch_list.h"
#include "harness/sweep/partitions.h"

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

/* The first line in which two texts differ, as both have it. */
static void describe_difference(const char *kept, const char *text, char *words,
                                size_t size)
{
    int line = 1;
    size_t i = 0, begin = 0;

    for (; kept[i] == text[i] && kept[i] != '\0'; i++)
        if (kept[i] == '\n') {
            line++;
            begin = i + 1;
        }
    snprintf(words, size, "line %d: '%.*s', now '%.*s'", line,
             (int)strcspn(kept + begin, "\n"), kept + begin,
             (int)strcspn(text + begin, "\n"), text + begin);
}

/* Compares what the folder has kept, or NULL, with what would be there now. */
static qdr_status compare(const char *folder, const char *kept,
                          const char *text, const char *what, qdr_error *error)
{
    char difference[160] = "it cannot be read";

    if (kept != NULL && strcmp(kept, text) == 0)
        return QDR_OK;
    if (kept != NULL)
        describe_difference(kept, text, difference, sizeof difference);
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%.300s: its results were made with another %s (%s); "
                    "accepted: --restart, which moves them aside, or "
                    "--results with another folder",
                    folder, what, difference);
}

/* Writes `text` as FOLDER/name, or compares it with what is there. */
static qdr_status keep(const char *folder, const char *name, const char *text,
                       const char *what, qdr_error *error)
{
    char path[LONG_PATH];
    char *kept;
    qdr_status status;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (access(path, F_OK) != 0)
        return qdr_file_write(path, text, error);
    kept = qdr_plain_read(path);
    status = compare(folder, kept, text, what, error);
    free(kept);
    return status;
}

/* The same with a text of its own, which is released. */
static qdr_status keep_made(const char *folder, const char *name, char *text,
                            qdr_error *error)
{
    qdr_status status = text == NULL ? qdr_fail_memory(error, name)
                                     : keep(folder, name, text, name, error);

    free(text);
    return status;
}

/* Writes a text to the folder's file `name`, or compares it with that file. */
static qdr_status keep_copy(const qdr_sweep *sweep, const char *from,
                            const char *name, qdr_error *error)
{
    char *text = qdr_read_file(from);
    qdr_status status = text == NULL
                            ? fail_system(from, error)
                            : keep(sweep->folder, name, text, name, error);

    free(text);
    return status;
}

/* A file of any bytes likewise, without writing one that is missing unless
 * `writes`; of one that differs, the line if it is text. */
static qdr_status keep_bytes(const qdr_sweep *sweep, const char *from,
                             const char *name, bool writes, qdr_error *error)
{
    char path[2 * LONG_PATH];
    char digest[QDR_DIGEST_LENGTH + 1], kept[QDR_DIGEST_LENGTH + 1];
    qdr_status status = QDR_OK;

    snprintf(path, sizeof path, "%s/%s", sweep->folder, name);
    if (access(path, F_OK) != 0)
        return writes ? qdr_file_copy(from, path, 0644, error) : QDR_OK;
    status = qdr_digest_file(from, digest, error);
    if (status == QDR_OK)
        status = qdr_digest_file(path, kept, error);
    if (status != QDR_OK || strcmp(digest, kept) == 0)
        return status;
    status = keep_copy(sweep, from, name, error);
    return status != QDR_OK ? status
                            : keep(sweep->folder, name, digest, name, error);
}

/* The files that a parameter names. */
static qdr_status keep_values(const qdr_sweep *sweep, const qdr_factor *factor,
                              bool writes, qdr_error *error)
{
    char name[LONG_PATH];
    qdr_status status;

    snprintf(name, sizeof name, "%s/" QDR_INPUTS_FOLDER, sweep->folder);
    status = writes ? qdr_plain_folder(name, error) : QDR_OK;
    for (unsigned i = 0; i < factor->num_values && status == QDR_OK; i++) {
        snprintf(name, sizeof name, QDR_INPUTS_FOLDER "/%s",
                 qdr_last_name(factor->values[i]));
        status = keep_bytes(sweep, factor->values[i], name, writes, error);
    }
    return status;
}

/* Results of other programs are refused, also if their digests are in the
 * launches only. */
static qdr_status compare_programs(const char *folder, const char *digests,
                                   qdr_error *error)
{
    qdr_folder_record record;
    qdr_status status = QDR_OK;

    qdr_folder_record_load(folder, &record);
    if (record.programs != NULL)
        status = compare(folder, record.programs, digests, "program", error);
    qdr_folder_record_cleanup(&record);
    return status;
}

static qdr_status keep_inputs(const qdr_sweep *sweep, bool writes,
                              qdr_error *error)
{
    const qdr_experiment *e = sweep->experiment;
    qdr_status status = QDR_OK;

    for (int f = 0; f < e->num_factors && status == QDR_OK; f++)
        if (qdr_factor_is_file(e, &e->factors[f]))
            status = keep_values(sweep, &e->factors[f], writes, error);
    return status;
}

static qdr_status keep_definition(const qdr_sweep *sweep, const char *digests,
                                  qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int f = 0; f < QDR_NUM_SWEEP_FILES && status == QDR_OK; f++) {
        if (sweep->files[f] != NULL)
            status = keep(sweep->folder, qdr_sweep_file_name(f),
                          sweep->files[f], qdr_sweep_file_name(f), error);
    }
    if (status == QDR_OK)
        status = keep_inputs(sweep, true, error);
    if (status == QDR_OK)
        status = qdr_partitions_store(sweep, error);
    if (status == QDR_OK)
        status = compare_programs(sweep->folder, digests, error);
    if (status == QDR_OK)
        status = qdr_folder_check_inputs(sweep->folder, error);
    if (status == QDR_OK)
        status = keep_made(sweep->folder, "launches",
                           qdr_launch_list_text(sweep->experiment), error);
    if (status == QDR_OK)
        status = keep_made(
            sweep->folder, "inputs.sha256",
            qdr_folder_inputs_text(sweep->folder, sweep->experiment), error);
    if (status == QDR_OK)
        status =
            keep(sweep->folder, "program.sha256", digests, "program", error);
    return status;
}

static bool has_file(const char *folder, const char *name)
{
    char path[LONG_PATH];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

qdr_status qdr_folder_compare(const qdr_sweep *sweep, const char *digests,
                              qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int f = 0; f < QDR_NUM_SWEEP_FILES && status == QDR_OK; f++) {
        const char *name = qdr_sweep_file_name(f);
        if (sweep->files[f] != NULL && has_file(sweep->folder, name))
            status = keep(sweep->folder, name, sweep->files[f], name, error);
    }
    if (status == QDR_OK)
        status = keep_inputs(sweep, false, error);
    if (status == QDR_OK && digests != NULL)
        status = compare_programs(sweep->folder, digests, error);
    return status == QDR_OK ? qdr_folder_check_inputs(sweep->folder, error)
                            : status;
}

qdr_status qdr_folder_lock(const qdr_sweep *sweep, qdr_folder_use kind,
                           qdr_error *error)
{
    qdr_status status = qdr_folder_make(sweep->folder, error);

    return status == QDR_OK ? lock(sweep->folder, kind, error) : status;
}

qdr_status qdr_folder_open(const qdr_sweep *sweep, const char *digests,
                           qdr_folder_use kind, qdr_restart restart,
                           qdr_error *error)
{
    bool is_moved = restart == QDR_RESTART_ALWAYS &&
                    has_file(sweep->folder, "program.sha256");
    qdr_status status =
        is_moved ? QDR_ERROR_INPUT : keep_definition(sweep, digests, error);

    if (status != QDR_ERROR_INPUT || restart == QDR_RESTART_NEVER)
        return status;
    /* The lock moves along with what it guards. */
    status = move_aside(sweep->folder, error);
    if (status == QDR_OK)
        status = qdr_folder_lock(sweep, kind, error);
    if (status == QDR_OK)
        status = keep_definition(sweep, digests, error);
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

static void beat_path(const qdr_sweep *sweep, int64_t task, char *path)
{
    snprintf(path, LONG_PATH, "%s/task-%05" PRId64 ".beat", sweep->folder,
             task);
}

void qdr_folder_beat(const qdr_sweep *sweep, int64_t task)
{
    int64_t last = qdr_folder_last_beat(sweep, task);
    char path[LONG_PATH], text[32];
    int length = snprintf(text, sizeof text, "%019" PRId64 "\n", last + 1);
    int file;

    beat_path(sweep, task, path);
    file = qdr_plain_open(path, O_WRONLY | O_CREAT);
    if (file < 0)
        return;
    /* Always as long, in place: that needs no room on a full disk. */
    if (pwrite(file, text, (size_t)length, 0) != length)
        fprintf(stderr, "quadrille sweep: %.300s: %s\n", path, strerror(errno));
    close(file);
}

int64_t qdr_folder_last_beat(const qdr_sweep *sweep, int64_t task)
{
    char path[LONG_PATH];
    char *text;
    int64_t beat = -1;

    beat_path(sweep, task, path);
    text = qdr_plain_read(path);
    if (text == NULL || sscanf(text, "%" SCNd64, &beat) != 1)
        beat = -1;
    free(text);
    return beat;
}
