/* harness/sweep/launch/launch_queue.h -- which launches (one mpirun each) of a
 * sweep are still to run. */
#ifndef QUADRILLE_HARNESS_SWEEP_LAUNCH_LAUNCH_QUEUE_H
#define QUADRILLE_HARNESS_SWEEP_LAUNCH_LAUNCH_QUEUE_H

#include "harness/results/judge.h"
#include "harness/sweep/loading/sweep.h"

/* All launches, or the selected ones. */
typedef struct qdr_launch_queue {
    const qdr_sweep *sweep;
    const qdr_selection *selection; /* or NULL: all */
    int64_t next, num_launches;
    int64_t num_done; /* cells of launches that were found valid */
} qdr_launch_queue;

/* qdr_launch_queue_begin begins with the first launch. */
qdr_launch_queue qdr_launch_queue_begin(const qdr_sweep *sweep,
                                        const qdr_selection *selection);

/* qdr_launch_queue_find finds the next launch that is not complete and valid,
 * and sets *out_is_found. */
qdr_status qdr_launch_queue_find(qdr_launch_queue *work, const qdr_judge *judge,
                                 qdr_launch *out_launch, bool *out_is_found,
                                 qdr_error *error);

/* qdr_launch_queue_num_cells returns the cells of all launches, or of the
 * selected.
 */
int64_t qdr_launch_queue_num_cells(const qdr_launch_queue *work);

#endif
