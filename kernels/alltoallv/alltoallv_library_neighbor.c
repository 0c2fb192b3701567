/* kernels/alltoallv/alltoallv_library_neighbor.c -- mpi_neighbor_alltoallv, the
 * MPI library's own.
 *
 * Source:  [mpi4, Sec. 8.6].
 * Idea:    a baseline: the library's own choice. The communication graph is
 *          made once, at planning.
 * Cost:    unknown; it depends on the library, the machine and the sizes.
 * Needs:   nothing (any p, zero counts allowed).
 *          Flags: none.  Scratch: the library's.
 * Example: p = 5: one call.
 */
#include "kernels/kernel.h"

const qdr_kernel qdr_alltoallv_library_neighbor = {
    .name = "mpi_neighbor_alltoallv",
    .label = "MPI_Neighbor_alltoallv",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_LIBRARY,
    .paper = "mpi4",
    .section = "8.6",
    .flags = 0,
};
