/* kernels/plan/default_algorithm.h -- the row of a planning call that names
 * none. */
#ifndef QUADRILLE_KERNELS_PLAN_DEFAULT_ALGORITHM_H
#define QUADRILLE_KERNELS_PLAN_DEFAULT_ALGORITHM_H

#include "kernels/core/mode.h"
#include "kernels/core/problem.h"

typedef struct qdr_default_algorithm {
    const char *name;
    qdr_mode mode; /* unless another one is asked for */
} qdr_default_algorithm;

/* qdr_default_algorithm_of returns the one for a collective that is planned: a
 * row for all its problems, without parameters that are needed. */
const qdr_default_algorithm *
qdr_default_algorithm_of(qdr_collective collective);

#endif
