/* workloads/airfoil/stored_meshes.h -- the wing meshes that programs carry.
 *
 * Eight meshes per size, made by make_meshes.sh. The first is stored whole; all
 * have the halos of 32 parts, by every method. They are part of the program, so
 * that it needs no file, wherever it runs.
 */
#ifndef QUADRILLE_WORKLOADS_AIRFOIL_STORED_MESHES_H
#define QUADRILLE_WORKLOADS_AIRFOIL_STORED_MESHES_H

#include "workloads/mesh/mesh.h"

enum { QDR_STORED_PROCS = 32, QDR_STORED_MESHES = 8 };

/* The sizes, as words, ended by NULL: the rounded number of points. */
extern const char *const qdr_stored_sizes[];

/* qdr_stored_mesh reads the first mesh of size `size`, the index of its word.
 * Release with qdr_mesh_cleanup. */
qdr_status qdr_stored_mesh(int size, qdr_mesh *mesh, qdr_error *error);

/* qdr_stored_pattern makes the messages between the 32 parts of mesh `number`,
 * 1 to 8, partitioned by the method, with `unit` bytes per halo vertex. Release
 * with qdr_pattern_cleanup. */
qdr_status qdr_stored_pattern(int size, int number, const char *method,
                              int64_t unit, qdr_pattern *pattern,
                              qdr_error *error);

#endif
