/* harness/results/batches.h -- one batch size a case, for all its algorithms.
 *
 * Who measures a case first finds how many executions of it the clock can tell;
 * an algorithm that is measured later, in this launch or another, takes the
 * same number, because a batch hides the skew of its start among its
 * executions. The numbers stand in FOLDER/batches, a line a case.
 */
#ifndef QUADRILLE_HARNESS_RESULTS_BATCHES_H
#define QUADRILLE_HARNESS_RESULTS_BATCHES_H

#include "harness/experiment/experiment.h"

/* qdr_batches_find returns the batch size of the cell's case; 0: it has none.
 */
int qdr_batches_find(const char *folder, const qdr_experiment *experiment,
                     int64_t cell);

/* qdr_batches_keep records one, unless another launch was faster. That it
 * cannot be written is told on stderr. */
void qdr_batches_keep(const char *folder, const qdr_experiment *experiment,
                      int64_t cell, int batch);

#endif
