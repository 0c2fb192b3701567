/* harness/sweep/sweep_load.c -- loads and checks a sweep; see sweep.h. */
#include "harness/sweep/sweep.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/sweep/sweep_check.h"
#include "kernels/core/names.h"

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
    char folder[QDR_PATH_LENGTH];
    struct dirent **entries = NULL;
    qdr_names names = {0};
    qdr_status status;
    int count;

    snprintf(folder, sizeof folder, "%s/configs/machines", project_root());
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

static void set_machine_file(qdr_sweep *sweep, qdr_sweep_file file,
                             const char *kind, const char *name)
{
    snprintf(sweep->files[file], QDR_PATH_LENGTH,
             "%s/configs/machines/%s%s"
             ".yaml",
             project_root(), kind, name);
}

/* Loads hardware and software to refuse what is wrong in them before anything
 * runs; launches read them again. */
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
        status = qdr_hardware_fit(hardware, sweep->machine, error);
    if (status == QDR_OK)
        status = qdr_software_load(sweep->files[QDR_SWEEP_SOFTWARE], &software,
                                   error);
    sweep->has_control_network =
        status == QDR_OK && hardware->control_network != NULL;
    if (hardware != NULL)
        qdr_hardware_free(hardware);
    if (software != NULL)
        qdr_software_free(software);
    return status;
}

qdr_status qdr_sweep_load_machine(qdr_sweep *sweep, const char *name,
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
        made.experiment->partitioner = qdr_partitioner_computing(NULL);
    if (status == QDR_OK)
        status = qdr_sweep_load_machine(&made, machine_name, error);
    if (status == QDR_OK)
        made.experiment->network = made.machine->network;
    if (status == QDR_OK)
        status = qdr_sweep_check(&made, error);
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
        made.experiment->partitioner = qdr_partitioner_computing(NULL);
    if (status == QDR_OK)
        status = qdr_machine_load(made.files[QDR_SWEEP_MACHINE], &made.machine,
                                  error);
    if (status == QDR_OK)
        made.experiment->network = made.machine->network;
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
