/* harness/sweep/launch/launch_job.h -- a running launch (one mpirun).
 *
 * A launch is done when an attempt has finished all cells that were left. One
 * that ends without is followed by another for the unfinished cells: after its
 * cap, if it finished any, with all of them; else without its current cell,
 * which is reported INVALID with the reason, so that the rest can run. If a
 * launch ends before its first cell, all its cells are missing.
 */
#ifndef QUADRILLE_HARNESS_SWEEP_LAUNCH_LAUNCH_JOB_H
#define QUADRILLE_HARNESS_SWEEP_LAUNCH_LAUNCH_JOB_H

#include <sys/types.h>

#include "harness/results/judge.h"
#include "harness/sweep/launch/exit_reason.h"
#include "harness/sweep/loading/sweep.h"
#include "harness/sweep/progress/progress.h"

/* After so many cells that ended a launch, the fault is not the cells'. */
enum { QDR_MAX_SKIPPED = 5 };

/* A launch that runs. */
typedef struct qdr_launch_job {
    qdr_launch launch;
    qdr_attempt attempt;
    pid_t group; /* 0: free */
    int alive;   /* see launcher.h */
    double end_by_s;
    bool is_overdue;
    int64_t cell; /* the current cell, or -1, as far as it is known */
    double cell_end_by_s;
    bool is_cell_overdue;
    int64_t num_valid; /* before it was started */
    struct {
        int64_t cell;
        char reason[QDR_EXIT_REASON_LENGTH];
    } skipped[QDR_MAX_SKIPPED];
    int num_skipped;
} qdr_launch_job;

/* The results of a sweep's launches so far. */
typedef struct qdr_tally {
    qdr_sweep_count count;
    qdr_progress progress;
    bool is_interrupted; /* nothing is started again */
} qdr_tally;

/* qdr_launch_job_start starts the next attempt at the launch of a job. */
qdr_status qdr_launch_job_start(const qdr_sweep *sweep, qdr_judge *judge,
                                qdr_launch_job *job, qdr_error *error);

/* qdr_launch_job_poll adds a launch that has ended to the tally, or starts it
 * again without the cell that ended it; and ends one that is overdue. */
qdr_status qdr_launch_job_poll(const qdr_sweep *sweep, qdr_judge *judge,
                               qdr_launch_job *job, qdr_tally *tally,
                               qdr_error *error);

#endif
