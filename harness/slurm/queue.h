/* harness/slurm/queue.h -- the jobs of a sweep, from squeue.
 *
 * A job belongs to the sweep in whose folder it works. So there is no list of
 * jobs that could be lost, or name other jobs after a restart of the cluster.
 */
#ifndef QUADRILLE_HARNESS_SLURM_QUEUE_H
#define QUADRILLE_HARNESS_SLURM_QUEUE_H

#include "harness/slurm/heartbeats.h"
#include "harness/slurm/slurm.h"

/* What squeue says of the sweep's jobs. Zero-initialise; release with
 * qdr_queue_cleanup. */
typedef struct qdr_queue {
    bool *is_alive; /* [num_tasks] waiting, or running and not silent: a node
                       or a slurmctld that died leaves jobs RUNNING, or
                       COMPLETING, for a long time */
    int64_t num_tasks;
    int64_t num_jobs;      /* of num_running .. num_stuck the sum */
    int64_t num_running;   /* or suspended, or being configured */
    int64_t num_unknown;   /* of them, not yet seen to be alive */
    int64_t num_silent;    /* running, squeue says, without a heartbeat */
    int64_t num_pending;   /* will run */
    int64_t num_dependent; /* will run after others: collecting jobs */
    int64_t num_behind;    /* will run when others of the array end */
    int64_t num_stuck;     /* held, or otherwise waiting for ever */
    char *ids;             /* joined by blanks; NULL: none */
    char *lost_ids;        /* those of stuck and silent jobs */
} qdr_queue;

/* qdr_queue_read reads all jobs from squeue, which is retried if it fails, and
 * the heartbeats of those that run; `hearts` holds the earlier ones. If it is
 * NULL, every running job counts as alive. */
qdr_status qdr_queue_read(qdr_queue *queue, const qdr_sweep *sweep,
                          int64_t num_tasks, qdr_heartbeats *hearts,
                          qdr_error *error);

/* qdr_queue_assume_none is a queue without jobs. */
qdr_status qdr_queue_assume_none(qdr_queue *queue, int64_t num_tasks,
                                 qdr_error *error);

/* qdr_queue_watch reads the queue until it is known which tasks are alive: a
 * few seconds, or the machine's silent_s if one is silent. */
qdr_status qdr_queue_watch(qdr_queue *queue, const qdr_sweep *sweep,
                           int64_t num_tasks, qdr_error *error);

/* qdr_queue_is_moving returns whether a job runs or will run by itself. */
bool qdr_queue_is_moving(const qdr_queue *queue);

/* qdr_queue_cancel cancels jobs: `ids` or `lost_ids` of a queue. */
qdr_status qdr_queue_cancel(const char *ids, qdr_error *error);

/* qdr_queue_cleanup frees the contents and zeroes the queue; a zeroed one is
 * legal. */
void qdr_queue_cleanup(qdr_queue *queue);

#endif
