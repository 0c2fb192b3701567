/* harness/measure/readings.h -- what ranks read from their clocks, checked
 * against itself.
 *
 * Pure. One clock never goes back. And whoever has heard from another rank
 * reads no less than that rank did before, if their clocks agree: so a sample
 * is at most as long as a rank's own time from when it was ready to its exit,
 * its late start included.
 */
#ifndef QUADRILLE_HARNESS_MEASURE_READINGS_H
#define QUADRILLE_HARNESS_MEASURE_READINGS_H

#include <stdint.h>

#include "kernels/core/base/status.h"

/* What a rank's readings of its clock tell about the clocks. */
typedef struct qdr_readings {
    int64_t last_ns;        /* the last one of this rank */
    int64_t backwards_ns;   /* by how much one was below the last one */
    int64_t ahead_ns;       /* by how much a clock was at least ahead */
    int64_t uncertainty_ns; /* of any rank, about the clock of rank 0 */
    int64_t resolution_ns;  /* of the coarsest clock; 0: not known */
} qdr_readings;

/* qdr_readings_init prepares for a first reading. */
void qdr_readings_init(qdr_readings *readings);

/* qdr_readings_note takes the next reading of this rank; returns it. */
int64_t qdr_readings_note(qdr_readings *readings, int64_t now_ns);

/* qdr_readings_order takes a reading `before_ns`, and one of another rank that
 * had heard from the first one when it read `after_ns`. */
void qdr_readings_order(qdr_readings *readings, int64_t before_ns,
                        int64_t after_ns);

/* qdr_readings_check_own fails if this rank's clock went back. */
qdr_status qdr_readings_check_own(const qdr_readings *readings,
                                  qdr_error *error);

/* qdr_readings_check fails if a clock was ahead of another by more than their
 * uncertainty allows, or one of took_ns[count] is below its resolution. */
qdr_status qdr_readings_check(const qdr_readings *readings,
                              const int64_t *took_ns, int count,
                              qdr_error *error);

#endif
