/* kernels/executor/transit.h -- places for blocks on their way through a rank.
 *
 * A block, or a piece of one, that is neither from this rank nor for it is in a
 * buffer between the message that brings it and the one that takes it on, as it
 * came. What is sent leaves its place to later ones; what arrives never takes
 * the place of what is still to be sent [ponnusamy1992, Fig. 3: the higher rank
 * unpacks before it packs].
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_TRANSIT_H
#define QUADRILLE_KERNELS_EXECUTOR_TRANSIT_H

#include "kernels/core/problem/problem.h"
#include "kernels/core/schedule/rank_schedule.h"

/* Bytes of the buffer for one piece at a time. */
typedef struct qdr_transit_place {
    int64_t begin, bytes;
} qdr_transit_place;

/* Bytes of a block, from `offset` on, that came together. */
typedef struct qdr_transit_piece {
    int64_t block, offset;
    int64_t bytes;
    qdr_transit_place place; /* while it is here */
} qdr_transit_piece;

/* What passes through a rank, and the places that it takes in turns. */
typedef struct qdr_transit {
    int64_t num_pieces;
    qdr_transit_piece *pieces; /* by block, then offset */
    qdr_transit_place *vacant; /* [num_pieces] places given up */
    int64_t num_vacant;
    int64_t bytes; /* of all places */
} qdr_transit;

/* qdr_transit_init finds what is in transit in a rank's schedule. Release with
 * qdr_transit_cleanup. */
qdr_status qdr_transit_init(qdr_transit *transit, const qdr_problem *problem,
                            const qdr_schedule *schedule,
                            const qdr_rank_schedules *own, qdr_error *error);
void qdr_transit_cleanup(qdr_transit *transit);

/* For planning, in the order of the rank's schedule. qdr_transit_enter gives an
 * arriving piece a place, and returns its bytes from the start of the buffer;
 * qdr_transit_leave returns the place of one that is sent on, and frees it for
 * one that fits: pieces of one length take few places, and all together no more
 * than their bytes. -1: no such piece arrives here. */
int64_t qdr_transit_enter(qdr_transit *transit, int64_t block, int64_t offset,
                          int64_t bytes);
int64_t qdr_transit_leave(qdr_transit *transit, int64_t block, int64_t offset,
                          int64_t bytes);

#endif
