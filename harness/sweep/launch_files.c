/* harness/sweep/launch_files.c -- see launch_files.h. */
#include "harness/sweep/launch_files.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/lock.h"
#include "harness/files/plain_file.h"
#include "harness/results/folder_record.h"
#include "harness/results/launch_belongs.h"

enum { LONG_PATH = QDR_PATH_LENGTH + QDR_NAME_ROOM };

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

int qdr_launch_lock(const qdr_sweep *sweep, int64_t launch)
{
    char path[QDR_PATH_LENGTH];

    qdr_launch_path(sweep, launch, "lock", path);
    return qdr_file_lock(path, false);
}

void qdr_launch_unlock(const qdr_sweep *sweep, int64_t launch, int lock)
{
    char path[QDR_PATH_LENGTH];

    qdr_launch_path(sweep, launch, "lock", path);
    unlink(path);
    qdr_file_unlock(path, lock);
}

static void count_verdicts(const json_t *document, qdr_verdicts *found)
{
    const json_t *cells = json_object_get(document, "cells");

    for (size_t i = 0; i < json_array_size(cells); i++) {
        const json_t *cell = json_array_get(cells, i);
        const char *reason = json_string_value(json_object_get(cell, "reason"));
        if (qdr_launch_record_is_valid(cell)) {
            found->valid++;
            continue;
        }
        if (found->invalid++ == 0) {
            found->first_invalid =
                json_integer_value(json_object_get(cell, "cell"));
            snprintf(found->reason, sizeof found->reason, "%s",
                     reason != NULL ? reason : "no reason given");
        }
    }
}

/* Whether the launch is the sweep's. */
static bool belongs(const qdr_sweep *sweep, int64_t launch,
                    const json_t *document, const char *csv, qdr_error *reason)
{
    char *text = qdr_plain_read(csv);
    qdr_folder_record record;
    qdr_status status;

    qdr_folder_record_load(sweep->folder, &record);
    status = qdr_launch_belongs(
        &(qdr_launch_owner){sweep->experiment,
                            qdr_experiment_launch(sweep->experiment, launch),
                            sweep->machine->kind == QDR_MACHINE_SIMULATED,
                            record.programs, record.inputs},
        document, text != NULL ? text : "", reason);
    qdr_folder_record_cleanup(&record);
    free(text);
    return status == QDR_OK;
}

/* The verdicts of the JSON at `path`, if `csv` is its csv and both are the
 * launch's. */
static qdr_launch_state read_verdicts(const qdr_sweep *sweep, int64_t launch,
                                      const char *path, const char *csv,
                                      qdr_verdicts *out_verdicts)
{
    qdr_error reason = {"it does not describe its csv"};
    json_t *document;
    qdr_launch_state state = qdr_launch_record_load(path, csv, &document);

    *out_verdicts = (qdr_verdicts){.first_invalid = -1};
    if (state == QDR_LAUNCH_WHOLE &&
        !belongs(sweep, launch, document, csv, &reason))
        state = QDR_LAUNCH_FOREIGN;
    if (state == QDR_LAUNCH_WHOLE)
        count_verdicts(document, out_verdicts);
    else
        snprintf(out_verdicts->problem, sizeof out_verdicts->problem, "%.255s",
                 reason.text);
    json_decref(document);
    out_verdicts->missing =
        qdr_experiment_launch(sweep->experiment, launch).num_cells -
        out_verdicts->valid - out_verdicts->invalid;
    return state;
}

qdr_launch_state qdr_launch_verdicts(const qdr_sweep *sweep, int64_t launch,
                                     qdr_verdicts *out_verdicts)
{
    char path[QDR_PATH_LENGTH], csv[QDR_PATH_LENGTH];

    qdr_launch_path(sweep, launch, "json", path);
    qdr_launch_path(sweep, launch, "csv", csv);
    return read_verdicts(sweep, launch, path, csv, out_verdicts);
}

/* The csv of an attempt that ended early is still open: its beginning, which
 * the JSON at `path` describes, gets the name of a finished one. */
static void close_csv(const char *path, const char *csv)
{
    char open_csv[LONG_PATH];

    snprintf(open_csv, sizeof open_csv, "%.*s.tmp", LONG_PATH - 8, csv);
    if (access(csv, F_OK) != 0 && access(open_csv, F_OK) == 0 &&
        rename(open_csv, csv) != 0)
        return;
    qdr_launch_record_cut(path, csv);
}

/* FOLDER/launch-N.suffix, as NAME.foreign or NAME.2.foreign ... */
static void aside_path(const qdr_sweep *sweep, int64_t launch,
                       const char *suffix, int number, char *path)
{
    char whole[QDR_NAME_ROOM / 2];

    if (number == 1)
        snprintf(whole, sizeof whole, "%s.foreign", suffix);
    else
        snprintf(whole, sizeof whole, "%s.%d.foreign", suffix, number);
    qdr_launch_path(sweep, launch, whole, path);
}

void qdr_launch_set_aside(const qdr_sweep *sweep, int64_t launch,
                          const char *problem)
{
    static const char *const suffixes[] = {"csv", "json"};
    char from[QDR_PATH_LENGTH], to[2][QDR_PATH_LENGTH];
    int number = 0;

    do {
        number++;
        for (int i = 0; i < 2; i++)
            aside_path(sweep, launch, suffixes[i], number, to[i]);
    } while (access(to[0], F_OK) == 0 || access(to[1], F_OK) == 0);
    for (int i = 0; i < 2; i++) {
        qdr_launch_path(sweep, launch, suffixes[i], from);
        if (rename(from, to[i]) != 0 && errno != ENOENT)
            fprintf(stderr, "quadrille sweep: %s: %s\n", from, strerror(errno));
    }
    fprintf(stderr, "quadrille sweep: %s: %s; now %s, and measured again\n",
            from, problem, to[1]);
}

static bool is_worse(const qdr_verdicts *made, const qdr_verdicts *kept)
{
    return made->valid < kept->valid ||
           (made->valid == kept->valid && made->missing > kept->missing);
}

/* Moves the attempt whose JSON is at `path` into place if its files match and
 * are not worse than the present ones. If it is killed between the two renames,
 * the next call finds its csv in place already. False: some cell is missing. */
static bool take_over(const qdr_sweep *sweep, int64_t launch, const char *path)
{
    char json[QDR_PATH_LENGTH], csv[QDR_PATH_LENGTH], own_csv[LONG_PATH];
    qdr_verdicts made, kept;
    bool is_placed, fits;

    qdr_launch_path(sweep, launch, "json", json);
    qdr_launch_path(sweep, launch, "csv", csv);
    snprintf(own_csv, sizeof own_csv, "%.*scsv",
             (int)(strlen(path) - strlen("json")), path);
    close_csv(path, own_csv);
    is_placed = access(own_csv, F_OK) != 0;
    fits = read_verdicts(sweep, launch, path, is_placed ? csv : own_csv,
                         &made) == QDR_LAUNCH_WHOLE;
    if (qdr_launch_verdicts(sweep, launch, &kept) == QDR_LAUNCH_FOREIGN && fits)
        qdr_launch_set_aside(sweep, launch, kept.problem);
    if (!fits || is_worse(&made, &kept) ||
        (!is_placed && rename(own_csv, csv) != 0) || rename(path, json) != 0) {
        unlink(own_csv);
        unlink(path);
    }
    return fits && made.missing == 0;
}

bool qdr_launch_adopt(const qdr_sweep *sweep, int64_t launch)
{
    char prefix[64], path[LONG_PATH];
    struct dirent **entries = NULL;
    int count = scandir(sweep->folder, &entries, NULL, alphasort);
    bool found = false;

    snprintf(prefix, sizeof prefix, "attempt-%05" PRId64 "-", launch);
    /* Those with a JSON first: their csv belongs to them. */
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < count; i++) {
            const char *name = entries[i]->d_name;
            const char *suffix = strrchr(name, '.');
            if (strncmp(name, prefix, strlen(prefix)) != 0)
                continue;
            snprintf(path, sizeof path, "%s/%.60s", sweep->folder, name);
            if (pass == 1)
                unlink(path);
            else if (suffix != NULL && strcmp(suffix, ".json") == 0)
                found |= take_over(sweep, launch, path);
        }
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return found;
}

int64_t qdr_launch_running(const qdr_sweep *sweep, int64_t launch)
{
    char path[QDR_PATH_LENGTH];
    char *text;
    int64_t cell = -1;

    qdr_launch_path(sweep, launch, "running", path);
    text = qdr_plain_read(path);
    if (text != NULL && sscanf(text, "%" SCNd64, &cell) != 1)
        cell = -1;
    free(text);
    return cell;
}
