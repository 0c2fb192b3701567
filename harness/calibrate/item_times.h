/* harness/calibrate/item_times.h -- the samples of a calibration, as the median
 * of each item in each launch (one mpirun). */
#ifndef QUADRILLE_HARNESS_CALIBRATE_ITEM_TIMES_H
#define QUADRILLE_HARNESS_CALIBRATE_ITEM_TIMES_H

#include "harness/calibrate/calibration_items.h"
#include "harness/calibrate/launch_estimate.h"

/* An item's median; `repeats` of the item are not known. */
typedef struct qdr_item_time {
    int launch;
    qdr_item item;
    double time_ns;
} qdr_item_time;

/* All of them. */
typedef struct qdr_item_times {
    qdr_item_time *medians; /* by launch, then quantity, bytes, pairs, messages
                             */
    int num_launches;
    int begin[QDR_MAX_ESTIMATED +
              1];         /* where each launch begins, and the end */
    char library[128];    /* that the samples were taken with */
    qdr_item_time widest; /* the item with the largest ratio of quartiles */
    double spread;        /* that ratio */
} qdr_item_times;

/* qdr_item_times_read reads a csv. Refuses a file with other columns, and one
 * without a quantity; those of levels are both there, or none. Release with
 * qdr_item_times_cleanup; a zeroed one is legal. */
qdr_status qdr_item_times_read(qdr_item_times *times, const char *path,
                               qdr_error *error);

/* qdr_item_times_cleanup frees the medians. */
void qdr_item_times_cleanup(qdr_item_times *times);

#endif
