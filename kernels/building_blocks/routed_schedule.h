/* kernels/building_blocks/routed_schedule.h -- the schedule of messages that
 * ranks forward on a route. */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_ROUTED_SCHEDULE_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_ROUTED_SCHEDULE_H

#include "kernels/core/problem/problem.h"
#include "kernels/core/schedule/route.h"
#include "kernels/core/schedule/schedule.h"

/* qdr_schedule_init_routed sends the messages of the problem's pattern on
 * `route`. In a round all that a rank has for another one are one message; the
 * nearest receiver is first. Of a part of a pattern, only the messages of the
 * problem's rank are scheduled: it needs those of the pattern that pass it.
 * O(transfers log transfers) time. Release with qdr_schedule_cleanup. */
qdr_status qdr_schedule_init_routed(qdr_schedule *schedule,
                                    const qdr_problem *problem,
                                    const qdr_route *route, qdr_error *error);

#endif
