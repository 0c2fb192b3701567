/* harness/sweep/progress/heartbeat.h -- signs of life of an array task, in a
 * file of the results folder. */
#ifndef QUADRILLE_HARNESS_SWEEP_PROGRESS_HEARTBEAT_H
#define QUADRILLE_HARNESS_SWEEP_PROGRESS_HEARTBEAT_H

#include "harness/sweep/loading/sweep.h"

enum { QDR_HEARTBEAT_S = 5 /* from one beat of a task to the next */ };

/* qdr_heartbeat writes a number for `task` that differs each time. */
void qdr_heartbeat(const qdr_sweep *sweep, int64_t task);

/* qdr_heartbeat_last returns the last number of `task`; -1: none. */
int64_t qdr_heartbeat_last(const qdr_sweep *sweep, int64_t task);

#endif
