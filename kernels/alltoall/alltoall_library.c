/* kernels/alltoall/alltoall_library.c -- mpi_alltoall, the MPI library's own.
 *
 * Source:  [mpi4, Sec. 6.8].
 * Idea:    a baseline: the library's own choice, or that of `selector`. The
 *          call also takes a block for the rank itself, a copy within its
 *          buffers.
 * Cost:    unknown; it depends on the library, the machine and the sizes.
 * Needs:   a complete exchange of equal messages (any p).
 *          Flags: COMPLETE, NO_PLAN.  Scratch: the library's.
 * Example: p = 5: one call.
 */
#include "kernels/kernel.h"
#include "kernels/mpi_library/library_selector.h"

static const char *const algorithms[] = {"linear", "pairwise", "modified_bruck",
                                         "linear_sync", NULL};
static const char *const simulated[] = {"smpi_default",
                                        "smpi_2dmesh",
                                        "smpi_3dmesh",
                                        "smpi_basic_linear",
                                        "smpi_bruck",
                                        "smpi_pair",
                                        "smpi_pair_rma",
                                        "smpi_pair_light_barrier",
                                        "smpi_pair_mpi_barrier",
                                        "smpi_pair_one_barrier",
                                        "smpi_rdb",
                                        "smpi_ring",
                                        "smpi_ring_light_barrier",
                                        "smpi_ring_mpi_barrier",
                                        "smpi_ring_one_barrier",
                                        "smpi_mvapich2_scatter_dest",
                                        NULL};
static const qdr_library_call calls[] = {
    {"alltoall", true, algorithms, simulated}, {0}};

const qdr_kernel qdr_alltoall_library = {
    .name = "mpi_alltoall",
    .label = "MPI_Alltoall",
    .collective = QDR_ALLTOALL,
    .kind = QDR_LIBRARY,
    .paper = "mpi4",
    .section = "6.8",
    .flags = QDR_COMPLETE | QDR_NO_PLAN,
    .parameters = qdr_selector_parameters,
    .calls = calls,
    .check = qdr_selector_accepts,
};
