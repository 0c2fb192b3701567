/* kernels/library/alltoallv_library.c -- mpi_alltoallv, the MPI library's
 * own.
 *
 * Source:  [mpi4, Sec. 6.8].
 * Idea:    whatever the library chooses: a baseline.
 * Cost:    unknown; it depends on the library, the machine and the sizes.
 * Needs:   nothing (any p, zero counts allowed; a message of
 *          no bytes is no message).  Flags: NO_PLAN.  Scratch: the library's.
 * Example: p = 5: one call.
 */
#include "kernels/kernel.h"

const qdr_kernel qdr_alltoallv_library = {
    .name = "mpi_alltoallv",
    .label = "MPI_Alltoallv",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_LIBRARY,
    .paper = "mpi4",
    .section = "6.8",
    .flags = QDR_NO_PLAN,
};
