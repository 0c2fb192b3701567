/* harness/sweep/loading/sweep_check.h -- whether an experiment fits its
 * machine. */
#ifndef QUADRILLE_HARNESS_SWEEP_LOADING_SWEEP_CHECK_H
#define QUADRILLE_HARNESS_SWEEP_LOADING_SWEEP_CHECK_H

#include "harness/sweep/loading/sweep.h"

/* qdr_sweep_check refuses, naming the experiment's line, values that the
 * machine cannot run: process layouts, traffic that cannot be made or that an
 * algorithm does not accept, and on simulated machines features that they lack.
 * Reads the files that parameters name. */
qdr_status qdr_sweep_check(const qdr_sweep *sweep, qdr_error *error);

#endif
