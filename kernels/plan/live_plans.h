/* kernels/plan/live_plans.h -- the plans in existence.
 *
 * A program may keep a copy of a pointer whose plan was freed, so a pointer to
 * a plan is no address: it holds the number of a slot and its generation. A
 * slot is never given back, and freeing its plan begins its next generation, so
 * a copy is recognised without reading freed memory. A slot whose generations
 * are used up is not used again.
 *
 * Any number of threads may call at a time. To find a plan takes no lock.
 */
#ifndef QUADRILLE_KERNELS_PLAN_LIVE_PLANS_H
#define QUADRILLE_KERNELS_PLAN_LIVE_PLANS_H

#include "kernels/core/status.h"
#include "kernels/quadrille.h"

/* What a pointer to a plan refers to; see plan_impl.h. */
typedef struct qdr_plan_impl qdr_plan_impl;

/* qdr_live_add returns a pointer to the new plan `body`, or NULL if memory runs
 * out. */
qdr_plan *qdr_live_add(qdr_plan_impl *body);

/* qdr_live_find returns the body of a plan, or NULL if there is none. */
qdr_plan_impl *qdr_live_find(const qdr_plan *plan);

/* qdr_live_replace makes a plan in existence refer to another body, and returns
 * the old one. No other thread uses the plan. */
qdr_plan_impl *qdr_live_replace(const qdr_plan *plan, qdr_plan_impl *body);

/* qdr_live_remove returns the body of a plan, or NULL, and takes the plan out
 * of those in existence. */
qdr_plan_impl *qdr_live_remove(const qdr_plan *plan);

/* qdr_live_refuse is the error of a pointer without one. */
qdr_status qdr_live_refuse(const qdr_plan *plan, qdr_error *error);

#endif
