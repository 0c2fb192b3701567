/* harness/sweep/beat.h -- signs of life of an array task, in a file of the
 * results folder. */
#ifndef QUADRILLE_HARNESS_SWEEP_BEAT_H
#define QUADRILLE_HARNESS_SWEEP_BEAT_H

#include "harness/sweep/sweep.h"

enum { QDR_BEAT_S = 5 /* from one beat of a task to the next */ };

/* qdr_beat writes a number for `task` that differs each time. */
void qdr_beat(const qdr_sweep *sweep, int64_t task);

/* qdr_beat_last returns the last number of `task`; -1: none. */
int64_t qdr_beat_last(const qdr_sweep *sweep, int64_t task);

#endif
