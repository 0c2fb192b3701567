/* kernels/alltoallv/edge_colouring/recolour.h -- one colour fewer. */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_EDGE_COLOURING_RECOLOUR_H
#define QUADRILLE_KERNELS_ALLTOALLV_EDGE_COLOURING_RECOLOUR_H

#include "kernels/alltoallv/edge_colouring/euler_split.h"
#include "kernels/core/base/status.h"

/* Edges that have colours first .. first + degree, one too many: no vertex has
 * more than `degree` edges. */
typedef struct qdr_coloured {
    const qdr_colour_edge *edges;
    int count, num_vertices; /* of a side */
    int64_t degree, first;
    int64_t *colour; /* by message; the caller's */
} qdr_coloured;

/* qdr_colour_drop colours them with first .. first + degree - 1. Memory is in
 * proportion to the edges; so is time, apart from the lengths of paths. */
qdr_status qdr_colour_drop(const qdr_coloured *coloured, qdr_error *error);

#endif
