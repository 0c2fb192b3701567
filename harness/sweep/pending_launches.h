/* harness/sweep/pending_launches.h -- which launches (one mpirun each) of a
 * sweep are still to run. */
#ifndef QUADRILLE_HARNESS_SWEEP_PENDING_LAUNCHES_H
#define QUADRILLE_HARNESS_SWEEP_PENDING_LAUNCHES_H

#include "harness/results/judge.h"
#include "harness/sweep/sweep.h"

/* All launches, or the selected ones. */
typedef struct qdr_pending {
    const qdr_sweep *sweep;
    const qdr_selection *selection; /* or NULL: all */
    int64_t next, num_launches;
    int64_t num_done; /* cells of launches that were found valid */
} qdr_pending;

/* qdr_pending_begin begins with the first launch. */
qdr_pending qdr_pending_begin(const qdr_sweep *sweep,
                              const qdr_selection *selection);

/* qdr_pending_find finds the next launch that is not complete and valid, and
 * sets *out_is_found. */
qdr_status qdr_pending_find(qdr_pending *work, const qdr_judge *judge,
                            qdr_launch *out_launch, bool *out_is_found,
                            qdr_error *error);

/* qdr_pending_num_cells returns the cells of all launches, or of the selected.
 */
int64_t qdr_pending_num_cells(const qdr_pending *work);

#endif
