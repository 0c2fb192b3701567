/* kernels/building_blocks/forward_schedule.h -- the schedule of messages that
 * ranks forward, made of their hops or of a route. */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_FORWARD_SCHEDULE_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_FORWARD_SCHEDULE_H

#include "kernels/core/problem/problem.h"
#include "kernels/core/schedule/route.h"
#include "kernels/core/schedule/schedule.h"

/* A message of the pattern, or a piece of one, goes from one rank to another. A
 * piece leaves a rank between its ends as it came there. */
typedef struct qdr_hop {
    int64_t message;
    int64_t offset, bytes; /* of the piece */
    int64_t round;
    int from, to;
    int64_t place; /* of its message in the schedule; set when sorted */
} qdr_hop;

/* qdr_schedule_init_hops makes the schedule of `hops[num_hops]`, in any
 * order; it sorts them. In a round all that goes from one rank to another is
 * one message; the nearest receiver is first. Rounds without hops, among the
 * first `num_rounds`, are kept in a part of a pattern. O(hops log hops) time.
 * Release with qdr_schedule_cleanup. */
qdr_status qdr_schedule_init_hops(qdr_schedule *schedule,
                                  const qdr_problem *problem, qdr_hop *hops,
                                  int64_t num_hops, int64_t num_rounds,
                                  qdr_error *error);

/* qdr_schedule_init_routed sends the messages of the problem's pattern on
 * `route`. In a round all that a rank has for another one are one message; the
 * nearest receiver is first. Of a part of a pattern, only the messages of the
 * problem's rank are scheduled: it needs those of the pattern that pass it.
 * O(transfers log transfers) time. Release with qdr_schedule_cleanup. */
qdr_status qdr_schedule_init_routed(qdr_schedule *schedule,
                                    const qdr_problem *problem,
                                    const qdr_route *route, qdr_error *error);

#endif
