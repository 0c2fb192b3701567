/* harness/sweep/launch/launch_job.c -- see launch_job.h. */
#include "harness/sweep/launch/launch_job.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/files/open_nofollow.h"
#include "harness/results/definition.h"
#include "harness/sweep/launch/exit_reason.h"
#include "harness/sweep/launch/launcher.h"
#include "harness/sweep/launch/mpirun_tmpdir.h"

enum { GRACE_S = 5 /* for an overdue launch to end by itself */ };

static void make_path(const qdr_sweep *sweep, const qdr_launch_job *job,
                      const char *suffix, char path[QDR_PATH_LENGTH])
{
    qdr_attempt_path(sweep->folder, &job->attempt, suffix, path,
                     QDR_PATH_LENGTH);
}

/* Lists the cells that ended earlier attempts. */
static qdr_status write_skipped(const qdr_sweep *sweep,
                                const qdr_launch_job *job, qdr_error *error)
{
    char path[QDR_PATH_LENGTH];
    FILE *file;
    bool is_written = true;

    if (job->num_skipped == 0)
        return QDR_OK;
    make_path(sweep, job, "skipped", path);
    file = qdr_plain_fopen(path, "w");
    for (int i = 0; i < job->num_skipped && file != NULL; i++)
        is_written &= fprintf(file, "%" PRId64 "\tthe launch %s\n",
                              job->skipped[i].cell, job->skipped[i].reason) > 0;
    if (file == NULL || (fclose(file) != 0) | !is_written)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "%.300s: %s", path,
                        strerror(errno));
    return QDR_OK;
}

/* Programs built anew while a sweep runs would make launches that do not belong
 * to it. */
static qdr_status check_programs(const qdr_sweep *sweep, const qdr_judge *judge,
                                 qdr_error *error)
{
    char digests[QDR_DIGESTS_LENGTH];
    qdr_error difference;
    qdr_status status = qdr_launcher_digests(sweep, digests, error);

    if (status != QDR_OK ||
        qdr_definition_compare_programs(judge->definition, digests,
                                        &difference) == QDR_OK)
        return status;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%.300s: its results were made with %.600s; accepted: "
                    "--restart, which moves them aside",
                    sweep->folder, difference.text);
}

qdr_status qdr_launch_job_start(const qdr_sweep *sweep, qdr_judge *judge,
                                qdr_launch_job *job, qdr_error *error)
{
    qdr_judged before = {0};
    qdr_status status = check_programs(sweep, judge, error);

    if (status == QDR_OK)
        status = qdr_judge_refresh(judge, error);
    if (status == QDR_OK)
        status = qdr_judge_launch(judge, job->launch.number, &before, error);
    job->num_valid = before.valid;
    qdr_judged_cleanup(&before);
    if (status != QDR_OK)
        return status;
    job->is_overdue = job->is_cell_overdue = false;
    job->end_by_s = qdr_progress_now_s() + sweep->experiment->launch_cap_s;
    job->cell = -1;
    qdr_attempt_new(job->launch.number,
                    qdr_judge_next_number(judge, job->launch.number),
                    &job->attempt);
    status = write_skipped(sweep, job, error);
    return status == QDR_OK
               ? qdr_launcher_start(sweep, &job->launch, &job->attempt,
                                    &job->group, &job->alive, error)
               : status;
}

/* The cell that an attempt is at, or was when it ended early; or -1. */
static int64_t current_cell(const qdr_sweep *sweep, const qdr_launch_job *job)
{
    char path[QDR_PATH_LENGTH];
    char *text;
    int64_t cell = -1;

    make_path(sweep, job, "running", path);
    text = qdr_plain_read(path);
    if (text != NULL && sscanf(text, "%" SCNd64, &cell) != 1)
        cell = -1;
    free(text);
    return cell;
}

/* Whether an attempt has come to its end. */
static bool is_complete(const qdr_sweep *sweep, const qdr_launch_job *job)
{
    char json[QDR_PATH_LENGTH], running[QDR_PATH_LENGTH];

    make_path(sweep, job, "json", json);
    make_path(sweep, job, "running", running);
    return access(json, F_OK) == 0 && access(running, F_OK) != 0;
}

static void count_launch(const qdr_judge *judge, qdr_tally *tally,
                         const qdr_judged *judged)
{
    int64_t number = judged->launch.number, cell;
    const char *reason = qdr_judged_reason(judged, &cell);
    qdr_error line;

    tally->count.valid += judged->valid;
    tally->count.invalid += judged->invalid;
    tally->progress.done += judged->valid + judged->invalid;
    tally->progress.invalid += judged->invalid;
    if (reason == NULL) {
        qdr_attempts_tidy(judge->files, number);
        return;
    }
    qdr_progress_end(&tally->progress);
    snprintf(line.text, sizeof line.text, "%s", reason);
    qdr_replace_control(line.text);
    fprintf(stderr,
            "quadrille sweep: launch %" PRId64 ": %" PRId64
            " INVALID, first cell %" PRId64 ": %s\n",
            number, judged->invalid, cell, line.text);
}

/* Waits until the last process of a launch is gone, which would disturb the
 * next. False: one does not end. */
static bool wait_for_all(qdr_launch_job *job)
{
    struct pollfd gone = {.fd = job->alive, .events = POLLIN};
    bool is_gone;

    kill(-job->group, SIGKILL); /* the remaining processes of the group */
    job->group = 0;
    is_gone = poll(&gone, 1, GRACE_S * 1000) > 0;
    close(job->alive);
    return is_gone;
}

static void give_up(qdr_launch_job *job, const qdr_judged *judged,
                    qdr_tally *tally, const char *reason)
{
    tally->count.valid += judged->valid;
    tally->count.invalid += judged->invalid;
    tally->progress.done += job->launch.num_cells;
    if (tally->is_interrupted)
        return;
    qdr_progress_end(&tally->progress);
    fprintf(stderr,
            "quadrille sweep: launch %" PRId64 ", %" PRId64 " cells: %s\n",
            job->launch.number, job->launch.num_cells, reason);
}

/* What follows an attempt that did not come to its end. */
static qdr_status try_again(const qdr_sweep *sweep, qdr_judge *judge,
                            qdr_launch_job *job, const qdr_judged *judged,
                            qdr_tally *tally, int wait_status, qdr_error *error)
{
    const qdr_exit_reason how = {wait_status, job->is_overdue,
                                 job->is_cell_overdue};
    int64_t cell = current_cell(sweep, job);
    char reason[QDR_EXIT_REASON_LENGTH];

    /* A cell whose launch reached its cap is not to blame if it finished others
     * before. */
    if (job->is_overdue && !job->is_cell_overdue &&
        judged->valid > job->num_valid && !tally->is_interrupted)
        return qdr_launch_job_start(sweep, judge, job, error);
    qdr_describe_exit(sweep, &job->attempt, &how, reason, sizeof reason);
    if (cell < 0 || job->num_skipped == QDR_MAX_SKIPPED ||
        tally->is_interrupted) {
        qdr_judged_print_problems(judge, judged, stderr);
        give_up(job, judged, tally, reason);
        return QDR_OK;
    }
    job->skipped[job->num_skipped].cell = cell;
    memcpy(job->skipped[job->num_skipped++].reason, reason, sizeof reason);
    return qdr_launch_job_start(sweep, judge, job, error);
}

/* A launch has ended: counts it, or starts it again without the cell that
 * ended it. */
static qdr_status finish(const qdr_sweep *sweep, qdr_judge *judge,
                         qdr_launch_job *job, qdr_tally *tally, int wait_status,
                         qdr_error *error)
{
    qdr_judged judged = {0};
    qdr_status status;

    if (!wait_for_all(job)) {
        tally->progress.done += job->launch.num_cells;
        fprintf(stderr,
                "quadrille sweep: launch %" PRId64
                ": one of its processes does not end\n",
                job->launch.number);
        return QDR_OK;
    }
    qdr_mpirun_tmpdir_remove(sweep, &job->launch);
    status = qdr_judge_refresh(judge, error);
    if (status == QDR_OK)
        status = qdr_judge_launch(judge, job->launch.number, &judged, error);
    if (status == QDR_OK && judged.missing == 0 && is_complete(sweep, job))
        count_launch(judge, tally, &judged);
    else if (status == QDR_OK)
        status =
            try_again(sweep, judge, job, &judged, tally, wait_status, error);
    qdr_judged_cleanup(&judged);
    return status;
}

/* Whether a launch, or its current cell, takes too long. */
static bool is_overdue(const qdr_sweep *sweep, qdr_launch_job *job)
{
    double limit_s = sweep->experiment->cell_limit_s;
    double now_s = qdr_progress_now_s();
    int64_t cell;

    if (job->is_overdue || now_s > job->end_by_s)
        return now_s > job->end_by_s;
    cell = current_cell(sweep, job);
    if (cell != job->cell) {
        job->cell = cell;
        job->cell_end_by_s = now_s + limit_s;
    }
    job->is_cell_overdue = cell >= 0 && now_s > job->cell_end_by_s;
    return job->is_cell_overdue;
}

qdr_status qdr_launch_job_poll(const qdr_sweep *sweep, qdr_judge *judge,
                               qdr_launch_job *job, qdr_tally *tally,
                               qdr_error *error)
{
    int wait_status;

    if (job->group == 0)
        return QDR_OK;
    if (waitpid(job->group, &wait_status, WNOHANG) == job->group)
        return finish(sweep, judge, job, tally, wait_status, error);
    if (is_overdue(sweep, job)) {
        /* srun passes SIGTERM on to its tasks on other nodes; SIGKILL would
         * leave them running while the next launch does. */
        kill(-job->group, job->is_overdue ? SIGKILL : SIGTERM);
        job->is_overdue = true;
        job->end_by_s = qdr_progress_now_s() + GRACE_S;
    }
    return QDR_OK;
}
