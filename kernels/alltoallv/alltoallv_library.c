/* kernels/alltoallv/alltoallv_library.c -- mpi_alltoallv, the MPI library's
 * own.
 *
 * Source:  [mpi4, Sec. 6.8].
 * Idea:    a baseline: the library's own choice, or that of `selector`.
 * Cost:    unknown; it depends on the library, the machine and the sizes.
 * Needs:   nothing (any p, zero counts allowed; a message of
 *          no bytes is no message).  Flags: NO_PLAN.  Scratch: the library's.
 * Example: p = 5: one call.
 */
#include "kernels/kernel.h"
#include "kernels/mpi_library/library_selector.h"

static const char *const algorithms[] = {"basic_linear", "pairwise", NULL};
static const char *const simulated[] = {"smpi_default",
                                        "smpi_bruck",
                                        "smpi_pair",
                                        "smpi_pair_light_barrier",
                                        "smpi_pair_mpi_barrier",
                                        "smpi_pair_one_barrier",
                                        "smpi_ring",
                                        "smpi_ring_light_barrier",
                                        "smpi_ring_mpi_barrier",
                                        "smpi_ring_one_barrier",
                                        "smpi_ompi_basic_linear",
                                        NULL};
static const qdr_library_call calls[] = {
    {"alltoallv", true, algorithms, simulated}, {0}};

const qdr_kernel qdr_alltoallv_library = {
    .name = "mpi_alltoallv",
    .label = "MPI_Alltoallv",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_LIBRARY,
    .paper = "mpi4",
    .section = "6.8",
    .flags = QDR_NO_PLAN,
    .parameters = qdr_selector_parameters,
    .calls = calls,
    .check = qdr_selector_accepts,
};
