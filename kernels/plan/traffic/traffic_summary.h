/* kernels/plan/traffic/traffic_summary.h -- the summary of all ranks' messages,
 * where each rank knows only its own. */
#ifndef QUADRILLE_KERNELS_PLAN_TRAFFIC_TRAFFIC_SUMMARY_H
#define QUADRILLE_KERNELS_PLAN_TRAFFIC_TRAFFIC_SUMMARY_H

#include "kernels/plan/state/plan_impl.h"

/* qdr_traffic_summary_scratch returns room for qdr_plan_agree_summary, in
 * proportion to the nodes of the plan's map; NULL: out of memory. Release with
 * free. */
int64_t *qdr_traffic_summary_scratch(const qdr_plan_impl *plan);

/* qdr_plan_agree_summary sets the problem's summary to that of all ranks'
 * messages, by one collective call. Every rank has its own messages in the
 * plan's pattern, and the same map of nodes, or none. Collective; every rank
 * returns the same status. */
qdr_status qdr_plan_agree_summary(qdr_plan_impl *plan, int64_t *room,
                                  qdr_error *error);

#endif
