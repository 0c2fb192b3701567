/* harness/measure/sampling.h -- warms an exchange up and takes its samples. */
#ifndef QUADRILLE_HARNESS_MEASURE_SAMPLING_H
#define QUADRILLE_HARNESS_MEASURE_SAMPLING_H

#include "harness/measure/sampler.h"

/* qdr_samples_take executes `task` until it is warm, then samples it by the
 * rules of `measuring`. In the simulator, where every repetition equals the
 * first, it takes one sample. Collective over `comm`; every rank returns the
 * same status. Release with qdr_samples_cleanup. */
qdr_status qdr_samples_take(qdr_samples *samples, const qdr_task *task,
                            const qdr_measuring *measuring, MPI_Comm comm,
                            qdr_error *error);

#endif
