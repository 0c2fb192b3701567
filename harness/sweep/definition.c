/* harness/sweep/definition.c -- see definition.h. */
#include "harness/sweep/definition.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/experiment/factors.h"
#include "harness/files/digest.h"
#include "harness/files/files.h"
#include "harness/files/plain_file.h"
#include "harness/results/folder_record.h"
#include "harness/sweep/launch_list.h"
#include "harness/sweep/partitions.h"

enum { LONG_PATH = QDR_PATH_LENGTH + QDR_NAME_ROOM };

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

static bool has_file(const char *folder, const char *name)
{
    char path[LONG_PATH];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
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
                            ? qdr_fail(error, QDR_ERROR_SYSTEM, "%.300s: %s",
                                       from, strerror(errno))
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

qdr_status qdr_definition_check_programs(const char *folder,
                                         const char *digests, qdr_error *error)
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

/* A network file is there from the first launch on, or never. */
static qdr_status check_network(const qdr_sweep *sweep, qdr_error *error)
{
    bool was_there = has_file(sweep->folder, QDR_NETWORK_COPY);
    bool is_there = sweep->files[QDR_SWEEP_NETWORK] != NULL;

    if (was_there == is_there || !has_file(sweep->folder, "program.sha256"))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%.300s: its results were made with%s a network file; "
                    "accepted: QUADRILLE_NETWORK %s; or --restart, which moves "
                    "them aside",
                    sweep->folder, was_there ? "" : "out",
                    was_there ? "with this file" : "unset");
}

qdr_status qdr_definition_keep(const qdr_sweep *sweep, const char *digests,
                               qdr_error *error)
{
    qdr_status status = check_network(sweep, error);

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
        status = qdr_definition_check_programs(sweep->folder, digests, error);
    if (status == QDR_OK)
        status = qdr_folder_check_inputs(sweep->folder, error);
    if (status == QDR_OK)
        status = keep_made(sweep->folder, "launches",
                           qdr_launch_list_text(sweep->experiment), error);
    if (status == QDR_OK && !has_file(sweep->folder, "inputs.sha256"))
        status = keep_made(
            sweep->folder, "inputs.sha256",
            qdr_folder_inputs_text(sweep->folder, sweep->experiment), error);
    if (status == QDR_OK)
        status =
            keep(sweep->folder, "program.sha256", digests, "program", error);
    return status;
}

qdr_status qdr_definition_compare(const qdr_sweep *sweep, const char *digests,
                                  qdr_error *error)
{
    qdr_status status = check_network(sweep, error);

    for (int f = 0; f < QDR_NUM_SWEEP_FILES && status == QDR_OK; f++) {
        const char *name = qdr_sweep_file_name(f);
        if (sweep->files[f] != NULL && has_file(sweep->folder, name))
            status = keep(sweep->folder, name, sweep->files[f], name, error);
    }
    if (status == QDR_OK)
        status = keep_inputs(sweep, false, error);
    if (status == QDR_OK && digests != NULL)
        status = qdr_definition_check_programs(sweep->folder, digests, error);
    return status == QDR_OK ? qdr_folder_check_inputs(sweep->folder, error)
                            : status;
}

bool qdr_definition_exists(const qdr_sweep *sweep)
{
    /* Folders of earlier versions have no program.sha256. */
    return has_file(sweep->folder, "program.sha256") ||
           has_file(sweep->folder, "experiment.yaml");
}
