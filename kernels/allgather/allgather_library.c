/* kernels/allgather/allgather_library.c -- mpi_allgather, the MPI library's
 * own.
 *
 * Source:  [mpi4, Sec. 6.7].
 * Idea:    a baseline: the library's own choice, or that of `selector`;
 *          MPI_Allgatherv where parts differ in length.
 * Cost:    unknown; it depends on the library, the machine and the sizes.
 * Needs:   nothing (any p).
 *          Flags: NO_PLAN.  Scratch: the library's.
 * Example: p = 5: one call.
 */
#include "kernels/kernel.h"
#include "kernels/mpi_library/library_selector.h"

static const char *const algorithms[] = {
    "linear", "bruck", "recursive_doubling", "ring", "neighbor", NULL};
static const char *const algorithms_of_parts[] = {"bruck", "ring", "neighbor",
                                                  NULL};
static const char *const simulated[] = {"smpi_default",
                                        "smpi_2dmesh",
                                        "smpi_3dmesh",
                                        "smpi_bruck",
                                        "smpi_GB",
                                        "smpi_loosely_lr",
                                        "smpi_NTSLR",
                                        "smpi_NTSLR_NB",
                                        "smpi_pair",
                                        "smpi_rdb",
                                        "smpi_rhv",
                                        "smpi_ring",
                                        "smpi_SMP_NTS",
                                        "smpi_smp_simple",
                                        "smpi_spreading_simple",
                                        "smpi_ompi_neighborexchange",
                                        "smpi_mvapich2_smp",
                                        NULL};
static const char *const simulated_of_parts[] = {"smpi_default",
                                                 "smpi_GB",
                                                 "smpi_pair",
                                                 "smpi_ring",
                                                 "smpi_ompi_neighborexchange",
                                                 "smpi_ompi_bruck",
                                                 "smpi_mpich_rdb",
                                                 "smpi_mpich_ring",
                                                 NULL};
static const qdr_library_call calls[] = {
    {"allgather", true, algorithms, simulated},
    {"allgatherv", true, algorithms_of_parts, simulated_of_parts},
    {0}};

const qdr_kernel qdr_allgather_library = {
    .name = "mpi_allgather",
    .label = "MPI_Allgather",
    .collective = QDR_ALLGATHER,
    .kind = QDR_LIBRARY,
    .paper = "mpi4",
    .section = "6.7",
    .flags = QDR_NO_PLAN,
    .parameters = qdr_selector_parameters,
    .calls = calls,
    .check = qdr_selector_accepts,
};
