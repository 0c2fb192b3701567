/* harness/self_tests/workload_files.h -- writes the files that
 * workload_mpi_test reads. */
#ifndef QUADRILLE_HARNESS_SELF_TESTS_WORKLOAD_FILES_H
#define QUADRILLE_HARNESS_SELF_TESTS_WORKLOAD_FILES_H

#include <stdio.h>

/* qdr_write_matrix writes a symmetric, positive definite matrix that comes from
 * no grid: a diagonal that outweighs its row, and neighbours at growing
 * distances. */
void qdr_write_matrix(FILE *file);

/* qdr_write_mesh writes the mesh of a cube, with a wall, a plane of symmetry
 * and air on its sides. */
void qdr_write_mesh(FILE *file);

#endif
