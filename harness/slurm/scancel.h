/* harness/slurm/scancel.h -- cancels jobs. */
#ifndef QUADRILLE_HARNESS_SLURM_SCANCEL_H
#define QUADRILLE_HARNESS_SLURM_SCANCEL_H

#include "harness/slurm/queue.h"

/* qdr_scancel cancels the jobs of `queue` that `is_meant` accepts, by name,
 * until squeue shows none of them running or waiting, whatever scancel says: a
 * job may have ended meanwhile. Up to three times. */
qdr_status qdr_scancel(const qdr_sweep *sweep, const qdr_queue *queue,
                       bool (*is_meant)(const qdr_job *job), qdr_error *error);

#endif
