/* kernels/building_blocks/ranking.h -- all hybrids of a collective, sorted by
 * time. */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_RANKING_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_RANKING_H

#include "kernels/building_blocks/choice.h"

/* More processes have too many factorisations to enumerate. */
enum { QDR_MAX_RANKED_PROCS = 16384 };

/* A hybrid and its time in the model. */
typedef struct qdr_ranked {
    qdr_shape shape;
    double time_us;
} qdr_ranked;

/* qdr_rank_hybrids writes the fastest hybrids of an input, up to `room`, to
 * out[] by ascending time, and returns how many. It ranks those of the mesh
 * `sizes`; if that is NULL, those of every factorisation of the number of
 * processes, or of the rows and columns of the network's mesh. At most
 * QDR_MAX_RANKED_PROCS. */
int qdr_rank_hybrids(const qdr_choice_input *input, const qdr_shape *mesh,
                     qdr_ranked *out, int room);

#endif
