/* harness/sweep/launch_job.c -- see launch_job.h. */
#include "harness/sweep/launch_job.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/files/plain_file.h"
#include "harness/sweep/definition.h"
#include "harness/sweep/ending.h"
#include "harness/sweep/launch_attempts.h"
#include "harness/sweep/launch_files.h"
#include "harness/sweep/launcher.h"
#include "harness/sweep/session_folder.h"

enum {
    /* After so many cells that ended a launch, the fault is not the cells'. */
    MAX_SKIPPED = 5,
    GRACE_S = 5, /* for an overdue launch to end by itself */
};

qdr_status qdr_launch_job_start(const qdr_sweep *sweep, qdr_launch_job *job,
                                qdr_error *error)
{
    char digests[QDR_DIGESTS_LENGTH];
    qdr_verdicts before;
    qdr_status status = qdr_launcher_digests(sweep, digests, error);

    /* Programs built anew while a sweep runs would make launches that do not
     * belong to it. */
    if (status == QDR_OK)
        status = qdr_definition_check_programs(sweep->folder, digests, error);
    if (status != QDR_OK)
        return status;
    if (!qdr_launch_clear(sweep, job->launch.number, &before))
        return qdr_fail(error, QDR_ERROR_SYSTEM,
                        "%.300s: launch %" PRId64 " cannot start",
                        sweep->folder, job->launch.number);
    job->num_valid = before.valid;
    job->is_overdue = job->is_cell_overdue = false;
    job->end_by_s = qdr_progress_now_s() + sweep->experiment->launch_cap_s;
    job->cell = -1;
    qdr_launch_remove_file(sweep, job->launch.number, "running");
    return qdr_launcher_start(sweep, &job->launch, job->lock,
                              job->num_skipped > 0, &job->group, error);
}

static void note_skipped(const qdr_sweep *sweep, qdr_launch_job *job,
                         int64_t cell, const char *reason)
{
    char path[QDR_PATH_LENGTH];
    FILE *file;

    qdr_launch_path(sweep, job->launch.number, "skipped", path);
    file = qdr_plain_fopen(path, job->num_skipped == 0 ? "w" : "a");
    if (file != NULL) {
        fprintf(file, "%" PRId64 "\tthe launch %s\n", cell, reason);
        fclose(file);
    }
    job->num_skipped++;
}

static void count_launch(const qdr_sweep *sweep, qdr_tally *tally,
                         int64_t number, const qdr_verdicts *verdicts)
{
    tally->count.valid += verdicts->valid;
    tally->count.invalid += verdicts->invalid;
    tally->progress.done += verdicts->valid + verdicts->invalid;
    tally->progress.invalid += verdicts->invalid;
    qdr_launch_remove_file(sweep, number, "skipped");
    if (verdicts->invalid == 0) {
        qdr_launch_remove_file(sweep, number, "log");
        return;
    }
    qdr_progress_end(&tally->progress);
    fprintf(stderr,
            "quadrille sweep: launch %" PRId64 ": %" PRId64
            " INVALID, first cell %" PRId64 ": %s\n",
            number, verdicts->invalid, verdicts->first_invalid,
            verdicts->reason);
}

/* Waits until the last process of a launch is gone, which would write on: each
 * has inherited the lock. False: one does not end, or somebody else was faster.
 */
static bool take_lock_back(const qdr_sweep *sweep, qdr_launch_job *job)
{
    const struct timespec moment = {0, 10000000};
    double give_up_s = qdr_progress_now_s() + GRACE_S;

    do {
        close(job->lock);
        job->lock = qdr_launch_lock(sweep, job->launch.number);
        if (job->lock < 0)
            nanosleep(&moment, NULL);
    } while (job->lock < 0 && qdr_progress_now_s() < give_up_s);
    return job->lock >= 0;
}

/* A launch has ended: counts it, or starts it again without the cell that
 * ended it. */
static qdr_status finish(const qdr_sweep *sweep, qdr_launch_job *job,
                         qdr_tally *tally, int wait_status, qdr_error *error)
{
    int64_t number = job->launch.number;
    int64_t cell;
    qdr_verdicts verdicts;
    qdr_ending how = {wait_status, job->is_overdue, job->is_cell_overdue};
    bool has_all;
    char reason[384];

    kill(-job->group, SIGKILL); /* the remaining processes of the group */
    job->group = 0;
    if (!take_lock_back(sweep, job)) {
        tally->progress.done += job->launch.num_cells;
        fprintf(stderr,
                "quadrille sweep: launch %" PRId64
                ": one of its processes does not end\n",
                number);
        return QDR_OK;
    }
    qdr_session_folder_remove(sweep, &job->launch);
    has_all = qdr_launch_adopt(sweep, number);
    qdr_launch_verdicts(sweep, number, &verdicts);
    if (has_all) {
        count_launch(sweep, tally, number, &verdicts);
        qdr_launch_unlock(sweep, number, job->lock);
        return QDR_OK;
    }
    /* A cell whose launch reached its cap is not to blame if it finished others
     * before. */
    if (job->is_overdue && !job->is_cell_overdue &&
        verdicts.valid > job->num_valid && !tally->is_interrupted)
        return qdr_launch_job_start(sweep, job, error);
    qdr_describe_ending(sweep, number, &how, reason, sizeof reason);
    cell = qdr_launch_running(sweep, number);
    if (cell >= 0 && job->num_skipped < MAX_SKIPPED && !tally->is_interrupted) {
        note_skipped(sweep, job, cell, reason);
        return qdr_launch_job_start(sweep, job, error);
    }
    tally->count.valid += verdicts.valid;
    tally->count.invalid += verdicts.invalid;
    qdr_launch_unlock(sweep, number, job->lock);
    tally->progress.done += job->launch.num_cells;
    if (!tally->is_interrupted) {
        qdr_progress_end(&tally->progress);
        fprintf(stderr,
                "quadrille sweep: launch %" PRId64 ", %" PRId64 " cells: %s\n",
                number, job->launch.num_cells, reason);
    }
    return QDR_OK;
}

/* Whether a launch, or its current cell, takes too long. */
static bool is_overdue(const qdr_sweep *sweep, qdr_launch_job *job)
{
    double limit_s = sweep->experiment->cell_limit_s;
    double now_s = qdr_progress_now_s();
    int64_t cell;

    if (job->is_overdue || now_s > job->end_by_s)
        return now_s > job->end_by_s;
    cell = qdr_launch_running(sweep, job->launch.number);
    if (cell != job->cell) {
        job->cell = cell;
        job->cell_end_by_s = now_s + limit_s;
    }
    job->is_cell_overdue = cell >= 0 && now_s > job->cell_end_by_s;
    return job->is_cell_overdue;
}

qdr_status qdr_launch_job_poll(const qdr_sweep *sweep, qdr_launch_job *job,
                               qdr_tally *tally, qdr_error *error)
{
    int wait_status;

    if (job->group == 0)
        return QDR_OK;
    if (waitpid(job->group, &wait_status, WNOHANG) == job->group)
        return finish(sweep, job, tally, wait_status, error);
    if (is_overdue(sweep, job)) {
        /* srun passes SIGTERM on to its tasks on other nodes; SIGKILL would
         * leave them running while the next launch does. */
        kill(-job->group, job->is_overdue ? SIGKILL : SIGTERM);
        job->is_overdue = true;
        job->end_by_s = qdr_progress_now_s() + GRACE_S;
    }
    return QDR_OK;
}
