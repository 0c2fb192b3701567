/* harness/sweep/pending_launches.h -- which launches (one mpirun each) of a
 * sweep are still to run. */
#ifndef QUADRILLE_HARNESS_SWEEP_PENDING_LAUNCHES_H
#define QUADRILLE_HARNESS_SWEEP_PENDING_LAUNCHES_H

#include "harness/sweep/sweep.h"

/* All launches, or the selected ones; those that another process has locked
 * come last. */
typedef struct qdr_pending {
    const qdr_sweep *sweep;
    const qdr_selection *selection; /* or NULL: all */
    int64_t next, num_launches;
    int64_t *held; /* [num_launches] */
    int64_t num_held;
    double wait_until_s; /* for them */
    int64_t num_done;    /* cells of launches that were found valid */
} qdr_pending;

/* qdr_pending_init begins with the first launch. Release with
 * qdr_pending_cleanup. */
qdr_status qdr_pending_init(qdr_pending *work, const qdr_sweep *sweep,
                            const qdr_selection *selection, qdr_error *error);
void qdr_pending_cleanup(qdr_pending *work);

/* qdr_pending_find finds a launch that is not complete and valid in the folder,
 * and locks it: *out_lock is the open file, the caller's. False: there is none
 * at the moment. */
bool qdr_pending_find(qdr_pending *work, qdr_launch *out_launch, int *out_lock);

/* qdr_pending_is_waiting returns whether to search again for launches that
 * other processes have locked: a launch that outlives a killed sweep ends
 * within seconds. After too long it prints which are locked, and gives them up.
 */
bool qdr_pending_is_waiting(qdr_pending *work);

/* qdr_pending_num_cells returns the cells of all launches, or of the selected.
 */
int64_t qdr_pending_num_cells(const qdr_pending *work);

#endif
