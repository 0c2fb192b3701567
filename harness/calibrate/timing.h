/* harness/calibrate/timing.h -- takes the samples of one item. */
#ifndef QUADRILLE_HARNESS_CALIBRATE_TIMING_H
#define QUADRILLE_HARNESS_CALIBRATE_TIMING_H

#include <mpi.h>

#include "harness/calibrate/calibration_items.h"
#include "harness/results/measurement.h"

/* The state with which a rank times. Zero-initialise; release with
 * qdr_timing_cleanup. */
typedef struct qdr_timing {
    MPI_Comm comm; /* of all ranks; the caller's */
    qdr_timed_line line;
    int num_samples;     /* of an item; simulated: one, as all are equal */
    double *from, *into; /* [QDR_MAX_ITEM_BYTES / sizeof(double)] */
} qdr_timing;

/* qdr_timing_init allocates the buffers to send, receive and combine, on ranks
 * that face another. Local. */
qdr_status qdr_timing_init(qdr_timing *timing, MPI_Comm comm,
                           const qdr_timed_line *line, int num_samples,
                           qdr_error *error);

/* qdr_timing_cleanup frees the buffers and zeroes `timing`; a zeroed one is
 * legal. */
void qdr_timing_cleanup(qdr_timing *timing);

/* qdr_item_time takes the samples of an item. On rank 0, which takes part in
 * all items, they go to *out_samples; release them with qdr_samples_cleanup. A
 * sample is a whole execution, of qdr_item_share messages or combinations.
 * Collective; every rank returns the same status. */
qdr_status qdr_item_time(const qdr_item *item, const qdr_timing *timing,
                         qdr_samples *out_samples, qdr_error *error);

/* qdr_item_ns returns the time of sample i, on rank 0: its own where a sender
 * is timed, else that of the slowest rank. */
int64_t qdr_item_ns(const qdr_item *item, const qdr_samples *samples, int i);

/* qdr_item_share returns the number of messages one way, or of combinations, in
 * an execution. */
int qdr_item_share(const qdr_item *item);

#endif
