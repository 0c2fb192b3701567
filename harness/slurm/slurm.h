/* harness/slurm/slurm.h -- a sweep as job arrays.
 *
 * The results folder holds everything that its jobs need: copies of program and
 * configuration, with their digests, and the batch script, which has no
 * parameters. The results show which launches (one mpirun each) are done, and
 * the heartbeats of tasks show which are alive; the job state alone is not
 * reliable.
 */
#ifndef QUADRILLE_HARNESS_SLURM_SLURM_H
#define QUADRILLE_HARNESS_SLURM_SLURM_H

#include "harness/slurm/heartbeats.h"
#include "harness/slurm/squeue.h"
#include "harness/sweep/loading/sweep.h"

/* What a user asked of a submission. */
typedef struct qdr_submission {
    bool dry_run; /* prints what would be submitted, and writes nothing */
    qdr_restart restart;
    bool figures; /* the collecting job also draws */
} qdr_submission;

/* qdr_slurm_submit cancels jobs that will never run and silent ones and submits
 * the tasks with launches that are neither done nor alive, as an array for each
 * number of nodes that launches need, one after the other and after the tasks
 * that are alive, and a job after them that collects, if none is there. Safe to
 * repeat: that resumes a sweep. Of two at once the second fails; so does
 * `restart` while jobs of the older results exist. */
qdr_status qdr_slurm_submit(const qdr_sweep *sweep,
                            const qdr_submission *options, qdr_error *error);

/* Cells that are INVALID for one reason; numbers in it are ignored. */
typedef struct qdr_invalid_cells {
    int64_t count;
    int64_t launch;   /* of the first of them */
    char reason[256]; /* its own words */
} qdr_invalid_cells;

enum {
    QDR_MAX_REASONS = 8, /* counted separately; further reasons are added to the
                            last */
    QDR_MAX_PROBLEMS = 16 /* described; further ones are counted */
};

/* The state of a sweep. */
typedef struct qdr_slurm_state {
    qdr_sweep_count cells;
    int64_t num_jobs[QDR_NUM_FATES]; /* that squeue reports */
    qdr_error unknown;               /* one of QDR_FATE_UNKNOWN, and why */
    bool knows_jobs;                 /* squeue has answered */
    bool is_moving;                  /* something runs, or will by itself */
    int64_t num_problems;            /* attempts that do not count */
    char problems[QDR_MAX_PROBLEMS][384]; /* "file: why" */
    size_t num_conditions; /* different ones in which cells were measured */
    char differ[512];      /* the names of what differs in them */
    double left_s;         /* estimated, with as many tasks at once as now */
    qdr_invalid_cells invalid[QDR_MAX_REASONS];
    int num_reasons;
} qdr_slurm_state;

/* qdr_slurm_count reads the folder: cells, remaining work, and reasons. */
qdr_status qdr_slurm_count(const qdr_sweep *sweep, qdr_slurm_state *state,
                           qdr_error *error);

/* qdr_slurm_query reads the folder and queries squeue. If squeue fails, so does
 * this, but *out_state has the state of the folder. `hearts` is zero before the
 * first query, and keeps observations from query to query: a single one can not
 * show that a task is dead. */
qdr_status qdr_slurm_query(const qdr_sweep *sweep, qdr_heartbeats *hearts,
                           qdr_slurm_state *out_state, qdr_error *error);

/* qdr_slurm_cancel cancels the jobs of the sweep. */
qdr_status qdr_slurm_cancel(const qdr_sweep *sweep, qdr_error *error);

/* qdr_slurm_task runs one array task, within its job, in the folder. */
qdr_status qdr_slurm_task(const char *folder, int64_t task, qdr_error *error);

#endif
