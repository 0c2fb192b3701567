/* harness/clock/clock.h -- the one clock of a launch (one mpirun), and a common
 * start.
 *
 * Two implementations: clock_monotonic.c for real machines, and
 * ../simulator/clock_simulated.c.
 */
#ifndef QUADRILLE_HARNESS_CLOCK_CLOCK_H
#define QUADRILLE_HARNESS_CLOCK_CLOCK_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/base/status.h"

/* qdr_clock_init makes all ranks of `comm` read one clock, that of rank 0.
 * Collective. */
qdr_status qdr_clock_init(MPI_Comm comm, qdr_error *error);

/* qdr_clock_resync synchronises again, against drift, if a second has passed
 * since the last time. Ranks that share a clock do nothing. Collective. */
qdr_status qdr_clock_resync(MPI_Comm comm, qdr_error *error);

/* qdr_clock_now_ns returns the time in nanoseconds since an unspecified moment
 * that is the same on all ranks. */
int64_t qdr_clock_now_ns(void);

/* qdr_clock_uncertainty_ns returns the max error so far of this rank's estimate
 * of the clock of rank 0; 0 if the clock is its own. */
int64_t qdr_clock_uncertainty_ns(void);

/* qdr_clock_start_together returns on every rank at about the same time: after
 * a barrier. Simulated: at the same time but for the machine's start skew,
 * which `draw` draws; nothing that ran before matters. Collective. */
qdr_status qdr_clock_start_together(MPI_Comm comm, uint64_t draw,
                                    qdr_error *error);

/* qdr_clock_agree makes *time_ns the latest of all ranks', by messages of our
 * own: the MPI library's collectives are what is measured. Collective. */
qdr_status qdr_clock_agree(MPI_Comm comm, int64_t *time_ns, qdr_error *error);

/* qdr_clock_wait_until returns as soon as the clock shows that time, awake, and
 * by how much it came later. */
int64_t qdr_clock_wait_until(int64_t time_ns);

/* qdr_clock_is_simulated returns whether time is simulated, which makes every
 * repetition of a cell equal to its first. */
int qdr_clock_is_simulated(void);

/* The time to read the clock, and its resolution, in ns; 0 if simulated. */
typedef struct qdr_timer {
    int64_t overhead_ns, resolution_ns;
} qdr_timer;

/* qdr_clock_timer measures it. Local; takes about a millisecond. */
qdr_timer qdr_clock_timer(void);

#endif
