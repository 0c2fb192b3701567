/* harness/results/result.h -- the two files of an attempt at a launch (one
 * mpirun).
 *
 * A csv with every sample in long format, and a JSON with the verdict of every
 * cell, the provenance, and rows, length and SHA-256 of the csv. A launch that
 * measures writes the JSON anew about every second, and measures only cells
 * that no earlier attempt has: one that dies loses a second and the current
 * cell. A simulated launch is all or nothing: the last digits of its times
 * depend on when a cell begins. While it runs, NAME.running holds the number
 * of the current cell, to explain a launch that died. Format:
 * docs/result-format.md.
 */
#ifndef QUADRILLE_HARNESS_RESULTS_RESULT_H
#define QUADRILLE_HARNESS_RESULTS_RESULT_H

#include <jansson.h>
#include <stdbool.h>

#include "harness/experiment/experiment.h"
#include "harness/results/measurement.h"
#include "harness/results/rank_places.h"

/* The files of an attempt, while they are written. */
typedef struct qdr_result qdr_result;

/* qdr_result_open begins the files called `attempt` of `launch` in `folder`,
 * whose times are simulated or measured. `own` is an object or NULL; its
 * entries go into the provenance. It is released with the result, or on
 * failure. On one rank only. Release with qdr_result_close or, without a
 * result, qdr_result_discard. */
qdr_status qdr_result_open(const char *folder, const char *attempt,
                           const qdr_experiment *experiment,
                           const qdr_launch *launch, bool is_simulated,
                           json_t *own, qdr_result **out_result,
                           qdr_error *error);

/* qdr_result_set_spread sets the columns of the csv that are the same for every
 * cell; call it before the first. Without it they are empty, as in a
 * simulation. */
void qdr_result_set_spread(qdr_result *result, qdr_rank_spread spread);

/* qdr_result_has returns whether an earlier attempt has a VALID cell. */
bool qdr_result_has(const qdr_result *result, int64_t cell);

/* qdr_result_begin_cell records that `cell` is about to run. */
void qdr_result_begin_cell(qdr_result *result, const qdr_cell *cell);

/* qdr_result_add adds the cell's samples and its verdict. */
qdr_status qdr_result_add(qdr_result *result, const qdr_cell *cell,
                          const qdr_measurement *measurement, qdr_error *error);

/* qdr_result_close completes both files and frees `result`. */
qdr_status qdr_result_close(qdr_result *result, qdr_error *error);

/* qdr_result_discard frees `result` and leaves its files as they are, not
 * completed; NULL is legal. */
void qdr_result_discard(qdr_result *result);

#endif
