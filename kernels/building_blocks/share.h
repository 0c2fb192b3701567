/* kernels/building_blocks/share.h -- which bytes of the vector a group works
 * on.
 *
 * Before a dimension is gone through, the ranks that differ from one another in
 * it and in later ones alone share a part of the vector; in the dimension it is
 * split among their places. Whose parts are whose is told by the collective
 * where a rank has its own part before or after it (scatter, gather, allgather,
 * reduce_scatter): then what a place gets is the parts of all ranks that stand
 * there. In others it is free, and every share is one piece of the vector.
 */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_SHARE_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_SHARE_H

#include "kernels/building_blocks/hybrid.h"

/* Of the share of the group of `rank` in a dimension, that of the places first
 * .. last; in the dimension behind the last one, all of it. */
typedef struct qdr_share {
    const qdr_hybrid *hybrid;
    const qdr_problem *problem;
    int rank, dimension, first, last;
} qdr_share;

/* qdr_share_visit calls `visit` for each interval of bytes of a share, in
 * ascending order, until a call fails; empty ones are left out. */
qdr_status qdr_share_visit(const qdr_share *share,
                           qdr_status (*visit)(void *context, int64_t begin,
                                               int64_t end),
                           void *context);

/* qdr_share_max_bytes returns an upper bound for the bytes of one place's
 * share in a dimension; the exact number where every rank's part, or every
 * share, is of one length. */
int64_t qdr_share_max_bytes(const qdr_hybrid *hybrid,
                            const qdr_problem *problem, int dimension);

#endif
