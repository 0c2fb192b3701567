/* harness/sweep/loading/traffic_check.h -- whether the traffic of a sweep can
 * be made, and its algorithms accept it. */
#ifndef QUADRILLE_HARNESS_SWEEP_LOADING_TRAFFIC_CHECK_H
#define QUADRILLE_HARNESS_SWEEP_LOADING_TRAFFIC_CHECK_H

#include "harness/sweep/loading/sweep.h"

/* qdr_traffic_check refuses, naming the experiment's line, parameters with
 * which no pattern can be made, and cells that would be INVALID one after
 * another, with their number. */
qdr_status qdr_traffic_check(const qdr_sweep *sweep, qdr_error *error);

/* qdr_traffic_count_empty returns the number of cells that exchange nothing. */
int64_t qdr_traffic_count_empty(const qdr_sweep *sweep);

#endif
