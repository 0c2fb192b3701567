/* harness/sweep/loading/define.c -- see definition.h. */
#include "harness/sweep/loading/define.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/experiment/factors.h"
#include "harness/files/files.h"
#include "harness/files/open_nofollow.h"
#include "harness/results/definition.h"
#include "harness/sweep/loading/partitions.h"

enum { LONG_PATH = 2 * QDR_PATH_LENGTH };

static bool has_file(const char *folder, const char *name)
{
    char path[LONG_PATH];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

bool qdr_folder_is_defined(const char *folder)
{
    return has_file(folder, QDR_DEFINITION_FILE) ||
           has_file(folder, "experiment.yaml");
}

/* Calls `use` with the name in the folder and the path of each input. */
static qdr_status for_each_input(
    const qdr_sweep *sweep,
    qdr_status (*use)(const qdr_sweep *sweep, const char *name,
                      const char *from, json_t *definition, qdr_error *error),
    json_t *definition, qdr_error *error)
{
    const qdr_experiment *e = sweep->experiment;
    qdr_status status = QDR_OK;

    for (int f = 0; f < e->num_factors; f++)
        for (unsigned i = 0; qdr_factor_is_file(e, &e->factors[f]) &&
                             i < e->factors[f].num_values && status == QDR_OK;
             i++) {
            const char *from = e->factors[f].values[i];
            char name[512];
            snprintf(name, sizeof name, QDR_INPUTS_FOLDER "/%.400s",
                     qdr_last_name(from));
            status = use(sweep, name, from, definition, error);
        }
    return status;
}

static qdr_status add_input(const qdr_sweep *sweep, const char *name,
                            const char *from, json_t *definition,
                            qdr_error *error)
{
    (void)sweep;
    (void)error;
    qdr_definition_add_file(definition, name, from);
    return QDR_OK;
}

/* The sweep's own, without the partitions that follow from it; to
 * json_decref(). */
static qdr_status describe(const qdr_sweep *sweep, const char *digests,
                           json_t **out, qdr_error *error)
{
    *out = qdr_definition_start(digests);
    for (int f = 0; f < QDR_NUM_SWEEP_FILES; f++)
        if (sweep->files[f] != NULL)
            qdr_definition_add_text(*out, qdr_sweep_file_name(f),
                                    sweep->files[f]);
    return for_each_input(sweep, add_input, *out, error);
}

static qdr_status refuse(const qdr_sweep *sweep, const qdr_error *difference,
                         qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%.300s: its results were made with %.600s; accepted: "
                    "--restart, which moves them aside, or --results with "
                    "another folder",
                    sweep->folder, difference->text);
}

static qdr_status compare(const qdr_sweep *sweep, const json_t *kept,
                          const json_t *now, qdr_error *error)
{
    qdr_error difference;

    return kept == NULL ||
                   qdr_definition_compare(kept, now, &difference) == QDR_OK
               ? QDR_OK
               : refuse(sweep, &difference, error);
}

static void say_repaired(const char *path)
{
    fprintf(stderr, "quadrille sweep: %s was damaged; written anew\n", path);
}

/* Writes `text` as FOLDER/name unless it is there. */
static qdr_status keep_text(const char *folder, const char *name,
                            const char *text, const json_t *definition,
                            qdr_error *error)
{
    char path[LONG_PATH];
    char *kept;
    bool is_there, is_damaged;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    kept = qdr_plain_read(path);
    is_there = kept != NULL && strcmp(kept, text) == 0;
    free(kept);
    if (is_there)
        return QDR_OK;
    is_damaged = access(path, F_OK) == 0 &&
                 !qdr_definition_has_file(definition, name, path);
    if (is_damaged)
        say_repaired(path);
    return qdr_file_write(path, text, error);
}

static qdr_status keep_input(const qdr_sweep *sweep, const char *name,
                             const char *from, json_t *definition,
                             qdr_error *error)
{
    char path[LONG_PATH];

    snprintf(path, sizeof path, "%s/" QDR_INPUTS_FOLDER, sweep->folder);
    if (qdr_plain_folder(path, error) != QDR_OK)
        return QDR_ERROR_SYSTEM;
    snprintf(path, sizeof path, "%s/%s", sweep->folder, name);
    if (qdr_definition_has_file(definition, name, path))
        return QDR_OK;
    if (access(path, F_OK) == 0)
        say_repaired(path);
    return qdr_file_copy(from, path, 0644, error);
}

/* Removes partitions that are not those of `kept`, so that they are made
 * again. */
static void remove_damaged_partitions(const qdr_sweep *sweep,
                                      const json_t *kept)
{
    json_t *here = qdr_definition_start(NULL), *file;
    char path[LONG_PATH];
    const char *name;

    qdr_definition_add_partitions(here, sweep->folder);
    json_object_foreach(json_object_get(here, "files"), name, file)
    {
        snprintf(path, sizeof path, "%s/%.500s", sweep->folder, name);
        if (json_object_get(json_object_get(kept, "files"), name) == NULL ||
            qdr_definition_has_file(kept, name, path))
            continue;
        say_repaired(path);
        unlink(path);
    }
    json_decref(here);
}

/* The files that launches read, as they should be. */
static qdr_status keep_files(const qdr_sweep *sweep, const json_t *kept,
                             json_t *now, qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int f = 0; f < QDR_NUM_SWEEP_FILES && status == QDR_OK; f++)
        if (sweep->files[f] != NULL)
            status = keep_text(sweep->folder, qdr_sweep_file_name(f),
                               sweep->files[f], now, error);
    if (status == QDR_OK)
        status = for_each_input(sweep, keep_input, now, error);
    if (kept != NULL)
        remove_damaged_partitions(sweep, kept);
    if (status == QDR_OK)
        status = qdr_partitions_store(sweep, error);
    if (status == QDR_OK)
        qdr_definition_add_partitions(now, sweep->folder);
    return status == QDR_OK ? compare(sweep, kept, now, error) : status;
}

static qdr_status write_definition(const qdr_sweep *sweep, json_t *now,
                                   qdr_error *error)
{
    char path[LONG_PATH];
    char *text = json_dumps(qdr_definition_seal(now), JSON_INDENT(1));
    char *kept;
    json_t *known;
    qdr_status status = QDR_OK;

    if (text == NULL)
        return qdr_fail_memory(error, "the definition of a sweep");
    snprintf(path, sizeof path, "%s/" QDR_DEFINITION_FILE, sweep->folder);
    kept = qdr_plain_read(path);
    if (kept == NULL || strcmp(kept, text) != 0) {
        known = kept == NULL ? NULL : json_loads(kept, 0, NULL);
        if (access(path, F_OK) == 0 &&
            !json_equal(json_object_get(known, "sha256"),
                        json_object_get(now, "sha256")))
            say_repaired(path);
        json_decref(known);
        status = qdr_file_write(path, text, error);
    }
    free(kept);
    free(text);
    return status;
}

/* Sets *out_now to the sweep's definition, *out_kept to the folder's, or NULL,
 * and compares them. json_decref() both. */
static qdr_status load_both(const qdr_sweep *sweep, const char *digests,
                            json_t **out_now, json_t **out_kept,
                            qdr_error *error)
{
    qdr_status status = describe(sweep, digests, out_now, error);

    *out_kept = qdr_definition_load(sweep->folder, sweep->folder, *out_now);
    return status == QDR_OK ? compare(sweep, *out_kept, *out_now, error)
                            : status;
}

qdr_status qdr_sweep_define(const qdr_sweep *sweep, const char *digests,
                            qdr_error *error)
{
    json_t *now, *kept;
    qdr_status status = load_both(sweep, digests, &now, &kept, error);

    if (status == QDR_OK)
        status = keep_files(sweep, kept, now, error);
    if (status == QDR_OK)
        status = write_definition(sweep, now, error);
    qdr_folder_tidy(sweep->folder);
    json_decref(kept);
    json_decref(now);
    return status;
}

qdr_status qdr_sweep_compare_definition(const qdr_sweep *sweep,
                                        const char *digests, qdr_error *error)
{
    json_t *now, *kept;
    qdr_status status = load_both(sweep, digests, &now, &kept, error);

    json_decref(kept);
    json_decref(now);
    return status;
}

/* Whether the file's text is `text`, or another that can be read: what affects
 * no measurement may have been edited. */
static bool is_readable(qdr_sweep_file file, const char *path, const char *text)
{
    char *found = qdr_plain_read(path);
    bool is_good = found != NULL && strcmp(found, text) == 0;
    qdr_experiment *experiment;
    qdr_machine *machine;
    qdr_error unused;

    free(found);
    if (is_good)
        return true;
    if (file == QDR_SWEEP_EXPERIMENT &&
        qdr_experiment_load(path, NULL, &experiment, &unused) == QDR_OK) {
        qdr_experiment_free(experiment);
        is_good = true;
    }
    if (file == QDR_SWEEP_MACHINE &&
        qdr_machine_load(path, NULL, &machine, &unused) == QDR_OK) {
        qdr_machine_free(machine);
        is_good = true;
    }
    return is_good;
}

qdr_status qdr_folder_repair(const char *folder, qdr_error *error)
{
    json_t *kept = qdr_definition_load(folder, folder, NULL);
    qdr_status status = QDR_OK;

    for (int f = 0; f < QDR_NUM_SWEEP_FILES && status == QDR_OK; f++) {
        const char *name = qdr_sweep_file_name(f);
        const char *text = qdr_definition_text(kept, name);
        char path[LONG_PATH];
        snprintf(path, sizeof path, "%s/%s", folder, name);
        if (text == NULL || access(folder, W_OK) != 0 ||
            (qdr_definition_has_file(kept, name, path) &&
             is_readable(f, path, text)))
            continue;
        if (access(path, F_OK) == 0)
            say_repaired(path);
        status = qdr_file_write(path, text, error);
    }
    json_decref(kept);
    return status;
}
