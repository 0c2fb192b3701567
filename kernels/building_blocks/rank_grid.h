/* kernels/building_blocks/rank_grid.h -- ranks as a grid in which those of a
 * line exchange all they have, one dimension after another. */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_RANK_GRID_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_RANK_GRID_H

#include "kernels/building_blocks/folding.h"

enum { QDR_MAX_GRID_DIMENSIONS = 22 /* 2^22 is QDR_MAX_PROCS */ };

/* A grid, and the ranks that are folded onto it. Plain data. */
typedef struct qdr_rank_grid {
    qdr_folding pairs;
    int num_dimensions, num_ranks;
    int size[QDR_MAX_GRID_DIMENSIONS]; /* descending; neighbours are in the
                                          first */
    double time_us; /* predicted, of the exchanges and the folding */
} qdr_rank_grid;

/* qdr_rank_grid_of returns the fastest grid whose longest dimension is `radix`,
 * 2 to qdr_max_radix, or the fastest of all; then `radix` is 0. */
qdr_rank_grid qdr_rank_grid_of(const qdr_problem *problem, int radix);

#endif
