/* kernels/executor/transit.h -- places for blocks on their way through a rank.
 *
 * What is neither from this rank nor for it stands in a buffer between the
 * message that brings it and the one that takes it on. A block that is sent
 * leaves its place to later ones; one that arrives never takes the place of one
 * still to be sent [ponnusamy1992, Fig. 3: the higher rank unpacks before it
 * packs].
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_TRANSIT_H
#define QUADRILLE_KERNELS_EXECUTOR_TRANSIT_H

#include "kernels/core/problem.h"
#include "kernels/core/rank_schedule.h"

typedef struct qdr_transit {
    int64_t num_blocks;
    int64_t *blocks; /* that ever pass, ascending */
    int64_t *places; /* of each, while it is here */
    int64_t *vacant; /* [num_blocks] places given up */
    int64_t num_vacant, num_places;
    int64_t place_bytes; /* of the longest block */
} qdr_transit;

/* qdr_transit_init finds the blocks that pass the rank whose view it is.
 * Release with qdr_transit_cleanup. */
qdr_status qdr_transit_init(qdr_transit *transit, const qdr_problem *problem,
                            const qdr_schedule *schedule,
                            const qdr_rank_schedules *own, qdr_error *error);
void qdr_transit_cleanup(qdr_transit *transit);

/* For planning, in the order of the view, of blocks that init found in it:
 * qdr_transit_enter gives a block that arrives a place, and returns its bytes
 * from the start of the buffer; qdr_transit_leave tells that of one that is
 * sent on, whose place is then free. */
int64_t qdr_transit_enter(qdr_transit *transit, int64_t block);
int64_t qdr_transit_leave(qdr_transit *transit, int64_t block);

#endif
