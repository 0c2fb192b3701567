/* harness/sweep/work.h -- which launches of a sweep are still to run. */
#ifndef QUADRILLE_HARNESS_SWEEP_WORK_H
#define QUADRILLE_HARNESS_SWEEP_WORK_H

#include "harness/sweep/sweep.h"

/* All launches, or the selected ones, those that another process holds last. */
typedef struct qdr_work {
    const qdr_sweep *sweep;
    const qdr_selection *selection; /* or NULL: all */
    int64_t next, num_launches;
    int64_t *held; /* [num_launches] */
    int64_t num_held;
    double wait_until_s; /* for them */
    int64_t num_done;    /* cells of launches that were found valid */
} qdr_work;

/* qdr_work_init begins with the first launch. Release with qdr_work_cleanup. */
qdr_status qdr_work_init(qdr_work *work, const qdr_sweep *sweep,
                         const qdr_selection *selection, qdr_error *error);
void qdr_work_cleanup(qdr_work *work);

/* qdr_work_find finds a launch that the folder does not hold whole and valid,
 * and locks it: *out_lock is the open file, the caller's. False: there is none
 * at the moment. */
bool qdr_work_find(qdr_work *work, qdr_launch *out_launch, int *out_lock);

/* qdr_work_is_waiting tells whether to look again for launches that others
 * hold: one that outlives a sweep that was killed ends within seconds. When
 * that has lasted too long it says which are held, and gives them up. */
bool qdr_work_is_waiting(qdr_work *work);

/* qdr_work_num_cells returns the cells of all launches, or of the selected. */
int64_t qdr_work_num_cells(const qdr_work *work);

#endif
