/* workloads/partition/tidy.h -- a mesh in an order that packs well. */
#ifndef QUADRILLE_WORKLOADS_PARTITION_TIDY_H
#define QUADRILLE_WORKLOADS_PARTITION_TIDY_H

#include <stdio.h>

#include "workloads/mesh/mesh.h"

/* qdr_mesh_tidy rounds the coordinates to 9 significant digits, numbers the
 * points along a recursive coordinate bisection down to single points, so that
 * near points have near numbers, and sorts the elements. */
qdr_status qdr_mesh_tidy(qdr_mesh *mesh, qdr_error *error);

/* qdr_mesh_write writes a mesh in the format that qdr_mesh_parse and gmsh read.
 */
void qdr_mesh_write(const qdr_mesh *mesh, FILE *to);

#endif
