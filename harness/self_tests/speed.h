/* harness/self_tests/speed.h -- what the programs of `bench self` share. */
#ifndef QUADRILLE_HARNESS_SELF_TESTS_SPEED_H
#define QUADRILLE_HARNESS_SELF_TESTS_SPEED_H

#include "kernels/core/base/error.h"

/* qdr_speed_require aborts MPI, and prints the error, unless `status` is
 * QDR_OK. */
void qdr_speed_require(qdr_status status, const qdr_error *error);

/* qdr_speed_keep_min lowers *min to `value`; 0: there is none yet. */
void qdr_speed_keep_min(double *min, double value);

#endif
