/* kernels/building_blocks/hybrid_schedule.h -- the schedule of a hybrid, and
 * its cost without conflicts. */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_HYBRID_SCHEDULE_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_HYBRID_SCHEDULE_H

#include "kernels/building_blocks/hybrid.h"
#include "kernels/core/schedule/cost.h"

/* qdr_hybrid_schedule makes the schedule, without empty messages. For a problem
 * that is a part it makes only the sends and receives of problem->view.rank, in
 * time and memory in proportion to them. Release with qdr_schedule_cleanup. */
qdr_status qdr_hybrid_schedule(const qdr_hybrid *hybrid,
                               const qdr_problem *problem,
                               qdr_schedule *schedule, qdr_error *error);

/* qdr_hybrid_cost returns its cost among ranks that do not share links, by the
 * formulas of [barnett1994, Sec. 4]. It is exact if the root is 0 and the ranks
 * have parts of one length, else an upper bound. */
qdr_cost qdr_hybrid_cost(const qdr_hybrid *hybrid, const qdr_problem *problem);

#endif
