/* harness/self_tests/trial.h -- one exchange, for tests. */
#ifndef QUADRILLE_HARNESS_SELF_TESTS_TRIAL_H
#define QUADRILLE_HARNESS_SELF_TESTS_TRIAL_H

#include "harness/measure/test_pattern.h"
#include "kernels/plan/api/plan_calls.h"

/* qdr_trial_plan plans `problem`, which is known to every rank, by the calls of
 * ../../kernels/quadrille.h, as any program would. It ignores seed and values
 * of the problem: `options` has them. Collective; release with qdr_plan_free.
 */
qdr_status qdr_trial_plan(qdr_plan **out_plan, const qdr_kernel *kernel,
                          const qdr_plan_options *options,
                          const qdr_problem *problem, MPI_Comm comm,
                          qdr_error *error);

/* qdr_trial_run plans, executes twice, each time into a poisoned receive
 * buffer, messages the second time from and to scattered data, and compares
 * every byte with its stamp, and the whole buffer with that of MPI_Alltoallv
 * unless there are QDR_TRIAL_MANY ranks or more. Collective; every rank returns
 * the failure of any rank, so that none waits for another. */
qdr_status qdr_trial_run(const qdr_kernel *kernel,
                         const qdr_plan_options *options,
                         const qdr_problem *problem, MPI_Comm comm,
                         qdr_error *error);

/* The simulator's own MPI_Alltoallv would have p^2 messages in progress. */
enum { QDR_TRIAL_MANY = 64 /* ranks */ };

/* qdr_trial_info describes an exchange that is bound without a plan, to test
 * input that planning would refuse. */
qdr_plan_info qdr_trial_info(const qdr_exchange *exchange);

#endif
