/* harness/sweep/sweep.c -- loads and checks a sweep; see sweep.h. */
#include "harness/sweep/sweep.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/experiment/yaml.h"
#include "kernels/core/pattern_file.h"

/* Every sample of a simulated launch takes a whole second of the clock's one
 * binade; see ../simulator/clock_simulated.c. */
enum { MAX_SIMULATED_CELLS = 4000 };

const char *qdr_sweep_file_name(qdr_sweep_file file)
{
    static const char *const names[QDR_NUM_SWEEP_FILES] = {
        [QDR_SWEEP_EXPERIMENT] = "experiment.yaml",
        [QDR_SWEEP_MACHINE] = "machine.yaml",
        [QDR_SWEEP_HARDWARE] = "hardware.yaml",
        [QDR_SWEEP_SOFTWARE] = "software.yaml",
    };
    return names[file];
}

/* The project's own folder, as the entry script gives it. */
static const char *project_root(void)
{
    const char *root = getenv("QUADRILLE_ROOT");
    return root != NULL ? root : ".";
}

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
    char folder[QDR_PATH_LENGTH], accepted[256] = "";
    struct dirent **entries = NULL;
    size_t length = 0;
    int count;

    snprintf(folder, sizeof folder, "%s/configs/machines", project_root());
    count = scandir(folder, &entries, is_yaml, by_name);
    for (int i = 0; i < count; i++) {
        const char *file = entries[i]->d_name;
        if (length < sizeof accepted)
            length += (size_t)snprintf(
                accepted + length, sizeof accepted - length, "%s%.*s",
                i > 0 ? ", " : "", (int)strcspn(file, "."), file);
        free(entries[i]);
    }
    free(entries);
    return qdr_fail(error, QDR_ERROR_INPUT, "machine '%.40s', accepted: %s",
                    name, accepted);
}

static void set_machine_file(qdr_sweep *sweep, qdr_sweep_file file,
                             const char *kind, const char *name)
{
    snprintf(sweep->files[file], QDR_PATH_LENGTH,
             "%s/configs/machines/%s%s"
             ".yaml",
             project_root(), kind, name);
}

/* A machine of the past has no MPI library whose collectives could be run. */
static qdr_status refuse_library_rows(const qdr_sweep *sweep, qdr_error *error)
{
    const char *path = sweep->files[QDR_SWEEP_EXPERIMENT];

    for (unsigned i = 0; i < sweep->experiment->num_algorithms; i++) {
        const qdr_kernel *kernel =
            qdr_kernel_at(sweep->experiment->algorithms[i]);
        if (!qdr_kernel_is_simulated(kernel))
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%s:%u: algorithms: %s is a baseline by the MPI "
                            "library's own means; accepted on a simulated "
                            "machine: all other kinds",
                            path, qdr_yaml_line(path, "algorithms"),
                            kernel->name);
    }
    return QDR_OK;
}

/* Loads hardware and software only to refuse what is wrong in them before
 * anything runs; launches read them again. */
static qdr_status check_simulated(qdr_sweep *sweep, qdr_error *error)
{
    qdr_hardware *hardware = NULL;
    qdr_software *software = NULL;
    qdr_status status;

    set_machine_file(sweep, QDR_SWEEP_HARDWARE, "hardware/",
                     sweep->machine->hardware);
    set_machine_file(sweep, QDR_SWEEP_SOFTWARE, "software/",
                     sweep->machine->software);
    status =
        qdr_hardware_load(sweep->files[QDR_SWEEP_HARDWARE], &hardware, error);
    if (status == QDR_OK)
        status = qdr_software_load(sweep->files[QDR_SWEEP_SOFTWARE], &software,
                                   error);
    if (hardware != NULL)
        qdr_hardware_free(hardware);
    if (software != NULL)
        qdr_software_free(software);
    if (status == QDR_OK &&
        sweep->experiment->cells_per_launch > MAX_SIMULATED_CELLS) {
        const char *path = sweep->files[QDR_SWEEP_EXPERIMENT];
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%s:%u: cells_per_launch: %lld; accepted on a "
                          "simulated machine: 1 to %d",
                          path, qdr_yaml_line(path, "cells_per_launch"),
                          (long long)sweep->experiment->cells_per_launch,
                          MAX_SIMULATED_CELLS);
    }
    if (status == QDR_OK && sweep->experiment->num_processes > 0) {
        const char *path = sweep->files[QDR_SWEEP_EXPERIMENT];
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%s:%u: processes; accepted on a simulated machine: "
                          "none, whose wall time says nothing",
                          path, qdr_yaml_line(path, "processes"));
    }
    return status == QDR_OK ? refuse_library_rows(sweep, error) : status;
}

static qdr_status load_machine(qdr_sweep *sweep, const char *name,
                               qdr_error *error)
{
    const char *path = sweep->files[QDR_SWEEP_MACHINE];
    qdr_status status;

    /* A name, not a path: it becomes a folder of results. */
    if (strlen(name) >= sizeof sweep->machine_name || strchr(name, '/') != NULL)
        return fail_unknown_machine(name, error);
    strcpy(sweep->machine_name, name);
    set_machine_file(sweep, QDR_SWEEP_MACHINE, "", name);
    if (access(path, R_OK) != 0)
        return fail_unknown_machine(name, error);
    status = qdr_machine_load(path, &sweep->machine, error);
    if (status == QDR_OK && sweep->machine->kind == QDR_MACHINE_SIMULATED)
        status = check_simulated(sweep, error);
    return status;
}

/* A machine's limits, and what of a shape it has. */
static qdr_status require_at_most(const qdr_sweep *sweep, const char *key,
                                  int number, int most, qdr_error *error)
{
    const char *path = sweep->files[QDR_SWEEP_EXPERIMENT];

    if (number <= most)
        return QDR_OK;
    return qdr_fail(
        error, QDR_ERROR_INPUT, "%s:%u: %s: %d; accepted on %s: 1 to %d", path,
        qdr_yaml_line(path, key), key, number, sweep->machine_name, most);
}

static qdr_status check_shape(const qdr_sweep *sweep, const qdr_shape *shape,
                              qdr_error *error)
{
    const qdr_machine *machine = sweep->machine;
    const qdr_slurm *slurm = machine->slurm;
    int most_nodes = 1, most_tasks = machine->max_procs;
    qdr_status status = QDR_OK;

    if (slurm != NULL) {
        most_nodes = slurm->nodes;
        most_tasks = slurm->tasks_per_node;
    } else if (machine->kind == QDR_MACHINE_SIMULATED) {
        most_nodes = machine->max_procs;
        most_tasks = 1;
    }
    if (shape->nodes > 0)
        status =
            require_at_most(sweep, "nodes", shape->nodes, most_nodes, error);
    if (status == QDR_OK && shape->nodes > 0)
        status = require_at_most(sweep, "tasks_per_node", shape->tasks_per_node,
                                 most_tasks, error);
    if (status == QDR_OK)
        status = require_at_most(sweep, shape->nodes > 0 ? "nodes" : "procs",
                                 shape->procs, machine->max_procs, error);
    return status;
}

/* A simulated machine has one rank a node, in order. */
static qdr_status check_shapes(const qdr_sweep *sweep, qdr_error *error)
{
    const qdr_experiment *e = sweep->experiment;
    const char *path = sweep->files[QDR_SWEEP_EXPERIMENT];
    const char *key = e->num_mappings > 0 ? "mappings" : "bindings";
    int num_shapes = qdr_experiment_num_shapes(e);
    qdr_status status = QDR_OK;

    if (sweep->machine->kind == QDR_MACHINE_SIMULATED &&
        e->num_mappings + e->num_bindings > 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s:%u: %s; accepted on a simulated machine: neither "
                        "mappings nor bindings",
                        path, qdr_yaml_line(path, key), key);
    for (int i = 0; i < num_shapes && status == QDR_OK; i++) {
        qdr_shape shape = qdr_experiment_shape(e, i);
        status = check_shape(sweep, &shape, error);
    }
    return status;
}

/* Every pattern file is of the ranks that will run it. */
static qdr_status check_patterns(const qdr_sweep *sweep, qdr_error *error)
{
    const qdr_experiment *e = sweep->experiment;
    const char *path = sweep->files[QDR_SWEEP_EXPERIMENT];
    qdr_status status = QDR_OK;

    for (unsigned f = 0; f < e->num_patterns && status == QDR_OK; f++) {
        qdr_pattern pattern = {0};
        status = qdr_pattern_read(&pattern, e->patterns[f], error);
        for (int i = 0; status == QDR_OK && i < qdr_experiment_num_shapes(e);
             i++) {
            int procs = qdr_experiment_shape(e, i).procs;
            if (procs != pattern.num_procs)
                status = qdr_fail(error, QDR_ERROR_INPUT,
                                  "%s:%u: patterns: %.200s is of %d ranks; "
                                  "accepted: %d, as procs says",
                                  path, qdr_yaml_line(path, "patterns"),
                                  e->patterns[f], pattern.num_procs, procs);
        }
        qdr_pattern_cleanup(&pattern);
    }
    return status;
}

/* What a workload knows to be impossible, before anything runs. */
static qdr_status check_traffic(const qdr_sweep *sweep, qdr_error *error)
{
    const qdr_experiment *e = sweep->experiment;
    const qdr_workload *workload = qdr_workload_at(e->workload);
    int64_t num_cells =
        workload->check == NULL ? 0 : qdr_experiment_num_cells(e);

    for (int64_t c = 0; c < num_cells; c++) {
        qdr_cell cell = qdr_experiment_cell(e, c);
        qdr_error reason = {""};
        if (workload->check(&cell.params, &reason) != QDR_OK)
            return qdr_fail(
                error, QDR_ERROR_INPUT, "%s:%u: %s: %s",
                sweep->files[QDR_SWEEP_EXPERIMENT],
                qdr_yaml_line(sweep->files[QDR_SWEEP_EXPERIMENT], "workload"),
                workload->name, reason.text);
    }
    return QDR_OK;
}

/* Jobs start elsewhere, and are known by the folder they work in. */
static qdr_status make_absolute(char *folder, qdr_error *error)
{
    char here[QDR_PATH_LENGTH], whole[2 * QDR_PATH_LENGTH + 2];

    if (folder[0] == '/')
        return QDR_OK;
    if (getcwd(here, sizeof here) == NULL)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "the working folder is gone");
    snprintf(whole, sizeof whole, "%s%s%s", here,
             strcmp(folder, ".") == 0 ? "" : "/",
             strcmp(folder, ".") == 0 ? "" : folder);
    if (strlen(whole) >= QDR_PATH_LENGTH - QDR_NAME_ROOM)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "the path of %.200s is too long", folder);
    strcpy(folder, whole);
    return QDR_OK;
}

qdr_status qdr_sweep_load(qdr_sweep *sweep, const char *config,
                          const char *machine_name, const char *results,
                          qdr_error *error)
{
    qdr_sweep made = {0};
    qdr_status status;

    if (strlen(config) >= QDR_PATH_LENGTH ||
        (results != NULL && strlen(results) >= QDR_PATH_LENGTH - QDR_NAME_ROOM))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "a path is too long; accepted: %d characters",
                        QDR_PATH_LENGTH - QDR_NAME_ROOM - 1);
    strcpy(made.files[QDR_SWEEP_EXPERIMENT], config);
    status = qdr_experiment_load(config, &made.experiment, error);
    if (status == QDR_OK)
        status = load_machine(&made, machine_name, error);
    if (status == QDR_OK)
        status = check_shapes(&made, error);
    if (status == QDR_OK)
        status = check_patterns(&made, error);
    if (status == QDR_OK)
        status = check_traffic(&made, error);
    if (status != QDR_OK) {
        qdr_sweep_cleanup(&made);
        return status;
    }
    if (results != NULL)
        strcpy(made.folder, results);
    else
        snprintf(made.folder, sizeof made.folder, "%s/results/%s/%s",
                 project_root(), made.experiment->name, made.machine_name);
    status = make_absolute(made.folder, error);
    if (status == QDR_OK)
        *sweep = made;
    else
        qdr_sweep_cleanup(&made);
    return status;
}

qdr_status qdr_sweep_load_folder(qdr_sweep *sweep, const char *folder,
                                 qdr_error *error)
{
    qdr_sweep made = {0};
    qdr_status status;

    if (strlen(folder) >= QDR_PATH_LENGTH - QDR_NAME_ROOM)
        return qdr_fail(error, QDR_ERROR_INPUT, "the path is too long");
    strcpy(made.folder, folder);
    for (int f = QDR_SWEEP_EXPERIMENT; f <= QDR_SWEEP_MACHINE; f++)
        snprintf(made.files[f], QDR_PATH_LENGTH, "%.*s/%s",
                 QDR_PATH_LENGTH - QDR_NAME_ROOM, folder,
                 qdr_sweep_file_name(f));
    status = qdr_experiment_load(made.files[QDR_SWEEP_EXPERIMENT],
                                 &made.experiment, error);
    if (status == QDR_OK)
        status = qdr_machine_load(made.files[QDR_SWEEP_MACHINE], &made.machine,
                                  error);
    if (status == QDR_OK)
        status = make_absolute(made.folder, error);
    if (status == QDR_OK)
        *sweep = made;
    else
        qdr_sweep_cleanup(&made);
    return status;
}

void qdr_sweep_cleanup(qdr_sweep *sweep)
{
    if (sweep->experiment != NULL)
        qdr_experiment_free(sweep->experiment);
    if (sweep->machine != NULL)
        qdr_machine_free(sweep->machine);
    *sweep = (qdr_sweep){0};
}
