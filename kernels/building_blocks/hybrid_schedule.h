/* kernels/building_blocks/hybrid_schedule.h -- the schedule of a hybrid, and
 * what it costs without conflicts. */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_HYBRID_SCHEDULE_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_HYBRID_SCHEDULE_H

#include "kernels/building_blocks/hybrid.h"
#include "kernels/core/cost.h"

/* qdr_hybrid_schedule makes it; of a problem that is a part, what problem->rank
 * sends and receives alone, in time and memory in proportion to that. Messages
 * without bytes are left out. Release with qdr_schedule_cleanup. */
qdr_status qdr_hybrid_schedule(const qdr_hybrid *hybrid,
                               const qdr_problem *problem,
                               qdr_schedule *schedule, qdr_error *error);

/* qdr_hybrid_cost returns what it costs among ranks that do not share links, by
 * the formulas of [barnett1994, Sec. 4]: exactly if the root is 0 and the ranks
 * have parts of one length, else at most. */
qdr_cost qdr_hybrid_cost(const qdr_hybrid *hybrid, const qdr_problem *problem);

#endif
