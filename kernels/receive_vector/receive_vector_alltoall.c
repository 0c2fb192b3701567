/* kernels/receive_vector/receive_vector_alltoall.c -- mpi_alltoall_counts, a
 * receive vector by the MPI library's MPI_Alltoall.
 *
 * Source:  [mpi4, Sec. 6.8].
 * Idea:    as programs do before an MPI_Alltoallv: every rank sends every rank
 *          a length, 0 for none. A baseline.
 * Cost:    the library's; O(p) entries a rank, whatever the number of messages.
 * Needs:   lengths, messages of 8 bytes (any p; a length of 0 is no message).
 *          Flags: LENGTHS.  Scratch: two vectors of p lengths.
 * Example: p = 3, 0 sends 2 bytes to 1, 2 sends 5 to 1: rank 1 gets 2 0 5.
 */
#include "kernels/kernel.h"

const qdr_kernel qdr_receive_vector_alltoall = {
    .name = "mpi_alltoall_counts",
    .label = "MPI_Alltoall of counts",
    .collective = QDR_RECEIVE_VECTOR,
    .kind = QDR_LIBRARY,
    .paper = "mpi4",
    .section = "6.8",
    .flags = QDR_LENGTHS,
};
