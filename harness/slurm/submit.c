/* harness/slurm/submit.c -- submits and cancels; see slurm.h. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/experiment/digest.h"
#include "harness/slurm/queue.h"
#include "harness/slurm/slurm.h"
#include "harness/slurm/tasks.h"
#include "harness/sweep/folder.h"
#include "harness/sweep/launcher.h"

enum { MAX_COMMAND = 16384 };

/* A shell command being put together. */
typedef struct command {
    char text[MAX_COMMAND];
    size_t length;
} command;

__attribute__((format(printf, 2, 3))) static void add(command *made,
                                                      const char *format, ...)
{
    va_list arguments;
    size_t room = sizeof made->text - made->length;
    int written;

    va_start(arguments, format);
    written = vsnprintf(made->text + made->length, room, format, arguments);
    va_end(arguments);
    made->length += (size_t)written < room ? (size_t)written : room - 1;
}

/* `--name='value'`, whatever the value holds. */
static void add_option(command *made, const char *name, const char *value)
{
    if (value == NULL)
        return;
    add(made, " --%s='", name);
    for (; *value != '\0'; value++)
        add(made, *value == '\'' ? "'\\''" : "%c", *value);
    add(made, "'");
}

/* Whether the task is dead, or never was, and one of its launches not valid. */
static bool has_work(const qdr_sweep *sweep, const qdr_tasks *tasks,
                     const qdr_queue *queue, int64_t t)
{
    qdr_verdicts verdicts;

    if (qdr_task_is_alive(queue, t))
        return false;
    for (int64_t l = tasks->first[t]; l < tasks->first[t + 1]; l++)
        if (!qdr_folder_verdicts(sweep, l, &verdicts) || verdicts.invalid > 0)
            return true;
    return false;
}

/* The array's indices as sbatch wants them, "0-3,7"; how many. */
static int64_t list_tasks(const qdr_sweep *sweep, const qdr_tasks *tasks,
                          const qdr_queue *queue, command *list)
{
    int64_t num_listed = 0;

    for (int64_t t = 0; t < tasks->count; t++) {
        int64_t begin = t;
        while (t < tasks->count && has_work(sweep, tasks, queue, t))
            t++;
        if (t == begin)
            continue;
        add(list, t - begin > 1 ? "%s%" PRId64 "-%" PRId64 : "%s%" PRId64,
            num_listed > 0 ? "," : "", begin, t - 1);
        num_listed += t - begin;
    }
    return num_listed;
}

/* Jobs work in the folder, which is how they are known as the sweep's. */
static void add_folder(command *made, const qdr_sweep *sweep)
{
    char *folder = realpath(sweep->folder, NULL);

    add_option(made, "chdir", folder != NULL ? folder : sweep->folder);
    free(folder);
}

/* What both jobs are charged to. */
static void add_allotment(command *made, const qdr_slurm *slurm)
{
    add_option(made, "partition", slurm->partition);
    add_option(made, "account", slurm->account);
    add_option(made, "qos", slurm->qos);
}

static void make_array(const qdr_sweep *sweep, const char *list, command *made)
{
    const qdr_slurm *slurm = sweep->machine->slurm;

    add(made, "sbatch --parsable");
    add_option(made, "job-name", sweep->experiment->name);
    add_folder(made, sweep);
    add_allotment(made, slurm);
    add_option(made, "constraint", slurm->constraint);
    add_option(made, "mem", slurm->memory);
    if (slurm->exclusive)
        add(made, " --exclusive");
    add(made, " --nodes=%d --ntasks-per-node=%d --time=%d", slurm->nodes,
        slurm->tasks_per_node, slurm->time_limit_minutes);
    add(made, " --array='%s%%%d'", list, slurm->array_limit);
    add_option(made, "output", "task-%a.log");
    add(made, " program/job.sh");
}

/* After the array, whatever became of it. */
static void make_collector(const qdr_sweep *sweep, const char *array,
                           command *made)
{
    const qdr_slurm *slurm = sweep->machine->slurm;

    add(made, "sbatch --parsable --dependency='afterany:%s'", array);
    add(made, " --job-name='%s-collect'", sweep->experiment->name);
    add_folder(made, sweep);
    add_allotment(made, slurm);
    add(made, " --ntasks=1 --time=%d", slurm->time_limit_minutes);
    add_option(made, "output", "collect.log");
    add(made, " program/collect.sh");
}

static qdr_status copy_file(const char *from, const qdr_sweep *sweep,
                            const char *name, qdr_error *error)
{
    char to[2 * QDR_PATH_LENGTH], line[6 * QDR_PATH_LENGTH];

    snprintf(to, sizeof to, "%s/program/%s", sweep->folder, name);
    /* install replaces what a running job may hold open. */
    snprintf(line, sizeof line, "install -m 755 '%s' '%s'", from, to);
    if (system(line) == 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_SYSTEM, "cannot copy %.200s to %.200s",
                    from, to);
}

/* Programs and scripts into FOLDER/program, once: what is there has passed the
 * check of its digests. */
static qdr_status copy_programs(const qdr_sweep *sweep, bool figures,
                                qdr_error *error)
{
    static const char *const scripts[] = {"job.sh", "collect.sh"};
    const char *root = getenv("QUADRILLE_ROOT");
    const char *const *programs = qdr_launcher_programs(sweep);
    char path[2 * QDR_PATH_LENGTH];
    command setup = {.length = 0};
    qdr_status status = QDR_OK;

    snprintf(path, sizeof path, "%s/program", sweep->folder);
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "%.300s: %s", path,
                        strerror(errno));
    for (int i = 0; programs[i] != NULL && status == QDR_OK; i++) {
        snprintf(path, sizeof path, "%s/%s", qdr_launcher_built_folder(),
                 programs[i]);
        status = copy_file(path, sweep, programs[i], error);
    }
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts && status == QDR_OK;
         i++) {
        snprintf(path, sizeof path, "%s/harness/slurm/%s",
                 root == NULL ? "." : root, scripts[i]);
        status = copy_file(path, sweep, scripts[i], error);
    }
    for (unsigned i = 0; i < sweep->machine->slurm->num_setup; i++)
        add(&setup, "%s\n", sweep->machine->slurm->setup[i]);
    if (status == QDR_OK)
        status = qdr_folder_write(sweep, "program/setup.sh", setup.text, error);
    if (status == QDR_OK && figures) {
        snprintf(path, sizeof path,
                 "#!/bin/sh\nexec Rscript '%s/paper/draw_sweep.R' '%s' .\n",
                 root == NULL ? "." : root, root == NULL ? "." : root);
        status = qdr_folder_write(sweep, "program/draw", path, error);
        snprintf(path, sizeof path, "%s/program/draw", sweep->folder);
        if (status == QDR_OK && chmod(path, 0755) != 0)
            status = qdr_fail(error, QDR_ERROR_SYSTEM, "chmod failed");
    }
    return status;
}

/* Runs sbatch; the job's id goes to `id`. */
static qdr_status submit(const char *line, char *id, size_t size,
                         qdr_error *error)
{
    FILE *pipe = popen(line, "r");
    int code;

    id[0] = '\0';
    if (pipe == NULL || fgets(id, (int)size, pipe) == NULL)
        id[0] = '\0';
    code = pipe == NULL ? -1 : pclose(pipe);
    id[strcspn(id, ";\n")] = '\0';
    if (code == 0 && id[0] != '\0')
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_SYSTEM,
                    "sbatch failed (status %d); it says why above",
                    WIFEXITED(code) ? WEXITSTATUS(code) : code);
}

static qdr_status submit_both(const qdr_sweep *sweep, const char *list,
                              int64_t num_tasks, qdr_error *error)
{
    command line = {.length = 0}, after = {.length = 0};
    char array[64], collector[64];
    qdr_status status;

    make_array(sweep, list, &line);
    status = submit(line.text, array, sizeof array, error);
    if (status != QDR_OK)
        return status;
    make_collector(sweep, array, &after);
    status = submit(after.text, collector, sizeof collector, error);
    if (status == QDR_OK)
        printf("submitted %" PRId64 " tasks as job %s, collected by job %s; "
               "%s\n",
               num_tasks, array, collector, sweep->folder);
    return status;
}

qdr_status qdr_slurm_submit(const qdr_sweep *sweep,
                            const qdr_submission *options, qdr_error *error)
{
    qdr_tasks tasks = {0};
    qdr_queue queue = {0};
    command list = {.length = 0}, line = {.length = 0};
    char digests[QDR_DIGESTS_LENGTH];
    int64_t num_tasks;
    qdr_status status = qdr_tasks_init(&tasks, sweep, error);

    if (status == QDR_OK && !options->dry_run)
        status = qdr_launcher_digests(sweep, digests, error);
    if (status == QDR_OK && !options->dry_run)
        status = qdr_folder_open(sweep, digests, QDR_NO_LOCK, options->restart,
                                 error);
    if (status == QDR_OK && !options->dry_run)
        status = copy_programs(sweep, options->figures, error);
    if (status == QDR_OK)
        status = qdr_queue_ask(&queue, sweep, tasks.count, error);
    /* What is held would be waited for until somebody releases it. */
    if (status == QDR_OK && queue.num_stuck + queue.num_silent > 0 &&
        !qdr_queue_is_moving(&queue) && !options->dry_run)
        status = qdr_queue_cancel(&queue, error);
    if (status == QDR_OK) {
        num_tasks = list_tasks(sweep, &tasks, &queue, &list);
        make_array(sweep, list.text, &line);
        if (num_tasks == 0)
            printf("nothing to submit: every launch is valid or running\n");
        else if (options->dry_run)
            printf("%s\n", line.text);
        else
            status = submit_both(sweep, list.text, num_tasks, error);
    }
    qdr_queue_cleanup(&queue);
    qdr_tasks_cleanup(&tasks);
    return status;
}

qdr_status qdr_slurm_task(const char *folder, int64_t task, qdr_error *error)
{
    qdr_sweep sweep = {0};
    qdr_tasks tasks = {0};
    qdr_sweep_count count;
    qdr_status status = qdr_sweep_load_folder(&sweep, folder, error);

    if (status == QDR_OK && sweep.machine->slurm == NULL)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%.200s holds no sweep of a SLURM machine", folder);
    if (status == QDR_OK)
        status = qdr_tasks_init(&tasks, &sweep, error);
    if (status == QDR_OK && (task < 0 || task >= tasks.count))
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "task %" PRId64 "; accepted: 0 to %" PRId64, task,
                          tasks.count - 1);
    if (status == QDR_OK) {
        int64_t num_launches = tasks.first[task + 1] - tasks.first[task];
        qdr_selection selection = {
            task, num_launches, malloc((size_t)num_launches * sizeof(int64_t))};
        if (selection.launches == NULL)
            status = qdr_fail_memory(error, "the launches of a task");
        for (int64_t i = 0; i < num_launches && status == QDR_OK; i++)
            selection.launches[i] = tasks.first[task] + i;
        if (status == QDR_OK)
            status = qdr_sweep_run(&sweep, &selection, 1, false, &count, error);
        free(selection.launches);
    }
    if (status == QDR_OK && count.invalid + count.missing > 0)
        status =
            qdr_fail(error, QDR_ERROR_CHECK,
                     "%" PRId64 " cells are INVALID, %" PRId64 " are missing",
                     count.invalid, count.missing);
    qdr_tasks_cleanup(&tasks);
    qdr_sweep_cleanup(&sweep);
    return status;
}
