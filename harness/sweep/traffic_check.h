/* harness/sweep/traffic_check.h -- whether the demands of a sweep can be made,
 * and its algorithms take them. */
#ifndef QUADRILLE_HARNESS_SWEEP_TRAFFIC_CHECK_H
#define QUADRILLE_HARNESS_SWEEP_TRAFFIC_CHECK_H

#include "harness/sweep/sweep.h"

/* qdr_traffic_check refuses, naming the experiment's line, parameters that no
 * demand meets, and what would be INVALID, cell after cell, with the number of
 * cells. */
qdr_status qdr_traffic_check(const qdr_sweep *sweep, qdr_error *error);

/* qdr_traffic_count_empty returns how many cells exchange nothing. */
int64_t qdr_traffic_count_empty(const qdr_sweep *sweep);

#endif
