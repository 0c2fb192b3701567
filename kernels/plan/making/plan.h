/* kernels/plan/making/plan.h -- how a plan is made, in phases.
 *
 * The planning calls of quadrille.h go through all of them; the harness
 * calls them one by one, to time the code that ships. Every phase is collective
 * over the plan's communicator, and every rank returns the same status.
 */
#ifndef QUADRILLE_KERNELS_PLAN_MAKING_PLAN_H
#define QUADRILLE_KERNELS_PLAN_MAKING_PLAN_H

#include "kernels/plan/state/plan_impl.h"

/* qdr_call_vector describes the call of a collective on a vector. */
qdr_call qdr_call_vector(qdr_collective collective, const qdr_vector *vector,
                         int root);

/* qdr_plan_begin makes an empty plan, after all ranks have agreed on the same
 * call. NULL for out_plan is an error, like any error of one rank. Unless a
 * rank has no communicator, every rank returns the same status. Release it with
 * qdr_plan_free. */
qdr_status qdr_plan_begin(qdr_plan **out_plan, const qdr_call *call,
                          const char *algorithm,
                          const qdr_plan_options *options, MPI_Comm comm,
                          qdr_error *error);

/* qdr_plan_learn learns the exchange. qdr_plan_build makes the schedule, if the
 * algorithm has one; it is local, and the ranks do not yet agree on its status.
 * qdr_plan_bind makes the schedule, or the algorithm's engine, ready for this
 * rank, and releases pattern and schedule. */
qdr_status qdr_plan_learn(qdr_plan *plan, const qdr_call *call,
                          qdr_error *error);
qdr_status qdr_plan_build(qdr_plan *plan, qdr_error *error);
qdr_status qdr_plan_bind(qdr_plan *plan, qdr_error *error);

/* qdr_plan_make goes through all phases; on a failure nothing is left. */
qdr_status qdr_plan_make(qdr_plan **out_plan, const qdr_call *call,
                         const char *algorithm, const qdr_plan_options *options,
                         MPI_Comm comm, qdr_error *error);

/* qdr_plan_clear releases what a body holds of its messages, and waits for
 * transfers in progress: the algorithm, its parameters, the nodes and the
 * communicator stay. */
void qdr_plan_clear(qdr_plan_impl *body);

/* qdr_plan_set_indexed is qdr_exchange_set_indexed of a plan's exchange. */
qdr_status qdr_plan_set_indexed(qdr_plan *plan, const qdr_indexed_buffer *data,
                                qdr_error *error);

/* qdr_plan_check_running fails unless MPI may be called. */
qdr_status qdr_plan_check_running(qdr_error *error);

/* qdr_plan_count writes this rank's counts of the last execution, as
 * qdr_exchange_count. */
int qdr_plan_count(const qdr_plan *plan, qdr_counter *counts);

/* qdr_plan_is_local returns whether a rank can plan from its own messages
 * alone. A schedule in a mode with barriers needs the number of rounds of the
 * others; algorithms without a schedule have no mode. */
bool qdr_plan_is_local(const qdr_plan_impl *plan);

#endif
