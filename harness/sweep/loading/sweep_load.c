/* harness/sweep/loading/sweep_load.c -- see sweep.h and sweep_parts.h. */
#include "harness/sweep/loading/sweep.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/experiment/factors.h"
#include "harness/files/open_nofollow.h"
#include "harness/files/yaml_tree.h"
#include "harness/sweep/loading/define.h"
#include "harness/sweep/loading/sweep_check.h"
#include "harness/sweep/loading/sweep_parts.h"

const char *qdr_sweep_file_name(qdr_sweep_file file)
{
    static const char *const names[QDR_NUM_SWEEP_FILES] = {
        [QDR_SWEEP_EXPERIMENT] = "experiment.yaml",
        [QDR_SWEEP_MACHINE] = "machine.yaml",
        [QDR_SWEEP_HARDWARE] = "hardware.yaml",
        [QDR_SWEEP_SOFTWARE] = "software.yaml",
        [QDR_SWEEP_NETWORK] = QDR_NETWORK_COPY,
        [QDR_SWEEP_LINKS] = QDR_LINKS_COPY,
    };
    return names[file];
}

const char *qdr_project_root(void)
{
    const char *root = getenv("QUADRILLE_ROOT");
    return root != NULL ? root : ".";
}

qdr_status qdr_sweep_keep_text(qdr_sweep *sweep, qdr_sweep_file file,
                               const qdr_yaml *tree, qdr_error *error)
{
    sweep->files[file] = qdr_yaml_text(tree);
    return sweep->files[file] == NULL
               ? qdr_fail_memory(error, "a configuration")
               : QDR_OK;
}

/* The experiment at `path`, as users and jobs have it. */
static qdr_status load_experiment(qdr_sweep *sweep, const char *path,
                                  const qdr_yaml_edits *edits, qdr_error *error)
{
    qdr_status status =
        qdr_experiment_load(path, edits, &sweep->experiment, error);

    if (status != QDR_OK)
        return status;
    sweep->experiment->partitioner = qdr_partitioner_computing(NULL);
    return qdr_sweep_keep_text(sweep, QDR_SWEEP_EXPERIMENT,
                               sweep->experiment->file, error);
}

/* Jobs start elsewhere, and are known by the folder they work in. */
static qdr_status make_absolute(char *folder, qdr_error *error)
{
    char here[QDR_PATH_LENGTH], whole[2 * QDR_PATH_LENGTH + 2];

    if (folder[0] == '/')
        return QDR_OK;
    if (getcwd(here, sizeof here) == NULL)
        return qdr_fail(error, QDR_ERROR_SYSTEM,
                        "the current folder does not exist any more");
    snprintf(whole, sizeof whole, "%s%s%s", here,
             strcmp(folder, ".") == 0 ? "" : "/",
             strcmp(folder, ".") == 0 ? "" : folder);
    if (strlen(whole) >= QDR_PATH_LENGTH - QDR_NAME_ROOM)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "the path of %.200s is too long", folder);
    strcpy(folder, whole);
    return QDR_OK;
}

/* On success the result is the caller's; on failure it is released. */
static qdr_status hand_over(qdr_status status, qdr_sweep *made,
                            qdr_sweep *sweep)
{
    if (status == QDR_OK)
        *sweep = *made;
    else
        qdr_sweep_cleanup(made);
    return status;
}

qdr_status qdr_sweep_load(qdr_sweep *sweep, const char *config,
                          const char *machine_name, const char *results,
                          const qdr_settings *settings, qdr_error *error)
{
    qdr_sweep made = {0};
    qdr_yaml_edits edits[QDR_NUM_EDITED_FILES];
    qdr_status status;

    if (strlen(config) >= QDR_PATH_LENGTH ||
        (results != NULL && strlen(results) >= QDR_PATH_LENGTH - QDR_NAME_ROOM))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "a path is too long; accepted: %d characters",
                        QDR_PATH_LENGTH - QDR_NAME_ROOM - 1);
    status = qdr_settings_split(settings, edits, error);
    if (status == QDR_OK)
        status =
            load_experiment(&made, config, &edits[QDR_SWEEP_EXPERIMENT], error);
    if (status == QDR_OK)
        status = qdr_sweep_load_edited(&made, machine_name, edits, error);
    if (status == QDR_OK)
        status = qdr_sweep_take_network(&made, false, error);
    if (status == QDR_OK)
        status = qdr_sweep_check(&made, error);
    if (status == QDR_OK) {
        if (results != NULL)
            strcpy(made.folder, results);
        else
            snprintf(made.folder, sizeof made.folder, "%s/results/%s/%s",
                     qdr_project_root(), made.experiment->name,
                     made.machine_name);
        status = make_absolute(made.folder, error);
    }
    if (status == QDR_OK && made.links == NULL)
        status = qdr_sweep_take_links(&made, true, error);
    return hand_over(status, &made, sweep);
}

/* The path of a copy in the folder. */
static qdr_status find_copy(const char *folder, qdr_sweep_file file, char *path,
                            qdr_error *error)
{
    int opened;

    snprintf(path, QDR_PATH_LENGTH, "%s/%s", folder, qdr_sweep_file_name(file));
    opened = qdr_plain_open(path, O_RDONLY);
    if (opened < 0)
        return qdr_fail(error, QDR_ERROR_INPUT, "%.300s: %s; accepted: a file",
                        path, strerror(errno));
    close(opened);
    return QDR_OK;
}

/* The text of a copy, if there is one. */
static void read_copy(qdr_sweep *sweep, qdr_sweep_file file)
{
    char path[QDR_PATH_LENGTH];

    snprintf(path, sizeof path, "%.*s/%s", QDR_PATH_LENGTH - QDR_NAME_ROOM,
             sweep->folder, qdr_sweep_file_name(file));
    sweep->files[file] = qdr_plain_read(path);
}

/* Launches on nodes that share this machine are checked by them. */
static qdr_status require_links(const qdr_sweep *sweep, qdr_error *error)
{
    return sweep->links != NULL || sweep->machine->cluster == NULL ||
                   sweep->machine->kind == QDR_MACHINE_SLURM
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_INPUT,
                          "%.300s has no " QDR_LINKS_COPY "; accepted: the "
                          "links that it was made with",
                          sweep->folder);
}

qdr_status qdr_sweep_load_folder(qdr_sweep *sweep, const char *folder,
                                 qdr_error *error)
{
    char path[QDR_PATH_LENGTH];
    qdr_sweep made = {0};
    qdr_status status;

    if (strlen(folder) >= QDR_PATH_LENGTH - QDR_NAME_ROOM)
        return qdr_fail(error, QDR_ERROR_INPUT, "the path is too long");
    strcpy(made.folder, folder);
    status = qdr_folder_repair(folder, error);
    if (status == QDR_OK)
        status = find_copy(folder, QDR_SWEEP_EXPERIMENT, path, error);
    if (status == QDR_OK)
        status = load_experiment(&made, path, NULL, error);
    if (status == QDR_OK)
        status = find_copy(folder, QDR_SWEEP_MACHINE, path, error);
    if (status == QDR_OK)
        status = qdr_machine_load(path, NULL, &made.machine, error);
    if (status == QDR_OK)
        status = qdr_sweep_keep_text(&made, QDR_SWEEP_MACHINE,
                                     made.machine->file, error);
    if (status == QDR_OK)
        status = qdr_sweep_take_network(&made, true, error);
    if (status == QDR_OK)
        status = qdr_sweep_take_links(&made, true, error);
    if (status == QDR_OK)
        status = require_links(&made, error);
    if (status == QDR_OK) {
        read_copy(&made, QDR_SWEEP_HARDWARE);
        read_copy(&made, QDR_SWEEP_SOFTWARE);
        status = make_absolute(made.folder, error);
    }
    return hand_over(status, &made, sweep);
}

static qdr_status read_kind(const char *path, bool *out_is_simulated,
                            qdr_error *error)
{
    qdr_yaml *file = NULL;
    const char *kind;
    qdr_status status = qdr_yaml_read(path, &file, error);

    if (status != QDR_OK)
        return status;
    kind = qdr_yaml_word(qdr_yaml_child(file, qdr_yaml_node(file, 1), "kind"));
    if (kind == NULL)
        status = qdr_yaml_refuse(file, "kind", error,
                                 "no kind; accepted: that of a machine");
    else
        *out_is_simulated = strcmp(kind, "simulated") == 0;
    qdr_yaml_close(file);
    return status;
}

qdr_status qdr_folder_load_experiment(const char *folder,
                                      qdr_experiment **out_experiment,
                                      bool *out_is_simulated, qdr_error *error)
{
    char path[QDR_PATH_LENGTH];
    qdr_status status = QDR_OK;

    if (strlen(folder) >= QDR_PATH_LENGTH - QDR_NAME_ROOM)
        return qdr_fail(error, QDR_ERROR_INPUT, "the path is too long");
    status = qdr_folder_repair(folder, error);
    if (status == QDR_OK)
        status = find_copy(folder, QDR_SWEEP_EXPERIMENT, path, error);
    if (status == QDR_OK)
        status = qdr_experiment_load(path, NULL, out_experiment, error);
    if (status == QDR_OK)
        status = find_copy(folder, QDR_SWEEP_MACHINE, path, error);
    return status == QDR_OK ? read_kind(path, out_is_simulated, error) : status;
}

void qdr_sweep_cleanup(qdr_sweep *sweep)
{
    for (int f = 0; f < QDR_NUM_SWEEP_FILES; f++)
        free(sweep->files[f]);
    free(sweep->network);
    qdr_links_free(sweep->links);
    if (sweep->experiment != NULL)
        qdr_experiment_free(sweep->experiment);
    if (sweep->machine != NULL)
        qdr_machine_free(sweep->machine);
    *sweep = (qdr_sweep){0};
}
