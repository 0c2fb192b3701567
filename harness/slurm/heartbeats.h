/* harness/slurm/heartbeats.h -- which running tasks are alive.
 *
 * A beat is a number that changes, so that no clock and no cached attribute of
 * a file matters: a task is silent when its number has not changed, as observed
 * from here, for the machine's silent_s.
 */
#ifndef QUADRILLE_HARNESS_SLURM_HEARTBEATS_H
#define QUADRILLE_HARNESS_SLURM_HEARTBEATS_H

#include "harness/sweep/loading/sweep.h"

/* Whether a task is alive. */
typedef enum qdr_heart {
    QDR_HEART_UNKNOWN, /* not watched for long enough */
    QDR_HEART_BEATS,
    QDR_HEART_SILENT
} qdr_heart;

/* Observations of the tasks of a sweep. Release with qdr_heartbeats_cleanup. */
typedef struct qdr_heartbeats {
    struct qdr_heartbeat *tasks; /* [num_tasks] */
    int64_t num_tasks;
    double silent_s;
} qdr_heartbeats;

/* qdr_heartbeats_init begins the observation of `num_tasks` tasks, none of them
 * probed. Fails only if memory runs out. */
qdr_status qdr_heartbeats_init(qdr_heartbeats *hearts, int64_t num_tasks,
                               double silent_s, qdr_error *error);

/* qdr_heartbeats_read probes a task that is reported to run, and returns the
 * result of all probes so far. */
qdr_heart qdr_heartbeats_read(qdr_heartbeats *hearts, const qdr_sweep *sweep,
                              int64_t task);

/* qdr_heartbeats_forget_others ends a look at all tasks: those that were not
 * probed do not run. */
void qdr_heartbeats_forget_others(qdr_heartbeats *hearts);

/* qdr_heartbeats_cleanup frees the observations and zeroes `hearts`; a zeroed
 * one is legal. */
void qdr_heartbeats_cleanup(qdr_heartbeats *hearts);

#endif
