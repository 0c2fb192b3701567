/* kernels/building_blocks/share.h -- which bytes of the vector a group works
 * on.
 *
 * Before a dimension, ranks that differ only in it and in later ones share a
 * part of the vector; the dimension splits it among their places. In a
 * collective where a rank has its own part before or after (scatter, gather,
 * allgather, reduce_scatter), a place gets the parts of all ranks at that
 * place. In other collectives the assignment is free, and every share is one
 * piece of the vector.
 */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_SHARE_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_SHARE_H

#include "kernels/building_blocks/hybrid.h"

/* The part of the places first .. last in the share of the group of `rank` in a
 * dimension; after the last dimension, the whole share. */
typedef struct qdr_share {
    const qdr_hybrid *hybrid;
    const qdr_problem *problem;
    int rank, dimension, first, last;
} qdr_share;

/* qdr_share_is_owned returns whether ranks have parts of their own. */
bool qdr_share_is_owned(const qdr_problem *problem);

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
