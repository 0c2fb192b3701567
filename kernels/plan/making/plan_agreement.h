/* kernels/plan/making/plan_agreement.h -- the ranks agree on a planning call.
 */
#ifndef QUADRILLE_KERNELS_PLAN_MAKING_PLAN_AGREEMENT_H
#define QUADRILLE_KERNELS_PLAN_MAKING_PLAN_AGREEMENT_H

#include "kernels/plan/state/plan_impl.h"

/* qdr_plan_agree_on_call fails on every rank unless all ranks plan the same
 * exchange: otherwise they would wait for each other. Collective. */
qdr_status qdr_plan_agree_on_call(const qdr_plan_impl *plan,
                                  const qdr_call *call, qdr_error *error);

#endif
