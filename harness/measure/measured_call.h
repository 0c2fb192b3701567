/* harness/measure/measured_call.h -- which call plans a vector that is
 * measured.
 */
#ifndef QUADRILLE_HARNESS_MEASURE_MEASURED_CALL_H
#define QUADRILLE_HARNESS_MEASURE_MEASURED_CALL_H

#include "kernels/plan/plan.h"

/* qdr_measured_call returns the planning call of a problem about a vector. What
 * it holds is as stamp.h has it: of vectors to combine doubles, which are added
 * up, else bytes. The problem's network must outlive it. */
qdr_call qdr_measured_call(const qdr_problem *problem);

#endif
