/* harness/slurm/submit.c -- submits; see slurm.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/command.h"
#include "harness/slurm/copies.h"
#include "harness/slurm/queue.h"
#include "harness/slurm/sbatch.h"
#include "harness/slurm/slurm.h"
#include "harness/slurm/tasks.h"
#include "harness/sweep/folder.h"
#include "harness/sweep/launch_files.h"
#include "harness/sweep/launcher.h"

enum { JOB_LENGTH = 64 /* of its number, as text */ };

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

/* The indices of tasks of so many nodes as sbatch wants them, "0-3,7"; how
 * many.
 */
static int64_t list_tasks(const qdr_sweep *sweep, const qdr_tasks *tasks,
                          const qdr_queue *queue, int nodes, FILE *list)
{
    int64_t num_listed = 0;

    for (int64_t t = 0; t < tasks->count; t++) {
        int64_t begin = t;
        while (t < tasks->count && tasks->nodes[t] == nodes &&
               has_work(sweep, tasks, queue, t))
            t++;
        if (t == begin)
            continue;
        fprintf(list, t - begin > 1 ? "%s%" PRId64 "-%" PRId64 : "%s%" PRId64,
                num_listed > 0 ? "," : "", begin, t - 1);
        num_listed += t - begin;
    }
    return num_listed;
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
               : qdr_fail(error, QDR_ERROR_SYSTEM, "%s; its message is above",
                          reason.text[0] == '\0'
                              ? "sbatch printed no job number"
                              : reason.text);
}

/* The collecting job. If it is refused, the arrays stay, and an error reports
 * it. */
static qdr_status submit_collector(const qdr_sweep *sweep, const char *array,
                                   qdr_error *error)
{
    char collector[JOB_LENGTH];
    qdr_command command = {0};
    qdr_error reason = {""};
    qdr_status status;

    qdr_command_sbatch_collector(&command, sweep, array);
    status = submit(&command, collector, sizeof collector, &reason);
    qdr_command_cleanup(&command);
    if (status != QDR_OK)
        return qdr_fail(
            error, status,
            "the tasks are submitted, but SLURM refused the collecting job: "
            "%.200s; run `sweep collect` after them",
            reason.text);
    printf("collected by job %s; %s\n", collector, sweep->folder);
    return QDR_OK;
}

/* The tasks of so many nodes, or how they would be submitted. `job` is the last
 * array so far, "" before the first. */
static qdr_status submit_array(const qdr_sweep *sweep, int nodes,
                               int64_t num_tasks, const char *list, bool is_dry,
                               char *job, qdr_error *error)
{
    qdr_command command = {0};
    char *text;
    qdr_status status = QDR_OK;

    qdr_command_sbatch_array(&command, sweep, nodes, list,
                             job[0] == '\0' ? NULL : job);
    text = qdr_command_text(&command);
    if (text == NULL) {
        status = qdr_fail_memory(error, "a command");
    } else if (is_dry) {
        printf("%s\n", text);
        snprintf(job, JOB_LENGTH, "JOB");
    } else {
        status = submit(&command, job, JOB_LENGTH, error);
        if (status == QDR_OK)
            printf("submitted %" PRId64 " tasks of %d %s as job %s\n",
                   num_tasks, nodes, nodes == 1 ? "node" : "nodes", job);
    }
    free(text);
    qdr_command_cleanup(&command);
    return status;
}

/* Writes what jobs need, and cancels what would never run: held jobs, and
 * those without a heartbeat. */
static qdr_status prepare(const qdr_sweep *sweep, const char *digests,
                          const qdr_submission *options, const qdr_queue *queue,
                          qdr_error *error)
{
    /* Jobs belong to whatever is in their folder. */
    bool has_jobs = queue->num_jobs > 0;
    qdr_status status =
        has_jobs && options->restart == QDR_RESTART_ALWAYS
            ? QDR_ERROR_INPUT
            : qdr_folder_open(sweep, digests, QDR_SUBMIT_LOCK,
                              has_jobs ? QDR_RESTART_NEVER : options->restart,
                              error);

    if (status == QDR_ERROR_INPUT && has_jobs &&
        options->restart != QDR_RESTART_NEVER)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%.300s: it still has %" PRId64 " jobs; "
                        "accepted: --restart after `sweep cancel`",
                        sweep->folder, queue->num_jobs);
    if (status == QDR_OK)
        status = qdr_copy_programs(sweep, options->figures, error);
    if (status == QDR_OK)
        qdr_folder_remove_links(sweep);
    return status == QDR_OK ? qdr_queue_cancel(queue->lost_ids, error) : status;
}

/* Submits the tasks that have work, or prints how. */
static qdr_status submit_tasks(const qdr_sweep *sweep, const qdr_tasks *tasks,
                               const qdr_queue *queue, bool is_dry,
                               qdr_error *error)
{
    char job[JOB_LENGTH] = "";
    qdr_status status = QDR_OK;

    for (int n = 1; n <= sweep->machine->slurm->nodes && status == QDR_OK;
         n++) {
        char *text = NULL;
        size_t length;
        FILE *list = open_memstream(&text, &length);
        int64_t count =
            list == NULL ? 0 : list_tasks(sweep, tasks, queue, n, list);
        if (list == NULL || fclose(list) != 0)
            status = qdr_fail_memory(error, "the list of tasks");
        else if (count > 0)
            status = submit_array(sweep, n, count, text, is_dry, job, error);
        free(text);
    }
    if (status != QDR_OK || is_dry)
        return status;
    if (job[0] != '\0')
        return submit_collector(sweep, job, error);
    printf("nothing to submit: every launch is valid or running\n");
    return QDR_OK;
}

/* The lock is taken when it is known that there is a SLURM, and before it is
 * asked what runs. */
static qdr_status submit_locked(const qdr_sweep *sweep, const qdr_tasks *tasks,
                                const qdr_submission *options, qdr_error *error)
{
    char digests[QDR_DIGESTS_LENGTH];
    qdr_queue queue = {0};
    qdr_status status = qdr_launcher_digests(sweep, digests, error);

    if (status == QDR_OK)
        status = qdr_queue_read(&queue, sweep, tasks->count, NULL, error);
    if (status == QDR_ERROR_SYSTEM && options->dry_run) {
        fprintf(
            stderr,
            "quadrille sweep submit: %s; printed as if there were no jobs\n",
            error->text);
        status = qdr_queue_assume_none(&queue, tasks->count, error);
    }
    if (status == QDR_OK && !options->dry_run)
        status = qdr_folder_lock(sweep, QDR_SUBMIT_LOCK, error);
    if (status == QDR_OK && !options->dry_run)
        status = qdr_queue_watch(&queue, sweep, tasks->count, error);
    if (status == QDR_OK && !options->dry_run)
        status = prepare(sweep, digests, options, &queue, error);
    if (status == QDR_OK)
        status = submit_tasks(sweep, tasks, &queue, options->dry_run, error);
    qdr_queue_cleanup(&queue);
    return status;
}

qdr_status qdr_slurm_submit(const qdr_sweep *sweep,
                            const qdr_submission *options, qdr_error *error)
{
    qdr_tasks tasks = {0};
    qdr_status status = qdr_tasks_init(&tasks, sweep, error);

    if (status == QDR_OK)
        status = submit_locked(sweep, &tasks, options, error);
    qdr_tasks_cleanup(&tasks);
    return status;
}
