/* harness/bench/measure.h -- measures one cell. */
#ifndef QUADRILLE_HARNESS_BENCH_MEASURE_H
#define QUADRILLE_HARNESS_BENCH_MEASURE_H

#include <mpi.h>

#include "harness/bench/sampling.h"

typedef struct qdr_measurement {
    qdr_status status; /* QDR_OK: VALID; else INVALID, and no samples */
    qdr_error reason;
    int64_t num_messages;
    int64_t total_bytes;
    int max_degree;
    int64_t num_rounds;
    int64_t plan_ns;     /* making schedule and plan, the slowest rank; -1 where
                            time is simulated and computing costs none */
    qdr_samples samples; /* none of an INVALID cell */
} qdr_measurement;

/* qdr_measure makes the cell's pattern, schedule and plan, proves the schedule,
 * exchanges once and verifies every byte, takes samples by the rules of
 * `measuring`, and verifies again. Every rank comes to the same status.
 * Collective over `comm`, whose size is the cell's procs. Release with
 * qdr_measurement_cleanup. */
void qdr_measure(const qdr_cell *cell, const qdr_measuring *measuring,
                 MPI_Comm comm, qdr_measurement *out_measurement);

void qdr_measurement_cleanup(qdr_measurement *measurement);

#endif
