/* kernels/executor/transit.h -- places for blocks on their way through a rank.
 *
 * A block that is neither from this rank nor for it is in a buffer between the
 * message that brings it and the one that takes it on. A sent block leaves its
 * place to later ones; an arriving block never takes the place of one still to
 * be sent [ponnusamy1992, Fig. 3: the higher rank unpacks before it packs].
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_TRANSIT_H
#define QUADRILLE_KERNELS_EXECUTOR_TRANSIT_H

#include "kernels/core/problem.h"
#include "kernels/core/rank_schedule.h"

/* Bytes of the buffer for one block at a time. */
typedef struct qdr_transit_place {
    int64_t begin, bytes;
} qdr_transit_place;

/* The blocks that pass through a rank, and the places that they take
 * in turns. */
typedef struct qdr_transit {
    const qdr_problem *problem;
    int64_t num_blocks;
    int64_t *blocks;           /* all in transit, ascending */
    qdr_transit_place *places; /* of each, while it is here */
    qdr_transit_place *vacant; /* [num_blocks] places given up */
    int64_t num_vacant;
    int64_t bytes; /* of all places */
} qdr_transit;

/* qdr_transit_init finds the blocks in transit in a rank's schedule; it keeps
 * the pointer to the problem. Release with qdr_transit_cleanup. */
qdr_status qdr_transit_init(qdr_transit *transit, const qdr_problem *problem,
                            const qdr_schedule *schedule,
                            const qdr_rank_schedules *own, qdr_error *error);
void qdr_transit_cleanup(qdr_transit *transit);

/* For planning, in the order of the rank's schedule, for blocks that init found
 * in it. qdr_transit_enter gives an arriving block a place, and returns its
 * bytes from the start of the buffer; qdr_transit_leave returns the place of a
 * block that is sent on, and frees it for a block that fits: blocks of one
 * length take few places, and all together no more than their bytes. */
int64_t qdr_transit_enter(qdr_transit *transit, int64_t block);
int64_t qdr_transit_leave(qdr_transit *transit, int64_t block);

#endif
