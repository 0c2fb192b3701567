/* harness/sweep/pending_launches.c -- see pending_launches.h. */
#include "harness/sweep/pending_launches.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/sweep/launch_attempts.h"
#include "harness/sweep/launch_files.h"
#include "harness/sweep/progress.h"

enum { PATIENCE_S = 30 /* for launches that others hold */ };

qdr_status qdr_pending_init(qdr_pending *work, const qdr_sweep *sweep,
                            const qdr_selection *selection, qdr_error *error)
{
    qdr_pending made = {.sweep = sweep, .selection = selection};

    made.num_launches = selection != NULL
                            ? selection->num_launches
                            : qdr_experiment_num_launches(sweep->experiment);
    /* Released by qdr_pending_cleanup. */
    made.held = malloc(((size_t)made.num_launches + 1) * sizeof *made.held);
    if (made.held == NULL)
        return qdr_fail_memory(error, "the launches of a sweep");
    *work = made;
    return QDR_OK;
}

void qdr_pending_cleanup(qdr_pending *work)
{
    free(work->held);
    *work = (qdr_pending){0};
}

static int64_t launch_at(const qdr_pending *work, int64_t index)
{
    return work->selection == NULL ? index : work->selection->launches[index];
}

/* Locks a launch; false: another process has it, there is no room for a file,
 * or no work is left. */
static bool take(qdr_pending *work, int64_t number, int *out_lock)
{
    qdr_verdicts verdicts;
    int lock = qdr_launch_lock(work->sweep, number);

    if (lock < 0 && errno == EWOULDBLOCK) {
        work->held[work->num_held++] = number;
        return false;
    }
    if (lock < 0) {
        fprintf(stderr, "quadrille sweep: launch %" PRId64 " not started: %s\n",
                number, strerror(errno));
        return false;
    }
    qdr_launch_adopt(work->sweep, number);
    if (!qdr_launch_clear(work->sweep, number, &verdicts)) {
        qdr_launch_unlock(work->sweep, number, lock);
        return false;
    }
    if (verdicts.invalid + verdicts.missing > 0) {
        *out_lock = lock;
        return true;
    }
    /* A killed sweep may have left these. */
    qdr_launch_remove_file(work->sweep, number, "log");
    qdr_launch_remove_file(work->sweep, number, "skipped");
    qdr_launch_unlock(work->sweep, number, lock);
    work->num_done += verdicts.valid;
    return false;
}

bool qdr_pending_find(qdr_pending *work, qdr_launch *out_launch, int *out_lock)
{
    const qdr_experiment *experiment = work->sweep->experiment;
    int64_t num_held;

    while (work->next < work->num_launches) {
        int64_t number = launch_at(work, work->next++);
        work->wait_until_s = qdr_progress_now_s() + PATIENCE_S;
        if (take(work, number, out_lock)) {
            *out_launch = qdr_experiment_launch(experiment, number);
            return true;
        }
    }
    num_held = work->num_held;
    for (int64_t i = 0; i < num_held; i++) {
        int64_t number = work->held[0];
        memmove(work->held, work->held + 1,
                (size_t)--work->num_held * sizeof *work->held);
        /* If it is still locked, it goes back to the end. */
        if (take(work, number, out_lock)) {
            *out_launch = qdr_experiment_launch(experiment, number);
            return true;
        }
    }
    return false;
}

bool qdr_pending_is_waiting(qdr_pending *work)
{
    if (work->num_held == 0)
        return false;
    if (qdr_progress_now_s() < work->wait_until_s)
        return true;
    for (int64_t i = 0; i < work->num_held; i++)
        fprintf(stderr,
                "quadrille sweep: launch %" PRId64
                " not started: another process runs it\n",
                work->held[i]);
    work->num_held = 0;
    return false;
}

int64_t qdr_pending_num_cells(const qdr_pending *work)
{
    int64_t count = 0;

    if (work->selection == NULL)
        return qdr_experiment_num_cells(work->sweep->experiment);
    for (int64_t i = 0; i < work->num_launches; i++)
        count +=
            qdr_experiment_launch(work->sweep->experiment, launch_at(work, i))
                .num_cells;
    return count;
}
