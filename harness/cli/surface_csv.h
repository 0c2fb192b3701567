/* harness/cli/surface_csv.h -- values on a mesh's surfaces, for a picture. */
#ifndef QUADRILLE_HARNESS_CLI_SURFACE_CSV_H
#define QUADRILLE_HARNESS_CLI_SURFACE_CSV_H

#include <stdio.h>

#include "workloads/mesh/mesh.h"

/* A value of each point of a mesh. */
typedef struct qdr_point_values {
    const qdr_mesh *mesh;
    const double *value; /* [num_points] */
} qdr_point_values;

/* qdr_surface_csv_check refuses a mesh without faces of a wall or of a symmetry
 * plane; its error calls the mesh `name`. */
qdr_status qdr_surface_csv_check(const qdr_mesh *mesh, const char *name,
                                 qdr_error *error);

/* qdr_surface_csv_write writes the triangles of the wall and of the symmetry
 * plane as csv surface,point,x,y,z,value. Each line is a corner; three
 * consecutive lines are a triangle, in the mesh's order, counterclockwise as
 * seen from inside the body or from beyond the plane. Coordinates are the
 * mesh's; values have nine digits. `data` is a qdr_point_values. */
qdr_status qdr_surface_csv_write(const void *data, FILE *to, qdr_error *error);

#endif
