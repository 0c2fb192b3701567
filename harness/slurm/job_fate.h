/* harness/slurm/job_fate.h -- what becomes of a job, by what squeue says. */
#ifndef QUADRILLE_HARNESS_SLURM_JOB_FATE_H
#define QUADRILLE_HARNESS_SLURM_JOB_FATE_H

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

/* qdr_job_fate looks a state of squeue (%T) and its reason (%r) up. SILENT and
 * DOUBLED are found by others. */
qdr_fate qdr_job_fate(const char *state, const char *reason);

#endif
