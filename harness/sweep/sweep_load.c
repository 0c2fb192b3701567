/* harness/sweep/sweep_load.c -- loads and checks a sweep; see sweep.h. */
#include "harness/sweep/sweep.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/plain_file.h"
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
    qdr_names names = {.list = "configs/machines"};
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

/* The prefixes of each file's keys. */
static const char *const sections[QDR_NUM_SWEEP_FILES] = {
    [QDR_SWEEP_EXPERIMENT] = "",
    [QDR_SWEEP_MACHINE] = "machine.",
    [QDR_SWEEP_HARDWARE] = "hardware.",
    [QDR_SWEEP_SOFTWARE] = "software."};

static int file_of(const char *word)
{
    int f = QDR_NUM_SWEEP_FILES - 1;

    while (strncmp(word, sections[f], strlen(sections[f])) != 0)
        f--;
    return f;
}

static int by_file(const void *left, const void *right)
{
    const char *a = *(const char *const *)left;
    const char *b = *(const char *const *)right;
    int files = file_of(a) - file_of(b);

    return files != 0 ? files : strcmp(a, b);
}

/* The settings of each file, in one order, whatever the user's. */
static qdr_status split_settings(const qdr_settings *settings,
                                 qdr_yaml_edits *out_edits, qdr_error *error)
{
    int count = settings == NULL ? 0 : settings->count;

    for (int i = 0; i < count; i++)
        if (strcspn(settings->words[i], "=") == 0 ||
            strchr(settings->words[i], '=') == NULL)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "--set '%.60s'; accepted: KEY=VALUE",
                            settings->words[i]);
    if (count > 0)
        qsort(settings->words, (size_t)count, sizeof *settings->words, by_file);
    for (int f = 0, i = 0; f < QDR_NUM_SWEEP_FILES; f++) {
        out_edits[f] = (qdr_yaml_edits){.skip = strlen(sections[f])};
        if (i < count)
            out_edits[f].words = settings->words + i;
        for (; i < count && file_of(settings->words[i]) == f; i++)
            out_edits[f].count++;
    }
    return QDR_OK;
}

/* Of a file that this machine has not. */
static qdr_status refuse_edits(const qdr_sweep *sweep,
                               const qdr_yaml_edits *edits, qdr_error *error)
{
    for (int f = QDR_SWEEP_HARDWARE; f < QDR_NUM_SWEEP_FILES; f++)
        if (edits[f].count > 0)
            return qdr_yaml_refuse_at(
                NULL, (qdr_yaml_place){0, edits[f].words[0]}, error,
                "machine %s has no such file; accepted: hardware.KEY and "
                "software.KEY of simulated machines",
                sweep->machine_name);
    return QDR_OK;
}

static void make_path(const char *kind, const char *name, char *path)
{
    snprintf(path, QDR_PATH_LENGTH, "%s/configs/machines/%s%s.yaml",
             project_root(), kind, name);
}

/* The text that the results folder keeps. */
static qdr_status keep_text(qdr_sweep *sweep, qdr_sweep_file file,
                            const qdr_yaml *tree, qdr_error *error)
{
    sweep->files[file] = qdr_yaml_text(tree);
    return sweep->files[file] == NULL
               ? qdr_fail_memory(error, "a configuration")
               : QDR_OK;
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
        status = keep_text(sweep, QDR_SWEEP_HARDWARE, hardware->file, error);
    if (status == QDR_OK)
        status = keep_text(sweep, QDR_SWEEP_SOFTWARE, software->file, error);
    qdr_hardware_free(hardware);
    qdr_software_free(software);
    return status;
}

/* The machine called `name`, with its parts. */
static qdr_status load_machine(qdr_sweep *sweep, const char *name,
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
        status =
            keep_text(sweep, QDR_SWEEP_MACHINE, sweep->machine->file, error);
    if (status != QDR_OK)
        return status;
    return sweep->machine->kind == QDR_MACHINE_SIMULATED
               ? load_parts(sweep, edits, error)
               : refuse_edits(sweep, edits, error);
}

qdr_status qdr_sweep_load_machine(qdr_sweep *sweep, const char *name,
                                  qdr_error *error)
{
    static const qdr_yaml_edits none[QDR_NUM_SWEEP_FILES];

    return load_machine(sweep, name, none, error);
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
    return keep_text(sweep, QDR_SWEEP_EXPERIMENT, sweep->experiment->file,
                     error);
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
    qdr_yaml_edits edits[QDR_NUM_SWEEP_FILES];
    qdr_status status;

    if (strlen(config) >= QDR_PATH_LENGTH ||
        (results != NULL && strlen(results) >= QDR_PATH_LENGTH - QDR_NAME_ROOM))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "a path is too long; accepted: %d characters",
                        QDR_PATH_LENGTH - QDR_NAME_ROOM - 1);
    status = split_settings(settings, edits, error);
    if (status == QDR_OK)
        status =
            load_experiment(&made, config, &edits[QDR_SWEEP_EXPERIMENT], error);
    if (status == QDR_OK)
        status = load_machine(&made, machine_name, edits, error);
    if (status == QDR_OK) {
        made.experiment->network = made.machine->network;
        status = qdr_sweep_check(&made, error);
    }
    if (status == QDR_OK) {
        if (results != NULL)
            strcpy(made.folder, results);
        else
            snprintf(made.folder, sizeof made.folder, "%s/results/%s/%s",
                     project_root(), made.experiment->name, made.machine_name);
        status = make_absolute(made.folder, error);
    }
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

qdr_status qdr_sweep_load_folder(qdr_sweep *sweep, const char *folder,
                                 qdr_error *error)
{
    char path[QDR_PATH_LENGTH];
    qdr_sweep made = {0};
    qdr_status status;

    if (strlen(folder) >= QDR_PATH_LENGTH - QDR_NAME_ROOM)
        return qdr_fail(error, QDR_ERROR_INPUT, "the path is too long");
    strcpy(made.folder, folder);
    status = find_copy(folder, QDR_SWEEP_EXPERIMENT, path, error);
    if (status == QDR_OK)
        status = load_experiment(&made, path, NULL, error);
    if (status == QDR_OK)
        status = find_copy(folder, QDR_SWEEP_MACHINE, path, error);
    if (status == QDR_OK)
        status = qdr_machine_load(path, NULL, &made.machine, error);
    if (status == QDR_OK) {
        made.experiment->network = made.machine->network;
        status = keep_text(&made, QDR_SWEEP_MACHINE, made.machine->file, error);
    }
    if (status == QDR_OK)
        status = make_absolute(made.folder, error);
    return hand_over(status, &made, sweep);
}

void qdr_sweep_cleanup(qdr_sweep *sweep)
{
    for (int f = 0; f < QDR_NUM_SWEEP_FILES; f++)
        free(sweep->files[f]);
    if (sweep->experiment != NULL)
        qdr_experiment_free(sweep->experiment);
    if (sweep->machine != NULL)
        qdr_machine_free(sweep->machine);
    *sweep = (qdr_sweep){0};
}
