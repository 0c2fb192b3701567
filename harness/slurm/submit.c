/* harness/slurm/submit.c -- submits; see slurm.h. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "harness/slurm/copies.h"
#include "harness/slurm/sbatch.h"
#include "harness/slurm/scancel.h"
#include "harness/slurm/slurm.h"
#include "harness/slurm/submit_tasks.h"
#include "harness/sweep/folder/folder.h"
#include "harness/sweep/launch/launcher.h"
#include "harness/sweep/loading/define.h"

/* Jobs that a submission replaces. */
static bool is_lost(const qdr_job *job)
{
    return job->fate == QDR_FATE_NEVER || job->fate == QDR_FATE_SILENT ||
           job->fate == QDR_FATE_DOUBLED;
}

/* Writes what jobs need, and cancels what would never run, and what has no
 * heartbeat. */
static qdr_status prepare(const qdr_sweep *sweep, const char *digests,
                          const qdr_submission *options, const qdr_queue *queue,
                          qdr_job_digests *out, qdr_error *error)
{
    /* Jobs belong to whatever is in their folder. */
    bool has_jobs = queue->num_jobs > 0;
    qdr_status status =
        has_jobs && options->restart == QDR_RESTART_ALWAYS
            ? QDR_ERROR_INPUT
            : qdr_folder_open(sweep, digests,
                              has_jobs ? QDR_RESTART_NEVER : options->restart,
                              error);

    if (status == QDR_ERROR_INPUT && has_jobs &&
        options->restart != QDR_RESTART_NEVER)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%.300s: it still has %" PRId64 " jobs; "
                        "accepted: --restart after `sweep cancel`",
                        sweep->folder, queue->num_jobs);
    if (status == QDR_OK)
        status = qdr_copy_programs(sweep, options->figures, out, error);
    return status == QDR_OK ? qdr_scancel(sweep, queue, is_lost, error)
                            : status;
}

/* Tasks of jobs that are there select launches by what the folder says: it must
 * not cut the sweep otherwise before they have run. */
static qdr_status check_tasks(const qdr_sweep *sweep, const qdr_tasks *tasks,
                              const qdr_queue *queue, qdr_error *error)
{
    qdr_sweep kept = {0};
    qdr_tasks before = {0};
    bool is_same = true;
    qdr_error difference;
    qdr_status status = QDR_OK;

    if (queue->num_jobs == 0 || !qdr_folder_is_defined(sweep->folder) ||
        qdr_sweep_compare_definition(sweep, NULL, &difference) != QDR_OK)
        return QDR_OK; /* what differs is refused elsewhere */
    status = qdr_sweep_load_folder(&kept, sweep->folder, error);
    if (status == QDR_OK)
        status = qdr_tasks_init(&before, &kept, error);
    if (status == QDR_OK)
        is_same = before.count == tasks->count &&
                  memcmp(before.first, tasks->first,
                         (size_t)tasks->count * sizeof *tasks->first) == 0;
    qdr_tasks_cleanup(&before);
    qdr_sweep_cleanup(&kept);
    return is_same ? status
                   : qdr_fail(error, QDR_ERROR_INPUT,
                              "%.300s: it still has %" PRId64 " jobs, whose "
                              "tasks have other launches; accepted: max_tasks, "
                              "task_minutes and launch_cap_s as before, or "
                              "`sweep cancel` first",
                              sweep->folder, queue->num_jobs);
}

/* The lock is taken when it is known that there is a SLURM, and before it is
 * asked what runs. */
static qdr_status submit_locked(const qdr_sweep *sweep, const qdr_tasks *tasks,
                                const qdr_submission *options, qdr_error *error)
{
    char digests[QDR_DIGESTS_LENGTH];
    qdr_queue queue = {0};
    qdr_job_digests jobs = {"DIGEST", "DIGEST"};
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
        status = qdr_folder_lock_submissions(sweep, error);
    if (status == QDR_OK && !options->dry_run)
        status = qdr_queue_watch(&queue, sweep, tasks->count, error);
    if (status == QDR_OK && !options->dry_run)
        status = check_tasks(sweep, tasks, &queue, error);
    if (status == QDR_OK && !options->dry_run)
        status = prepare(sweep, digests, options, &queue, &jobs, error);
    if (status == QDR_OK)
        status = qdr_submit_tasks(sweep, tasks, &queue, &jobs, options->dry_run,
                                  error);
    qdr_queue_cleanup(&queue);
    return status;
}

qdr_status qdr_slurm_submit(const qdr_sweep *sweep,
                            const qdr_submission *options, qdr_error *error)
{
    qdr_tasks tasks = {0};
    qdr_status status = qdr_sbatch_check_folder(sweep, error);

    if (status == QDR_OK)
        status = qdr_tasks_init(&tasks, sweep, error);
    if (status == QDR_OK)
        status = submit_locked(sweep, &tasks, options, error);
    qdr_tasks_cleanup(&tasks);
    return status;
}
