/* harness/slurm/slurm.h -- a sweep as job arrays.
 *
 * The results folder holds all that its jobs need: copies of program and
 * configuration, with their digests, and the batch script, which has no
 * parameters. What is done is told by the results, what is alive by the
 * heartbeats of tasks; the job state alone cannot be trusted.
 */
#ifndef QUADRILLE_HARNESS_SLURM_SLURM_H
#define QUADRILLE_HARNESS_SLURM_SLURM_H

#include "harness/slurm/heartbeats.h"
#include "harness/sweep/sweep.h"

typedef struct qdr_submission {
    bool dry_run; /* prints what would be submitted, and writes nothing */
    qdr_restart restart;
    bool figures; /* the collecting job also draws */
} qdr_submission;

/* qdr_slurm_submit cancels what is held or silent and submits the tasks that
 * hold launches not done and not alive, as an array for each number of nodes
 * that launches need, one after the other, and a job after them that collects.
 * Safe to repeat: that is how a sweep is resumed. Of two at once the second
 * fails; so does `restart` while jobs of the older results are there. */
qdr_status qdr_slurm_submit(const qdr_sweep *sweep,
                            const qdr_submission *options, qdr_error *error);

/* Cells that are INVALID for one reason; numbers in it do not matter. */
typedef struct qdr_invalid_cells {
    int64_t count;
    int64_t launch;   /* of the first of them */
    char reason[256]; /* its own words */
} qdr_invalid_cells;

enum { QDR_MAX_REASONS = 8 }; /* told apart; what follows joins the last */

/* What is known of a sweep. */
typedef struct qdr_slurm_state {
    qdr_sweep_count cells;
    int64_t num_running, num_pending, num_stuck; /* jobs, as squeue tells */
    int64_t num_silent;            /* running, it says, but without heartbeat */
    bool knows_jobs;               /* squeue has answered */
    bool is_moving;                /* something runs, or will by itself */
    int64_t num_lost, num_doubled; /* cells that verdicts do not name, or
                                      name twice */
    int64_t num_damaged, first_damaged; /* launches whose csv is not what their
                                           JSON says: their cells are missing */
    double left_s; /* estimated, as many tasks at once as now */
    qdr_invalid_cells invalid[QDR_MAX_REASONS];
    int num_reasons;
} qdr_slurm_state;

/* qdr_slurm_count reads the folder: cells, what is left, and reasons. */
void qdr_slurm_count(const qdr_sweep *sweep, qdr_slurm_state *state);

/* qdr_slurm_query reads the folder and asks squeue. If squeue fails, so does
 * this, and *out_state has what the folder says. `hearts` is zero before the
 * first look, and remembers from look to look which tasks are alive: a single
 * look tells of none that it is not. */
qdr_status qdr_slurm_query(const qdr_sweep *sweep, qdr_heartbeats *hearts,
                           qdr_slurm_state *out_state, qdr_error *error);

/* qdr_slurm_cancel cancels the jobs of the sweep. */
qdr_status qdr_slurm_cancel(const qdr_sweep *sweep, qdr_error *error);

/* qdr_slurm_task runs one array task, within its job, in the folder. */
qdr_status qdr_slurm_task(const char *folder, int64_t task, qdr_error *error);

#endif
