/* harness/sweep/run.c -- runs the launches of a sweep; see sweep.h. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "harness/sweep/folder/folder.h"
#include "harness/sweep/launch/launch_command.h"
#include "harness/sweep/launch/launch_job.h"
#include "harness/sweep/launch/launch_queue.h"
#include "harness/sweep/launch/launcher.h"
#include "harness/sweep/launch/measuring.h"
#include "harness/sweep/progress/heartbeat.h"

enum { MAX_JOBS = 64 };

typedef struct runner {
    const qdr_sweep *sweep;
    const qdr_selection *selection; /* or NULL: all launches */
    qdr_launch_queue work;
    qdr_judge judge;
    double next_beat_s;
    qdr_launch_job jobs[MAX_JOBS];
    int num_jobs;
    qdr_tally tally;
} runner;

static int default_jobs(const qdr_sweep *sweep)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    /* Launches that are timed must not disturb each other. */
    if (sweep->machine->kind != QDR_MACHINE_SIMULATED)
        return 1;
    return cores < 1 ? 1 : cores > MAX_JOBS ? MAX_JOBS : (int)cores;
}

/* The first Ctrl-C lets launches end by themselves, the second does not. */
static void interrupt(runner *run)
{
    int signal = run->tally.is_interrupted ? SIGKILL : SIGTERM;

    run->tally.is_interrupted = true;
    qdr_progress_end(&run->tally.progress);
    fprintf(stderr, "quadrille sweep: ending the launches in progress%s\n",
            signal == SIGTERM ? "; a second signal ends them at once" : "");
    for (int i = 0; i < run->num_jobs; i++)
        if (run->jobs[i].group != 0)
            kill(-run->jobs[i].group, signal);
}

/* Finds a launch for a free slot. What is done already does not count as left.
 */
static qdr_status find_work(runner *run, qdr_launch_job *slot, bool *out_found,
                            qdr_error *error)
{
    int64_t num_done = run->work.num_done;
    qdr_status status;

    *slot = (qdr_launch_job){0};
    status = qdr_launch_queue_find(&run->work, &run->judge, &slot->launch,
                                   out_found, error);
    run->tally.count.valid += run->work.num_done - num_done;
    run->tally.progress.total -= run->work.num_done - num_done;
    return status;
}

/* Starts launches where there is room; returns how many are running. */
static int fill(runner *run, qdr_status *status, qdr_error *error)
{
    int num_running = 0;

    for (int i = 0; i < run->num_jobs; i++) {
        qdr_launch_job *slot = &run->jobs[i];
        bool found = false;
        if (slot->group == 0 && *status == QDR_OK && !run->tally.is_interrupted)
            *status = find_work(run, slot, &found, error);
        if (found)
            *status =
                qdr_launch_job_start(run->sweep, &run->judge, slot, error);
        num_running += slot->group != 0;
    }
    return num_running;
}

/* A sign of life for the job that waits for this task. */
static void beat(runner *run)
{
    if (run->selection == NULL || qdr_progress_now_s() < run->next_beat_s)
        return;
    qdr_heartbeat(run->sweep, run->selection->task);
    run->next_beat_s = qdr_progress_now_s() + QDR_HEARTBEAT_S;
}

/* Collects the launches that have ended, and ends those that are overdue. */
static qdr_status poll_jobs(runner *run, qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int i = 0; i < run->num_jobs && status == QDR_OK; i++)
        status = qdr_launch_job_poll(run->sweep, &run->judge, &run->jobs[i],
                                     &run->tally, error);
    return status;
}

/* Until all launches are done. Woken by the end of a child, at the latest
 * after a fifth of a second. */
static qdr_status loop(runner *run, const sigset_t *awaited, qdr_error *error)
{
    const struct timespec patience = {0, 200000000};
    qdr_status status = QDR_OK;

    while (fill(run, &status, error) > 0) {
        int caught;
        qdr_progress_draw(&run->tally.progress);
        beat(run);
        caught = sigtimedwait(awaited, NULL, &patience);
        if (caught == SIGINT || caught == SIGTERM)
            interrupt(run);
        qdr_status reaped = poll_jobs(run, error);
        if (status == QDR_OK)
            status = reaped;
    }
    qdr_progress_end(&run->tally.progress);
    return status;
}

qdr_status qdr_sweep_run(const qdr_sweep *sweep, const qdr_selection *selection,
                         int jobs, qdr_restart restart,
                         qdr_sweep_count *out_count, qdr_error *error)
{
    static runner run; /* too large for a small stack */
    int64_t num_cells;
    char digests[QDR_DIGESTS_LENGTH], what[QDR_PATH_LENGTH];
    sigset_t awaited, before;
    qdr_status status = QDR_OK;

    if (selection == NULL && sweep->machine->kind == QDR_MACHINE_SLURM)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "machine %s runs its launches in jobs; accepted: "
                          "sweep submit",
                          sweep->machine_name);
    run = (runner){.sweep = sweep,
                   .selection = selection,
                   .num_jobs = jobs > 0 ? jobs : default_jobs(sweep)};
    if (status == QDR_OK)
        status = qdr_launch_require(sweep, error);
    if (status == QDR_OK)
        status = qdr_launcher_digests(sweep, digests, error);
    if (status == QDR_OK && sweep->machine->kind == QDR_MACHINE_LOCAL)
        qdr_measuring_begin();
    if (status == QDR_OK)
        status = qdr_folder_open(sweep, digests, restart, error);
    if (status == QDR_OK && sweep->machine->kind == QDR_MACHINE_SIMULATED)
        status = qdr_folder_link(sweep, qdr_programs_link, qdr_built_folder(),
                                 error);
    if (status != QDR_OK)
        return status;
    run.work = qdr_launch_queue_begin(sweep, selection);
    status =
        qdr_judge_open(&run.judge, sweep->folder, sweep->experiment,
                       sweep->machine->kind == QDR_MACHINE_SIMULATED, error);
    if (status != QDR_OK)
        return status;
    num_cells = qdr_launch_queue_num_cells(&run.work);
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGCHLD);
    sigaddset(&awaited, SIGINT);
    sigaddset(&awaited, SIGTERM);
    sigprocmask(SIG_BLOCK, &awaited, &before);
    snprintf(what, sizeof what, "%s on %s", sweep->experiment->name,
             sweep->machine_name);
    qdr_progress_begin(&run.tally.progress, what, num_cells);
    status = loop(&run, &awaited, error);
    sigprocmask(SIG_SETMASK, &before, NULL);
    qdr_judge_close(&run.judge);
    run.tally.count.missing =
        num_cells - run.tally.count.valid - run.tally.count.invalid;
    if (status == QDR_OK && run.tally.is_interrupted)
        status = qdr_fail(error, QDR_ERROR_SYSTEM,
                          "interrupted with %" PRId64
                          " cells left; the same command continues",
                          run.tally.count.missing);
    run.tally.count.is_interrupted = run.tally.is_interrupted;
    *out_count = run.tally.count;
    return status;
}
