/* workloads/mesh/mesh.h -- a tetrahedral mesh, as gmsh writes it.
 */
#ifndef QUADRILLE_WORKLOADS_MESH_MESH_H
#define QUADRILLE_WORKLOADS_MESH_MESH_H

#include "workloads/graph/graph.h"
#include "workloads/text/packed.h"

/* Points are counted from 0; every point belongs to a tetrahedron. */
typedef struct qdr_mesh {
    int64_t num_points;
    double *coordinates; /* [3 * num_points], x y z of each */
    int64_t num_tetrahedra;
    int32_t *tetrahedra; /* [4 * num_tetrahedra], a b c d: of positive volume
                            (b-a) x (c-a) . (d-a) / 6 */
    int64_t num_faces;   /* of the boundary, each a face of one tetrahedron;
                            complete */
    int32_t *faces;      /* [3 * num_faces], a b c: (b-a) x (c-a) points out of
                            the mesh */
    int *face_tags;      /* [num_faces]: physical group, one of these: */
} qdr_mesh;

/* Physical groups of the boundary of a mesh around half a body, with the
 * numbers of wing.geo. */
enum {
    QDR_MESH_WALL = 1,
    QDR_MESH_SYMMETRY,
    QDR_MESH_FAR_FIELD,
};

/* qdr_mesh_parse reads a mesh in gmsh's format MSH 2.2, ASCII: triangles, which
 * are the boundary, and tetrahedra. Refuses input that is cut short, unknown,
 * out of range or no mesh, as `name:line: found; accepted ...`. Release with
 * qdr_mesh_cleanup. */
qdr_status qdr_mesh_parse(qdr_mesh *mesh, const qdr_bytes *bytes,
                          const char *name, qdr_error *error);

/* qdr_mesh_read parses a file, plain or xz. */
qdr_status qdr_mesh_read(qdr_mesh *mesh, const char *path, qdr_error *error);

/* qdr_mesh_cleanup releases a mesh; a zeroed one is legal. */
void qdr_mesh_cleanup(qdr_mesh *mesh);

/* qdr_mesh_graph makes the graph whose vertices are the points, and whose edges
 * are those of the tetrahedra, with coordinates. Release with
 * qdr_graph_cleanup. */
qdr_status qdr_mesh_graph(const qdr_mesh *mesh, qdr_graph *graph,
                          qdr_error *error);

#endif
