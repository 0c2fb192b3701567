/* harness/results/batch_sizes.h -- how a case is sampled, for all its
 * algorithms.
 *
 * The first measurement of a case finds how many executions the clock needs for
 * a sample, and how many samples there may be for one that is verified.
 * Algorithms that are measured later, in this launch (one mpirun) or another,
 * take the same numbers: a batch hides the skew of its start among its
 * executions, and verifying changes what the caches hold. The numbers are in
 * FOLDER/batches, one line per case.
 */
#ifndef QUADRILLE_HARNESS_RESULTS_BATCH_SIZES_H
#define QUADRILLE_HARNESS_RESULTS_BATCH_SIZES_H

#include "harness/experiment/experiment.h"

/* 0: not known. */
typedef struct qdr_batch_sizes {
    int batch;  /* executions a sample */
    int stride; /* samples for one that is verified */
} qdr_batch_sizes;

/* qdr_batch_sizes_find returns the numbers of the cell's case. */
qdr_batch_sizes qdr_batch_sizes_find(const char *folder,
                                     const qdr_experiment *experiment,
                                     int64_t cell);

/* qdr_batch_sizes_keep records them, unless another launch was faster. A
 * failure to write them is reported on stderr. */
void qdr_batch_sizes_keep(const char *folder, const qdr_experiment *experiment,
                          int64_t cell, qdr_batch_sizes numbers);

#endif
