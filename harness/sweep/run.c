/* harness/sweep/run.c -- runs the launches of a sweep; see sweep.h.
 *
 * A launch is done when its files have all cells. One that ends without is run
 * again for those it did not finish: after its cap, if it finished any, with
 * all of them; else without the cell it was at, which is reported INVALID with
 * the reason, so that the rest goes on. One that ends before its first cell is
 * missing.
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/sweep/ending.h"
#include "harness/sweep/folder.h"
#include "harness/sweep/launch_command.h"
#include "harness/sweep/launch_files.h"
#include "harness/sweep/launcher.h"
#include "harness/sweep/pending_launches.h"
#include "harness/sweep/progress.h"

enum {
    MAX_JOBS = 64,
    /* After so many cells that ended a launch, the fault is not the cells'. */
    MAX_SPARED = 5,
    GRACE_S = 5, /* for an overdue launch to end by itself */
};

typedef struct job {
    qdr_launch launch;
    pid_t group; /* 0: free */
    int lock;    /* an open file, while it is not */
    double end_by_s;
    bool is_overdue;
    int64_t cell; /* at hand, or -1, as far as it is known */
    double cell_end_by_s;
    bool is_cell_overdue;
    int64_t num_valid; /* before it was started */
    int num_spared;
} job;

typedef struct runner {
    const qdr_sweep *sweep;
    const qdr_selection *selection; /* or NULL: all launches */
    qdr_pending work;
    double next_beat_s;
    job jobs[MAX_JOBS];
    int num_jobs;
    qdr_sweep_count count;
    qdr_progress progress;
    bool is_interrupted;
} runner;

static int default_jobs(const qdr_sweep *sweep)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    /* Launches that are timed must not disturb each other. */
    if (sweep->machine->kind != QDR_MACHINE_SIMULATED)
        return 1;
    return cores < 1 ? 1 : cores > MAX_JOBS ? MAX_JOBS : (int)cores;
}

static qdr_status start(runner *run, job *slot, qdr_error *error)
{
    qdr_verdicts before;

    qdr_launch_verdicts(run->sweep, slot->launch.number, &before);
    slot->num_valid = before.valid;
    slot->is_overdue = slot->is_cell_overdue = false;
    slot->end_by_s =
        qdr_progress_now_s() + run->sweep->experiment->launch_cap_s;
    slot->cell = -1;
    qdr_launch_remove_file(run->sweep, slot->launch.number, "running");
    return qdr_launcher_start(run->sweep, &slot->launch, slot->lock,
                              slot->num_spared > 0, &slot->group, error);
}

static void note_spared(const qdr_sweep *sweep, job *slot, int64_t cell,
                        const char *reason)
{
    char path[QDR_PATH_LENGTH];
    FILE *file;

    qdr_launch_path(sweep, slot->launch.number, "spared", path);
    file = fopen(path, slot->num_spared == 0 ? "w" : "a");
    if (file != NULL) {
        fprintf(file, "%" PRId64 "\tthe launch %s\n", cell, reason);
        fclose(file);
    }
    slot->num_spared++;
}

static void count_launch(runner *run, int64_t number,
                         const qdr_verdicts *verdicts)
{
    run->count.valid += verdicts->valid;
    run->count.invalid += verdicts->invalid;
    run->progress.done += verdicts->valid + verdicts->invalid;
    run->progress.invalid += verdicts->invalid;
    qdr_launch_remove_file(run->sweep, number, "spared");
    if (verdicts->invalid == 0) {
        qdr_launch_remove_file(run->sweep, number, "log");
        return;
    }
    qdr_progress_end(&run->progress);
    fprintf(stderr,
            "quadrille sweep: launch %" PRId64 ": %" PRId64
            " INVALID, first cell %" PRId64 ": %s\n",
            number, verdicts->invalid, verdicts->first_invalid,
            verdicts->reason);
}

/* Waits until the last process of a launch is gone, which would write on: each
 * has inherited the lock. False: one does not end, or somebody else was faster.
 */
static bool take_lock_back(const runner *run, job *slot)
{
    const struct timespec moment = {0, 10000000};
    double give_up_s = qdr_progress_now_s() + GRACE_S;

    do {
        close(slot->lock);
        slot->lock = qdr_launch_lock(run->sweep, slot->launch.number);
        if (slot->lock < 0)
            nanosleep(&moment, NULL);
    } while (slot->lock < 0 && qdr_progress_now_s() < give_up_s);
    return slot->lock >= 0;
}

/* A launch has ended: counts it, or starts it again without the cell that
 * ended it. */
static qdr_status finish(runner *run, job *slot, int wait_status,
                         qdr_error *error)
{
    int64_t number = slot->launch.number;
    int64_t cell;
    qdr_verdicts verdicts;
    qdr_ending how = {wait_status, slot->is_overdue, slot->is_cell_overdue};
    bool has_all;
    char reason[384];

    kill(-slot->group, SIGKILL); /* what of the group is still there */
    slot->group = 0;
    if (!take_lock_back(run, slot)) {
        run->progress.done += slot->launch.num_cells;
        fprintf(stderr,
                "quadrille sweep: launch %" PRId64
                ": a process of it does not end\n",
                number);
        return QDR_OK;
    }
    has_all = qdr_launch_adopt(run->sweep, number);
    qdr_launch_verdicts(run->sweep, number, &verdicts);
    if (has_all) {
        count_launch(run, number, &verdicts);
        qdr_launch_unlock(run->sweep, number, slot->lock);
        return QDR_OK;
    }
    /* Whom the launch's cap ended is not to blame if others were before it. */
    if (slot->is_overdue && !slot->is_cell_overdue &&
        verdicts.valid > slot->num_valid && !run->is_interrupted)
        return start(run, slot, error);
    qdr_describe_ending(run->sweep, number, &how, reason, sizeof reason);
    cell = qdr_launch_running(run->sweep, number);
    if (cell >= 0 && slot->num_spared < MAX_SPARED && !run->is_interrupted) {
        note_spared(run->sweep, slot, cell, reason);
        return start(run, slot, error);
    }
    run->count.valid += verdicts.valid;
    run->count.invalid += verdicts.invalid;
    qdr_launch_unlock(run->sweep, number, slot->lock);
    run->progress.done += slot->launch.num_cells;
    if (!run->is_interrupted) {
        qdr_progress_end(&run->progress);
        fprintf(stderr,
                "quadrille sweep: launch %" PRId64 ", %" PRId64 " cells: %s\n",
                number, slot->launch.num_cells, reason);
    }
    return QDR_OK;
}

/* Whether a launch, or its cell at hand, takes too long. */
static bool is_overdue(const runner *run, job *slot)
{
    double limit_s = run->sweep->experiment->cell_limit_s;
    double now_s = qdr_progress_now_s();
    int64_t cell;

    if (slot->is_overdue || now_s > slot->end_by_s)
        return now_s > slot->end_by_s;
    cell = qdr_launch_running(run->sweep, slot->launch.number);
    if (cell != slot->cell) {
        slot->cell = cell;
        slot->cell_end_by_s = now_s + limit_s;
    }
    slot->is_cell_overdue = cell >= 0 && now_s > slot->cell_end_by_s;
    return slot->is_cell_overdue;
}

/* Collects the launches that have ended, and ends those that are overdue. */
static qdr_status reap(runner *run, qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int i = 0; i < run->num_jobs && status == QDR_OK; i++) {
        job *slot = &run->jobs[i];
        int wait_status;
        if (slot->group == 0)
            continue;
        if (waitpid(slot->group, &wait_status, WNOHANG) == slot->group) {
            status = finish(run, slot, wait_status, error);
        } else if (is_overdue(run, slot)) {
            /* srun tells its tasks on other nodes of SIGTERM; SIGKILL would
             * leave them running beside the next launch. */
            kill(-slot->group, slot->is_overdue ? SIGKILL : SIGTERM);
            slot->is_overdue = true;
            slot->end_by_s = qdr_progress_now_s() + GRACE_S;
        }
    }
    return status;
}

/* The first Ctrl-C lets launches end by themselves, the second does not. */
static void interrupt(runner *run)
{
    int signal = run->is_interrupted ? SIGKILL : SIGTERM;

    run->is_interrupted = true;
    qdr_progress_end(&run->progress);
    fprintf(stderr, "quadrille sweep: ending the launches under way%s\n",
            signal == SIGTERM ? "; once more ends them at once" : "");
    for (int i = 0; i < run->num_jobs; i++)
        if (run->jobs[i].group != 0)
            kill(-run->jobs[i].group, signal);
}

/* Finds a launch for a free slot. What is done already does not count as left.
 */
static bool find_work(runner *run, job *slot)
{
    int64_t num_done = run->work.num_done;
    bool found;

    *slot = (job){0};
    found = qdr_pending_find(&run->work, &slot->launch, &slot->lock);
    run->count.valid += run->work.num_done - num_done;
    run->progress.total -= run->work.num_done - num_done;
    return found;
}

/* Starts launches where there is room; returns how many are running. */
static int fill(runner *run, qdr_status *status, qdr_error *error)
{
    int num_running = 0;

    for (int i = 0; i < run->num_jobs; i++) {
        job *slot = &run->jobs[i];
        if (slot->group == 0 && *status == QDR_OK && !run->is_interrupted &&
            find_work(run, slot))
            *status = start(run, slot, error);
        num_running += slot->group != 0;
    }
    return num_running;
}

/* A sign of life for whoever waits for this task. */
static void beat(runner *run)
{
    if (run->selection == NULL || qdr_progress_now_s() < run->next_beat_s)
        return;
    qdr_folder_beat(run->sweep, run->selection->task);
    run->next_beat_s = qdr_progress_now_s() + QDR_BEAT_S;
}

/* Until all launches are done. Woken by the end of a child, at the latest
 * after a fifth of a second. */
static qdr_status loop(runner *run, const sigset_t *awaited, qdr_error *error)
{
    const struct timespec patience = {0, 200000000};
    qdr_status status = QDR_OK;

    while (fill(run, &status, error) > 0 ||
           (!run->is_interrupted && qdr_pending_is_waiting(&run->work))) {
        int caught;
        qdr_progress_draw(&run->progress);
        beat(run);
        caught = sigtimedwait(awaited, NULL, &patience);
        if (caught == SIGINT || caught == SIGTERM)
            interrupt(run);
        qdr_status reaped = reap(run, error);
        if (status == QDR_OK)
            status = reaped;
    }
    qdr_progress_end(&run->progress);
    return status;
}

qdr_status qdr_sweep_run(const qdr_sweep *sweep, const qdr_selection *selection,
                         int jobs, bool restart, qdr_sweep_count *out_count,
                         qdr_error *error)
{
    runner run = {.sweep = sweep,
                  .selection = selection,
                  .num_jobs = jobs > 0 ? jobs : default_jobs(sweep)};
    qdr_folder_use kind =
        selection != NULL ? QDR_SHARED_LOCK : QDR_EXCLUSIVE_LOCK;
    int64_t num_cells;
    char digests[QDR_DIGESTS_LENGTH];
    sigset_t awaited, before;
    qdr_status status = qdr_launcher_digests(sweep, digests, error);

    if (selection == NULL && sweep->machine->kind == QDR_MACHINE_SLURM)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "machine %s runs its launches in jobs; accepted: "
                          "sweep submit",
                          sweep->machine_name);
    if (status == QDR_OK)
        status = qdr_launch_require(sweep, error);
    if (status == QDR_OK)
        status = qdr_folder_lock(sweep, kind, error);
    if (status == QDR_OK)
        status = qdr_folder_open(sweep, digests, kind, restart, error);
    if (status == QDR_OK && sweep->machine->kind == QDR_MACHINE_SIMULATED)
        status = qdr_folder_link(sweep, qdr_programs_link, qdr_built_folder(),
                                 error);
    if (status != QDR_OK)
        return status;
    status = qdr_pending_init(&run.work, sweep, selection, error);
    if (status != QDR_OK)
        return status;
    num_cells = qdr_pending_num_cells(&run.work);
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGCHLD);
    sigaddset(&awaited, SIGINT);
    sigaddset(&awaited, SIGTERM);
    sigprocmask(SIG_BLOCK, &awaited, &before);
    qdr_progress_begin(&run.progress, num_cells);
    status = loop(&run, &awaited, error);
    sigprocmask(SIG_SETMASK, &before, NULL);
    qdr_pending_cleanup(&run.work);
    run.count.missing = num_cells - run.count.valid - run.count.invalid;
    if (status == QDR_OK && run.is_interrupted)
        status = qdr_fail(error, QDR_ERROR_SYSTEM,
                          "interrupted with %" PRId64 " cells to go; the same "
                          "command goes on from here",
                          run.count.missing);
    *out_count = run.count;
    return status;
}
