/* kernels/plan/default_algorithm.h -- the algorithm of a planning call that
 * names none. */
#ifndef QUADRILLE_KERNELS_PLAN_DEFAULT_ALGORITHM_H
#define QUADRILLE_KERNELS_PLAN_DEFAULT_ALGORITHM_H

#include "kernels/core/mode.h"
#include "kernels/core/problem.h"

/* An algorithm, and the mode that it is planned with. */
typedef struct qdr_default_algorithm {
    const char *name;
    qdr_mode mode; /* unless the options name another one */
} qdr_default_algorithm;

/* qdr_default_algorithm_of returns the default for a collective: an algorithm
 * that accepts all its problems and has no required parameters. */
const qdr_default_algorithm *
qdr_default_algorithm_of(qdr_collective collective);

#endif
