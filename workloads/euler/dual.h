/* workloads/euler/dual.h -- the cells around the points of a mesh.
 *
 * Source: median duals [barth1989]. A tetrahedron is cut into four by the
 * planes through an edge's middle, the centres of the two faces at the edge,
 * and its own centre; the cell of a point is the part next to it. Two cells
 * touch where an edge joins their points.
 */
#ifndef QUADRILLE_WORKLOADS_EULER_DUAL_H
#define QUADRILLE_WORKLOADS_EULER_DUAL_H

#include "workloads/mesh/mesh.h"

/* The part of a cell's surface on the boundary of the mesh, in one group. */
typedef struct qdr_dual_side {
    int32_t point;
    int tag;        /* physical group of the triangles */
    double area[3]; /* points out of the mesh, its length the area */
} qdr_dual_side;

/* The cells of a mesh, by their faces. */
typedef struct qdr_dual {
    int64_t num_points, num_edges, num_sides;
    qdr_edge *edges;      /* [num_edges], from < to, ascending */
    double *areas;        /* [3 * num_edges]: of the face between two cells,
                             from `from` to `to`, its length the area */
    double *volumes;      /* [num_points] */
    qdr_dual_side *sides; /* [num_sides], ascending by point, then tag */
} qdr_dual;

/* qdr_dual_init makes the cells of a mesh, whose graph is `graph`. The areas
 * around a cell, its sides included, add up to zero except for rounding.
 * Release with qdr_dual_cleanup. */
qdr_status qdr_dual_init(qdr_dual *dual, const qdr_mesh *mesh,
                         const qdr_graph *graph, qdr_error *error);

/* qdr_dual_cleanup releases cells; zeroed ones are legal. */
void qdr_dual_cleanup(qdr_dual *dual);

#endif
