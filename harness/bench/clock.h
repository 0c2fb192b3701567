/* harness/bench/clock.h -- the one clock of a launch, and a common start.
 *
 * Two implementations: clock_monotonic.c for real machines, and
 * ../simulator/clock_simulated.c.
 */
#ifndef QUADRILLE_HARNESS_BENCH_CLOCK_H
#define QUADRILLE_HARNESS_BENCH_CLOCK_H

#include <mpi.h>
#include <stdint.h>

#include "kernels/core/status.h"

/* qdr_clock_init makes sure that all ranks of `comm` read the same clock; if
 * they do not, fails on every rank. Collective. */
qdr_status qdr_clock_init(MPI_Comm comm, qdr_error *error);

/* qdr_clock_now_ns returns the time in nanoseconds since an unspecified moment
 * that is the same on all ranks. */
int64_t qdr_clock_now_ns(void);

/* qdr_clock_start_together returns on every rank at about (simulated: exactly)
 * the same time. Collective. */
qdr_status qdr_clock_start_together(MPI_Comm comm, qdr_error *error);

/* qdr_clock_is_simulated tells whether time is simulated, which makes every
 * repetition of a cell equal to its first. */
int qdr_clock_is_simulated(void);

#endif
