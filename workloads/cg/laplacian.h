/* workloads/cg/laplacian.h -- the discrete Laplacian of a grid. */
#ifndef QUADRILLE_WORKLOADS_CG_LAPLACIAN_H
#define QUADRILLE_WORKLOADS_CG_LAPLACIAN_H

#include "workloads/sparse_matrix/csr.h"

/* Points along each of its dimensions, the first varying fastest: point (x, y,
 * z) is number x + size[0] (y + size[1] z). */
typedef struct qdr_grid {
    int num_dimensions; /* 1 to 3 */
    int64_t size[3];    /* 1 where there is no such dimension */
    int64_t num_points;
} qdr_grid;

/* qdr_laplacian makes the matrix with 2 d on the diagonal and -1 for each of
 * the up to 2 d neighbours, in d dimensions: symmetric, positive definite.
 * Release with qdr_sparse_matrix_cleanup. */
qdr_status qdr_laplacian(qdr_sparse_matrix *matrix, const qdr_grid *grid,
                         qdr_error *error);

/* qdr_grid_locate sets the coordinates of a graph's vertices on the grid. */
qdr_status qdr_grid_locate(const qdr_grid *grid, qdr_graph *graph,
                           qdr_error *error);

/* qdr_grid_blocks sets part[num_points] to blocks[0] x blocks[1] x blocks[2]
 * blocks of nearly equal size, the first dimension fastest. */
void qdr_grid_blocks(const qdr_grid *grid, const int64_t blocks[3], int *part);

#endif
