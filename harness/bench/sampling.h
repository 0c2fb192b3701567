/* harness/bench/sampling.h -- warms an exchange up and takes its samples. */
#ifndef QUADRILLE_HARNESS_BENCH_SAMPLING_H
#define QUADRILLE_HARNESS_BENCH_SAMPLING_H

#include <mpi.h>

#include "harness/bench/measurement.h"
#include "harness/bench/stamp.h"
#include "harness/experiment/experiment.h"

/* qdr_samples_take executes `plan` until it is warm, then samples it by the
 * rules of `measuring`. In the simulator, where every repetition equals the
 * first, that is one sample. Collective over `comm`; every rank comes to the
 * same status. Release with qdr_samples_cleanup. */
qdr_status qdr_samples_take(qdr_samples *samples, qdr_plan *plan,
                            const qdr_buffers *buffers,
                            const qdr_measuring *measuring, MPI_Comm comm,
                            qdr_error *error);

#endif
