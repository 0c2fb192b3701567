/* harness/results/sample_rows.h -- the rows of a launch's csv (one mpirun): one
 * per sample. Format: docs/result-format.md. */
#ifndef QUADRILLE_HARNESS_RESULTS_SAMPLE_ROWS_H
#define QUADRILLE_HARNESS_RESULTS_SAMPLE_ROWS_H

#include <stdbool.h>
#include <stdio.h>

#include "harness/experiment/experiment.h"
#include "harness/results/measurement.h"
#include "harness/results/rank_places.h"

/* The header line, with its line end. */
extern const char qdr_sample_rows_header[];

/* qdr_sample_rows_print writes a row for each sample of a cell of `launch`;
 * unknown places of ranks are empty. False, with errno: out of memory, or it
 * cannot be written. */
bool qdr_sample_rows_print(const qdr_experiment *experiment, int64_t launch,
                           const qdr_cell *cell,
                           const qdr_measurement *measurement,
                           qdr_rank_spread spread, FILE *to);

#endif
