/* harness/calibrate/timing.h -- takes the samples of one item. */
#ifndef QUADRILLE_HARNESS_CALIBRATE_TIMING_H
#define QUADRILLE_HARNESS_CALIBRATE_TIMING_H

#include <mpi.h>

#include "harness/calibrate/calibration_items.h"
#include "harness/results/measurement.h"

/* What a rank times with. Zero-initialise; release with qdr_timing_cleanup. */
typedef struct qdr_timing {
    MPI_Comm comm;       /* of all ranks; the caller's */
    int half;            /* ranks on either side of the cut */
    int num_samples;     /* of an item; simulated: one, which all would equal */
    double *from, *into; /* [QDR_MAX_ITEM_BYTES / sizeof(double)] */
} qdr_timing;

/* qdr_timing_init makes room to send from and to receive or combine into, on
 * ranks that face another. Local. */
qdr_status qdr_timing_init(qdr_timing *timing, MPI_Comm comm, int line,
                           int num_samples, qdr_error *error);

void qdr_timing_cleanup(qdr_timing *timing);

/* qdr_item_time takes the samples of an item; on rank 0, which takes part in
 * all, they are *out_samples, to release with qdr_samples_cleanup, of whole
 * executions: qdr_item_share of them make one message or combination.
 * Collective; every rank comes to the same status. */
qdr_status qdr_item_time(const qdr_item *item, const qdr_timing *timing,
                         qdr_samples *out_samples, qdr_error *error);

/* qdr_item_share returns how many messages one way, or combinations, follow
 * each other in an execution. */
int qdr_item_share(const qdr_item *item);

#endif
