/* kernels/plan/making/plan_choice.h -- a plan's algorithm and options. */
#ifndef QUADRILLE_KERNELS_PLAN_MAKING_PLAN_CHOICE_H
#define QUADRILLE_KERNELS_PLAN_MAKING_PLAN_CHOICE_H

#include "kernels/plan/state/plan_impl.h"

/* qdr_plan_choose reads the algorithm and its options into the plan. NULL and
 * "auto" are the collective's choice, which qdr_plan_resolve_auto replaces.
 * Local. */
qdr_status qdr_plan_choose(qdr_plan_impl *plan, const qdr_call *call,
                           const char *algorithm, const qdr_plan_options *given,
                           qdr_error *error);

/* qdr_plan_resolve_auto replaces `auto` by the algorithm that it takes for the
 * plan's problem, but reads only what all ranks know of it. A call's learn does
 * so once that is known. */
qdr_status qdr_plan_resolve_auto(qdr_plan_impl *plan, qdr_error *error);

#endif
