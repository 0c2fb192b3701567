/* harness/self_tests/trial.h -- one exchange tried out, for tests. */
#ifndef QUADRILLE_HARNESS_SELF_TESTS_TRIAL_H
#define QUADRILLE_HARNESS_SELF_TESTS_TRIAL_H

#include "harness/measure/stamp.h"
#include "kernels/executor/exchange.h"

/* qdr_trial_plan plans what `problem` asks for, which every rank knows, as any
 * program would, by the calls of ../../kernels/quadrille.h. Of the problem,
 * seed and values are left out: `options` has them. Collective; release with
 * qdr_plan_free. */
qdr_status qdr_trial_plan(qdr_plan **out_plan, const qdr_kernel *kernel,
                          const qdr_plan_options *options,
                          const qdr_problem *problem, MPI_Comm comm,
                          qdr_error *error);

/* qdr_trial_run plans, executes twice, each time into a spoilt receive buffer,
 * and holds every byte against its stamp, and the whole buffer against that of
 * MPI_Alltoallv unless there are QDR_TRIAL_MANY ranks or more. Collective; what
 * one rank finds, every rank returns, so that none waits for another. */
qdr_status qdr_trial_run(const qdr_kernel *kernel,
                         const qdr_plan_options *options,
                         const qdr_problem *problem, MPI_Comm comm,
                         qdr_error *error);

/* The simulator's own MPI_Alltoallv would have p^2 messages under way. */
enum { QDR_TRIAL_MANY = 64 /* ranks */ };

/* qdr_trial_info describes an exchange that is bound without a plan, to see
 * what no plan would let through. */
qdr_plan_info qdr_trial_info(const qdr_exchange *exchange);

#endif
