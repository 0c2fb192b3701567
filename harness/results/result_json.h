/* harness/results/result_json.h -- parts of the JSON of a launch. Each function
 * returns a new object or array, owned by the caller; NULL: out of memory. */
#ifndef QUADRILLE_HARNESS_RESULTS_RESULT_JSON_H
#define QUADRILLE_HARNESS_RESULTS_RESULT_JSON_H

#include <jansson.h>

#include "harness/experiment/experiment.h"
#include "harness/results/measurement.h"

/* qdr_verdict_new returns the verdict of a cell, and its reasons. */
json_t *qdr_verdict_new(const qdr_cell *cell,
                        const qdr_measurement *measurement);

/* qdr_workload_describe and qdr_algorithms_describe return the names that the
 * workload and the algorithms of an experiment give themselves and their
 * parameters, so that figures need no second table. */
json_t *qdr_workload_describe(const qdr_experiment *experiment);
json_t *qdr_algorithms_describe(const qdr_experiment *experiment);

#endif
