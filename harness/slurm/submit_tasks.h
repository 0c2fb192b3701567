/* harness/slurm/submit_tasks.h -- the jobs that a submission requests. */
#ifndef QUADRILLE_HARNESS_SLURM_SUBMIT_TASKS_H
#define QUADRILLE_HARNESS_SLURM_SUBMIT_TASKS_H

#include "harness/slurm/copies.h"
#include "harness/slurm/queue.h"
#include "harness/slurm/tasks.h"

/* qdr_submit_tasks submits the tasks that have work and are not alive, and the
 * job that collects, if none is there; or prints how, if `is_dry`. Arrays run
 * after the sweep's own tasks that run or will run, and after each other, so
 * that array_limit holds for the sweep. */
qdr_status qdr_submit_tasks(const qdr_sweep *sweep, const qdr_tasks *tasks,
                            const qdr_queue *queue,
                            const qdr_job_digests *digests, bool is_dry,
                            qdr_error *error);

#endif
