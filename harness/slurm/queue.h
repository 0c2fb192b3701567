/* harness/slurm/queue.h -- the jobs of a sweep, and which tasks they have. */
#ifndef QUADRILLE_HARNESS_SLURM_QUEUE_H
#define QUADRILLE_HARNESS_SLURM_QUEUE_H

#include "harness/slurm/heartbeats.h"
#include "harness/slurm/squeue.h"

/* Zero-initialise; release with qdr_queue_cleanup. */
typedef struct qdr_queue {
    qdr_jobs jobs;  /* a node or a slurmctld that died leaves jobs RUNNING, or
                       COMPLETING, for a long time: these are SILENT */
    bool *is_alive; /* [num_tasks] a job has the task, and ran or will run */
    int64_t num_tasks;
    int64_t num_jobs;              /* that are not over */
    int64_t counts[QDR_NUM_FATES]; /* of them */
    int64_t num_unwatched;         /* running, not yet seen to be alive */
    bool is_collected;             /* a job that collects runs or will run */
    qdr_error unknown;             /* one of QDR_FATE_UNKNOWN, and why */
} qdr_queue;

/* qdr_queue_read reads the jobs from squeue, and the heartbeats of those that
 * run; `hearts` holds the earlier ones. If it is NULL, every running job counts
 * as alive. */
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

/* qdr_queue_tasks_alive returns the tasks that run or will run, as --dependency
 * takes them, "5_0:5_1"; the caller frees it. NULL: out of memory. Others of
 * their arrays may be COMPLETING for ever. */
char *qdr_queue_tasks_alive(const qdr_queue *queue);

/* qdr_queue_cleanup frees the contents and zeroes the queue; a zeroed one is
 * legal. */
void qdr_queue_cleanup(qdr_queue *queue);

#endif
