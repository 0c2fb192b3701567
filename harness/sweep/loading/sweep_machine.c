/* harness/sweep/loading/sweep_machine.c -- the machine of a sweep, by its name;
 * see sweep.h and sweep_parts.h. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/sweep/loading/sweep_parts.h"
#include "kernels/core/base/name_lookup.h"

static int by_name(const struct dirent **left, const struct dirent **right)
{
    return strcmp((*left)->d_name, (*right)->d_name);
}

static int is_yaml(const struct dirent *entry)
{
    return strstr(entry->d_name, ".yaml") != NULL;
}

static qdr_status fail_unknown_machine(const char *name, qdr_error *error)
{
    char folder[QDR_PATH_LENGTH];
    struct dirent **entries = NULL;
    qdr_names names = {.list = "configs/machines"};
    qdr_status status;
    int count;

    snprintf(folder, sizeof folder, "%s/configs/machines", qdr_project_root());
    count = scandir(folder, &entries, is_yaml, by_name);
    for (int i = 0; i < count; i++) {
        *strchr(entries[i]->d_name, '.') = '\0';
        qdr_names_add(&names, entries[i]->d_name);
    }
    status = qdr_names_refuse(&names, "machine", name, error);
    qdr_names_cleanup(&names);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return status;
}

static void make_path(const char *kind, const char *name, char *path)
{
    snprintf(path, QDR_PATH_LENGTH, "%s/configs/machines/%s%s.yaml",
             qdr_project_root(), kind, name);
}

/* Refuses settings of a file that this machine does not have. */
static qdr_status refuse_edits(const qdr_sweep *sweep,
                               const qdr_yaml_edits *edits, qdr_error *error)
{
    for (int f = QDR_SWEEP_HARDWARE; f < QDR_NUM_EDITED_FILES; f++)
        if (edits[f].count > 0)
            return qdr_yaml_refuse_at(
                NULL, (qdr_yaml_place){0, edits[f].words[0]}, error,
                "machine %s has no such file; accepted: hardware.KEY and "
                "software.KEY of simulated machines",
                sweep->machine_name);
    return QDR_OK;
}

/* The path of the file that a machine names by `key`. */
static qdr_status find_part(const qdr_sweep *sweep, const char *key,
                            const char *name, char *path, qdr_error *error)
{
    char kind[16];

    snprintf(kind, sizeof kind, "%s/", key);
    make_path(kind, name, path);
    return access(path, R_OK) == 0
               ? QDR_OK
               : qdr_yaml_refuse(sweep->machine->file, key, error,
                                 "%s: %.60s: %s; accepted: the name of a file "
                                 "in configs/machines/%s",
                                 key, name, strerror(errno), key);
}

/* Loads hardware and software to refuse errors in them before anything runs;
 * launches read them again. */
static qdr_status load_parts(qdr_sweep *sweep, const qdr_yaml_edits *edits,
                             qdr_error *error)
{
    char path[QDR_PATH_LENGTH];
    qdr_hardware *hardware = NULL;
    qdr_software *software = NULL;
    qdr_status status;

    status =
        find_part(sweep, "hardware", sweep->machine->hardware, path, error);
    if (status == QDR_OK)
        status = qdr_hardware_load(path, &edits[QDR_SWEEP_HARDWARE], &hardware,
                                   error);
    if (status == QDR_OK)
        status = qdr_hardware_fit(hardware, sweep->machine, error);
    if (status == QDR_OK)
        status =
            find_part(sweep, "software", sweep->machine->software, path, error);
    if (status == QDR_OK)
        status = qdr_software_load(path, &edits[QDR_SWEEP_SOFTWARE], &software,
                                   error);
    sweep->has_control_network =
        status == QDR_OK && hardware->control_network != NULL;
    if (status == QDR_OK)
        sweep->node_ranks = hardware->node_ranks > 1 ? hardware->node_ranks : 1;
    if (status == QDR_OK)
        status = qdr_sweep_keep_text(sweep, QDR_SWEEP_HARDWARE, hardware->file,
                                     error);
    if (status == QDR_OK)
        status = qdr_sweep_keep_text(sweep, QDR_SWEEP_SOFTWARE, software->file,
                                     error);
    qdr_hardware_free(hardware);
    qdr_software_free(software);
    return status;
}

qdr_status qdr_sweep_load_edited(qdr_sweep *sweep, const char *name,
                                 const qdr_yaml_edits *edits, qdr_error *error)
{
    char path[QDR_PATH_LENGTH];
    qdr_status status;

    /* A name, not a path: it becomes a folder of results. */
    if (strlen(name) >= sizeof sweep->machine_name || strchr(name, '/') != NULL)
        return fail_unknown_machine(name, error);
    strcpy(sweep->machine_name, name);
    make_path("", name, path);
    if (access(path, R_OK) != 0)
        return fail_unknown_machine(name, error);
    status = qdr_machine_load(path, &edits[QDR_SWEEP_MACHINE], &sweep->machine,
                              error);
    if (status == QDR_OK)
        status = qdr_sweep_keep_text(sweep, QDR_SWEEP_MACHINE,
                                     sweep->machine->file, error);
    if (status != QDR_OK)
        return status;
    if (sweep->machine->kind == QDR_MACHINE_SIMULATED)
        return load_parts(sweep, edits, error);
    status = refuse_edits(sweep, edits, error);
    return status == QDR_OK ? qdr_sweep_take_links(sweep, false, error)
                            : status;
}

qdr_status qdr_sweep_load_machine(qdr_sweep *sweep, const char *name,
                                  qdr_error *error)
{
    static const qdr_yaml_edits none[QDR_NUM_EDITED_FILES];

    return qdr_sweep_load_edited(sweep, name, none, error);
}
