/* harness/results/batches.h -- one batch size per case, for all its algorithms.
 *
 * The first measurement of a case finds how many executions the clock needs for
 * a sample. Algorithms that are measured later, in this launch (one mpirun) or
 * another, take the same number, because a batch hides the skew of its start
 * among its executions. The numbers are in FOLDER/batches, one line per case.
 */
#ifndef QUADRILLE_HARNESS_RESULTS_BATCHES_H
#define QUADRILLE_HARNESS_RESULTS_BATCHES_H

#include "harness/experiment/experiment.h"

/* qdr_batches_find returns the batch size of the cell's case; 0: it has none.
 */
int qdr_batches_find(const char *folder, const qdr_experiment *experiment,
                     int64_t cell);

/* qdr_batches_keep records one, unless another launch was faster. A failure to
 * write it is reported on stderr. */
void qdr_batches_keep(const char *folder, const qdr_experiment *experiment,
                      int64_t cell, int batch);

#endif
