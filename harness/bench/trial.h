/* harness/bench/trial.h -- one exchange tried out, for tests. */
#ifndef QUADRILLE_HARNESS_BENCH_TRIAL_H
#define QUADRILLE_HARNESS_BENCH_TRIAL_H

#include "kernels/executor/exchange.h"

/* qdr_trial_plan plans the row's exchange of `problem` on `comm`: its schedule
 * in `mode`, or, without one, the library's call or what is decided at run
 * time. Collective; release with qdr_exchange_cleanup. */
qdr_status qdr_trial_plan(const qdr_kernel *kernel, const qdr_mode *mode,
                          const qdr_problem *problem, int rank, MPI_Comm comm,
                          qdr_exchange *exchange, qdr_error *error);

/* qdr_trial_run plans, executes twice, each time into a spoilt receive buffer,
 * and holds every byte against its stamp, and the whole buffer against that of
 * MPI_Alltoallv unless there are QDR_TRIAL_MANY ranks or more. Collective; what
 * one rank finds, every rank returns, so that none waits for another. */
qdr_status qdr_trial_run(const qdr_kernel *kernel, const qdr_mode *mode,
                         const qdr_problem *problem, int rank, MPI_Comm comm,
                         qdr_error *error);

/* The simulator's own MPI_Alltoallv would have p^2 messages under way. */
enum { QDR_TRIAL_MANY = 64 /* ranks */ };

#endif
