/* kernels/plan/plan_load.h -- the load of all ranks' messages, where each rank
 * knows only its own. */
#ifndef QUADRILLE_KERNELS_PLAN_PLAN_LOAD_H
#define QUADRILLE_KERNELS_PLAN_PLAN_LOAD_H

#include "kernels/plan/plan.h"

/* qdr_load_room returns room for qdr_plan_agree_load, in proportion to the
 * nodes of the plan's map; NULL: out of memory. Release with free. */
int64_t *qdr_load_room(const qdr_plan_body *plan);

/* qdr_plan_agree_load sets the problem's load to that of all ranks' messages,
 * by one collective call. Every rank has its own messages in the plan's
 * pattern, and the same map of nodes, or none. Collective; every rank returns
 * the same status. */
qdr_status qdr_plan_agree_load(qdr_plan_body *plan, int64_t *room,
                               qdr_error *error);

#endif
