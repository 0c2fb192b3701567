/* harness/results/finished_cells.h -- the cells that earlier attempts at a
 * launch (one mpirun) finished. */
#ifndef QUADRILLE_HARNESS_RESULTS_FINISHED_CELLS_H
#define QUADRILLE_HARNESS_RESULTS_FINISHED_CELLS_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

#include "harness/results/launch_belongs.h"

/* qdr_finished_cells_copy appends the rows of every VALID cell of the launch
 * whose files are at `json` and `csv` to `to`, which has the header line
 * `header`, and their verdicts to the array `cells`; returns the number of
 * rows. Files that are missing, do not fit, do not belong to the owner's launch
 * or have another header count as empty. -1: `to` cannot be written. */
int64_t qdr_finished_cells_copy(const qdr_launch_owner *owner, const char *json,
                                const char *csv, const char *header, FILE *to,
                                json_t *cells);

#endif
