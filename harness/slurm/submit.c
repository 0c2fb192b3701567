/* harness/slurm/submit.c -- submits; see slurm.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/command.h"
#include "harness/slurm/copies.h"
#include "harness/slurm/queue.h"
#include "harness/slurm/slurm.h"
#include "harness/slurm/tasks.h"
#include "harness/sweep/folder.h"
#include "harness/sweep/launch_files.h"
#include "harness/sweep/launcher.h"

/* Whether the task is dead, or never was, and one of its launches not valid. */
static bool has_work(const qdr_sweep *sweep, const qdr_tasks *tasks,
                     const qdr_queue *queue, int64_t t)
{
    qdr_verdicts verdicts;

    if (queue->is_alive[t])
        return false;
    for (int64_t l = tasks->first[t]; l < tasks->first[t + 1]; l++) {
        qdr_launch_verdicts(sweep, l, &verdicts);
        if (verdicts.invalid + verdicts.missing > 0)
            return true;
    }
    return false;
}

/* The array's indices as sbatch wants them, "0-3,7"; how many. */
static int64_t list_tasks(const qdr_sweep *sweep, const qdr_tasks *tasks,
                          const qdr_queue *queue, FILE *list)
{
    int64_t num_listed = 0;

    for (int64_t t = 0; t < tasks->count; t++) {
        int64_t begin = t;
        while (t < tasks->count && has_work(sweep, tasks, queue, t))
            t++;
        if (t == begin)
            continue;
        fprintf(list, t - begin > 1 ? "%s%" PRId64 "-%" PRId64 : "%s%" PRId64,
                num_listed > 0 ? "," : "", begin, t - 1);
        num_listed += t - begin;
    }
    return num_listed;
}

/* --name=value, unless there is none. */
static void add_option(qdr_command *command, const char *name,
                       const char *value)
{
    if (value != NULL)
        qdr_command_add(command, "--%s=%s", name, value);
}

/* Jobs work in the folder, which is how they are known as the sweep's. */
static void add_folder(qdr_command *command, const qdr_sweep *sweep)
{
    char *folder = realpath(sweep->folder, NULL);

    add_option(command, "chdir", folder != NULL ? folder : sweep->folder);
    free(folder);
}

/* What both jobs are charged to. */
static void add_allotment(qdr_command *command, const qdr_slurm *slurm)
{
    add_option(command, "partition", slurm->partition);
    add_option(command, "account", slurm->account);
    add_option(command, "qos", slurm->qos);
}

static void make_array(qdr_command *command, const qdr_sweep *sweep,
                       const char *list)
{
    const qdr_slurm *slurm = sweep->machine->slurm;

    qdr_command_add(command, "sbatch");
    qdr_command_add(command, "--parsable");
    add_option(command, "job-name", sweep->experiment->name);
    add_folder(command, sweep);
    add_allotment(command, slurm);
    add_option(command, "constraint", slurm->constraint);
    add_option(command, "mem", slurm->memory);
    if (slurm->exclusive)
        qdr_command_add(command, "--exclusive");
    qdr_command_add(command, "--nodes=%d", slurm->nodes);
    qdr_command_add(command, "--ntasks-per-node=%d", slurm->tasks_per_node);
    qdr_command_add(command, "--time=%d", slurm->time_limit_minutes);
    qdr_command_add(command, "--array=%s%%%d", list, slurm->array_limit);
    qdr_command_add(command, "--output=task-%%a.log");
    qdr_command_add(command, "program/job.sh");
}

/* After the array, whatever became of it. */
static void make_collector(qdr_command *command, const qdr_sweep *sweep,
                           const char *array)
{
    const qdr_slurm *slurm = sweep->machine->slurm;

    qdr_command_add(command, "sbatch");
    qdr_command_add(command, "--parsable");
    qdr_command_add(command, "--dependency=afterany:%s", array);
    qdr_command_add(command, "--job-name=%s-collect", sweep->experiment->name);
    add_folder(command, sweep);
    add_allotment(command, slurm);
    qdr_command_add(command, "--ntasks=1");
    qdr_command_add(command, "--time=%d", slurm->time_limit_minutes);
    qdr_command_add(command, "--output=collect.log");
    qdr_command_add(command, "program/collect.sh");
}

/* Runs sbatch; the job's id goes to `id`. */
static qdr_status submit(const qdr_command *command, char *id, size_t size,
                         qdr_error *error)
{
    char *text = NULL;
    qdr_error reason = {""};
    qdr_status status = qdr_command_run(command, false, &text, &reason);

    if (status == QDR_OK) {
        snprintf(id, size, "%.*s", (int)strcspn(text, ";\n"), text);
        if (id[0] == '\0')
            status = QDR_ERROR_SYSTEM;
    }
    free(text);
    return status == QDR_OK
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_SYSTEM, "%s; it says why above",
                          reason.text[0] == '\0' ? "sbatch names no job"
                                                 : reason.text);
}

static qdr_status submit_both(const qdr_sweep *sweep, const char *list,
                              int64_t num_tasks, qdr_error *error)
{
    char array[64], collector[64];
    qdr_command first = {0}, second = {0};
    qdr_status status;

    make_array(&first, sweep, list);
    status = submit(&first, array, sizeof array, error);
    if (status == QDR_OK) {
        make_collector(&second, sweep, array);
        status = submit(&second, collector, sizeof collector, error);
    }
    qdr_command_cleanup(&first);
    qdr_command_cleanup(&second);
    if (status == QDR_OK)
        printf("submitted %" PRId64 " tasks as job %s, collected by job %s; "
               "%s\n",
               num_tasks, array, collector, sweep->folder);
    return status;
}

/* Writes what jobs need, and cancels what would never run: held jobs, and
 * those without a heartbeat. */
static qdr_status prepare(const qdr_sweep *sweep, const qdr_submission *options,
                          const qdr_queue *queue, qdr_error *error)
{
    char digests[QDR_DIGESTS_LENGTH];
    qdr_status status = qdr_launcher_digests(sweep, digests, error);

    if (status == QDR_OK)
        status = qdr_folder_open(sweep, digests, QDR_NO_LOCK, options->restart,
                                 error);
    if (status == QDR_OK)
        status = qdr_copy_programs(sweep, options->figures, error);
    return status == QDR_OK ? qdr_queue_cancel(queue->lost_ids, error) : status;
}

static qdr_status print_array(const qdr_sweep *sweep, const char *list,
                              qdr_error *error)
{
    qdr_command command = {0};
    char *text;
    qdr_status status = QDR_OK;

    make_array(&command, sweep, list);
    text = qdr_command_text(&command);
    if (text == NULL)
        status = qdr_fail_memory(error, "a command");
    else
        printf("%s\n", text);
    free(text);
    qdr_command_cleanup(&command);
    return status;
}

/* Submits the tasks that have work, or prints how. */
static qdr_status submit_tasks(const qdr_sweep *sweep, const qdr_tasks *tasks,
                               const qdr_queue *queue, bool is_dry,
                               qdr_error *error)
{
    char *text = NULL;
    size_t length;
    FILE *list = open_memstream(&text, &length);
    int64_t num_tasks =
        list == NULL ? 0 : list_tasks(sweep, tasks, queue, list);
    qdr_status status = QDR_OK;

    if (list == NULL || fclose(list) != 0)
        return qdr_fail_memory(error, "the list of tasks");
    if (num_tasks == 0) {
        printf("nothing to submit: every launch is valid or running\n");
    } else if (is_dry) {
        status = print_array(sweep, text, error);
    } else {
        status = submit_both(sweep, text, num_tasks, error);
    }
    free(text);
    return status;
}

qdr_status qdr_slurm_submit(const qdr_sweep *sweep,
                            const qdr_submission *options, qdr_error *error)
{
    qdr_tasks tasks = {0};
    qdr_queue queue = {0};
    qdr_status status = qdr_tasks_init(&tasks, sweep, error);

    if (status == QDR_OK)
        status = qdr_queue_ask(&queue, sweep, tasks.count, error);
    if (status == QDR_OK && !options->dry_run)
        status = prepare(sweep, options, &queue, error);
    if (status == QDR_OK)
        status = submit_tasks(sweep, &tasks, &queue, options->dry_run, error);
    qdr_queue_cleanup(&queue);
    qdr_tasks_cleanup(&tasks);
    return status;
}
