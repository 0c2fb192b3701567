/* kernels/plan/making/shared_plan.h -- plans through memory that the ranks of a
 * node share.
 */
#ifndef QUADRILLE_KERNELS_PLAN_MAKING_SHARED_PLAN_H
#define QUADRILLE_KERNELS_PLAN_MAKING_SHARED_PLAN_H

#include "kernels/plan/state/plan_impl.h"

/* qdr_shared_say_refused says on rank 0 of a communicator that it has no memory
 * to share, and why; once, as the program works without. */
void qdr_shared_say_refused(int rank, const qdr_error *why);

/* qdr_plan_choose_messages chooses again, without memory, for a plan that
 * `wanted` an `auto`; one by name keeps its algorithm. Collective; all ranks
 * return the same status. */
qdr_status qdr_plan_choose_messages(qdr_plan_impl *plan,
                                    const qdr_kernel *wanted, qdr_error *error);

/* qdr_plan_take_slot takes a slot in shared memory, if the plan's algorithm
 * needs one. Without a slot, a plan that `wanted` an `auto` gets another
 * algorithm, and others fail. Collective; all ranks have the same problem, and
 * return the same status. */
qdr_status qdr_plan_take_slot(qdr_plan_impl *plan, const qdr_kernel *wanted,
                              qdr_error *error);

#endif
