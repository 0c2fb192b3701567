/* harness/slurm/jobs.h -- the jobs of a sweep, in FOLDER/jobs. */
#ifndef QUADRILLE_HARNESS_SLURM_JOBS_H
#define QUADRILLE_HARNESS_SLURM_JOBS_H

#include "harness/slurm/slurm.h"

/* qdr_jobs_note adds a job's id. */
qdr_status qdr_jobs_note(const qdr_sweep *sweep, const char *id,
                         qdr_error *error);

/* What squeue says of an array task. */
typedef enum qdr_task_state {
    QDR_TASK_UNKNOWN, /* nothing */
    QDR_TASK_PENDING,
    QDR_TASK_RUNNING
} qdr_task_state;

/* What squeue says of the sweep's jobs. Zero-initialise; release with
 * qdr_queue_cleanup. */
typedef struct qdr_queue {
    qdr_task_state *tasks; /* [num_tasks] */
    int64_t num_tasks;
    int64_t num_running, num_pending; /* collecting jobs included */
} qdr_queue;

/* qdr_queue_ask asks squeue once for all jobs; not at all if none was
 * submitted. */
qdr_status qdr_queue_ask(qdr_queue *queue, const qdr_sweep *sweep,
                         int64_t num_tasks, qdr_error *error);

void qdr_queue_cleanup(qdr_queue *queue);

/* qdr_task_is_alive tells whether a task is waiting, or running with a beating
 * heart: a node that died leaves its jobs RUNNING for a while. */
bool qdr_task_is_alive(const qdr_queue *queue, const qdr_sweep *sweep,
                       int64_t task);

/* qdr_jobs_read writes the ids, joined by commas, to `list`, truncated to
 * `size`; "" if nothing was submitted. */
void qdr_jobs_read(const qdr_sweep *sweep, char *list, size_t size);

#endif
