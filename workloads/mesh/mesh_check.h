/* workloads/mesh/mesh_check.h -- checks a mesh, and orients its elements. */
#ifndef QUADRILLE_WORKLOADS_MESH_MESH_CHECK_H
#define QUADRILLE_WORKLOADS_MESH_MESH_CHECK_H

#include "workloads/mesh/mesh.h"

/* The source of a mesh, for errors: lines of the file `name`. */
typedef struct qdr_mesh_lines {
    const char *name;
    int64_t first_node;
    int32_t *faces, *tetrahedra; /* [num_faces], [num_tetrahedra] */
} qdr_mesh_lines;

/* qdr_mesh_check refuses, as `name:line: found; accepted ...`, an invalid mesh:
 * points of no tetrahedron, tetrahedra without a volume, a face of three of
 * them, triangles that are not on the boundary or repeated, and a boundary that
 * the triangles do not cover. Turns tetrahedra to a positive volume and
 * triangles outwards. Points of an element must be in range, and different. */
qdr_status qdr_mesh_check(qdr_mesh *mesh, const qdr_mesh_lines *lines,
                          qdr_error *error);

#endif
