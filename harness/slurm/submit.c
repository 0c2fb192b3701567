/* harness/slurm/submit.c -- submits; see slurm.h. */
#include <inttypes.h>
#include <stdio.h>

#include "harness/slurm/copies.h"
#include "harness/slurm/sbatch.h"
#include "harness/slurm/scancel.h"
#include "harness/slurm/slurm.h"
#include "harness/slurm/submit_tasks.h"
#include "harness/sweep/folder.h"
#include "harness/sweep/launcher.h"

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
    return status == QDR_OK ? qdr_scancel(sweep, queue, is_lost, error)
                            : status;
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
        status =
            qdr_submit_tasks(sweep, tasks, &queue, options->dry_run, error);
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
