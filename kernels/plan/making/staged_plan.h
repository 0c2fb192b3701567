/* kernels/plan/making/staged_plan.h -- plans by node whose ranks share memory.
 *
 * Messages and memory do not mix in one schedule. So each stage of by_node.h is
 * a plan of its own, on the ranks of a node or on the leaders, by `auto`, which
 * goes through memory where that is faster; a plan executes one after another.
 */
#ifndef QUADRILLE_KERNELS_PLAN_MAKING_STAGED_PLAN_H
#define QUADRILLE_KERNELS_PLAN_MAKING_STAGED_PLAN_H

#include "kernels/plan/state/plan_impl.h"

/* qdr_plan_take_stages makes the stages of a plan whose algorithm is by node,
 * if one goes through memory. Where MPI has no communicators for them, a plan
 * that `wanted` an `auto` chooses again, and one by name sends messages.
 * Collective; all ranks have the same problem, and return the same status. */
qdr_status qdr_plan_take_stages(qdr_plan_impl *plan, const qdr_kernel *wanted,
                                qdr_error *error);

/* A qdr_stage_maker plans a stage of `vector` on the ranks of this one's node,
 * or on the leaders, whose network and root `own` has, and sets *out_exchange
 * to its exchange. */
typedef qdr_status
qdr_stage_maker(void *context, bool is_inside, const qdr_problem *own,
                const qdr_vector *vector, qdr_staged_plans *staged,
                qdr_exchange **out_exchange, qdr_error *error);

/* qdr_staged_plans_make makes the stages of a plan. Collective, and all ranks
 * return the same status; local if this rank `is_alone`. */
qdr_status qdr_staged_plans_make(qdr_plan_impl *plan, qdr_stage_maker *maker,
                                 void *context, bool is_alone,
                                 qdr_error *error);

#endif
