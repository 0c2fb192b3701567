/* harness/measure/measured_call.h -- the planning call of a measured vector. */
#ifndef QUADRILLE_HARNESS_MEASURE_MEASURED_CALL_H
#define QUADRILLE_HARNESS_MEASURE_MEASURED_CALL_H

#include "kernels/plan/api/plan_calls.h"

/* qdr_measured_call returns the planning call of a problem about a vector. The
 * vector's content is as test_pattern.h defines it: doubles, which are summed,
 * if vectors are combined, else bytes. The problem's network must outlive the
 * call. */
qdr_call qdr_measured_call(const qdr_problem *problem);

#endif
