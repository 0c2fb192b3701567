/* harness/slurm/squeue.h -- the jobs of a sweep, as squeue shows them.
 *
 * A job belongs to the sweep in whose folder it works. So there is no list of
 * jobs that could be lost, or name other jobs after a restart of the cluster.
 */
#ifndef QUADRILLE_HARNESS_SLURM_SQUEUE_H
#define QUADRILLE_HARNESS_SLURM_SQUEUE_H

#include "harness/sweep/loading/sweep.h"

/* What becomes of a job, by what squeue says; SILENT and DOUBLED are found by
 * others. */
typedef enum qdr_fate {
    QDR_FATE_OVER,     /* as if squeue did not show it */
    QDR_FATE_ENDS,     /* has done what it will do */
    QDR_FATE_RUNS,     /* or will at once, or is suspended */
    QDR_FATE_WILL_RUN, /* by itself */
    QDR_FATE_BEHIND,   /* will run when others of the array end */
    QDR_FATE_AFTER,    /* will run after other jobs */
    QDR_FATE_NEVER,    /* will not run by itself */
    QDR_FATE_SILENT,   /* runs or ends, squeue says, without a heartbeat */
    QDR_FATE_DOUBLED,  /* waits, though another job has its task */
    QDR_FATE_UNKNOWN,  /* a word that the table does not have */
    QDR_NUM_FATES
} qdr_fate;

/* A job of a sweep, as squeue lists it. */
typedef struct qdr_job {
    const char *id; /* 5_3, because slurmctld may not know the number of a task
                       that it has requeued */
    int64_t task;   /* array index; -1: none, so the job collects */
    const char *state, *reason;
    const char *token; /* the comment, by which its submission is known */
    qdr_fate fate;
} qdr_job;

/* Zero-initialise; release with qdr_jobs_cleanup. */
typedef struct qdr_jobs {
    qdr_job *at; /* [count] in the order of their numbers */
    int64_t count;
    char *text; /* what they point into */
} qdr_jobs;

/* qdr_squeue requests the sweep's jobs, in every state, up to three times. An
 * answer that it does not understand is a failure, too. */
qdr_status qdr_squeue(qdr_jobs *jobs, const qdr_sweep *sweep, qdr_error *error);

/* qdr_jobs_cleanup frees the contents and zeroes `jobs`; a zeroed one is
 * legal. */
void qdr_jobs_cleanup(qdr_jobs *jobs);

#endif
