/* kernels/allreduce/allreduce_library.c -- mpi_allreduce, the MPI library's
 * own.
 *
 * Source:  [mpi4, Sec. 6.9].
 * Idea:    a baseline: the library's own choice, or that of `selector`.
 * Cost:    unknown; it depends on the library, the machine and the sizes.
 * Needs:   an operator that commutes (any p).
 *          Flags: NO_PLAN, COMMUTATIVE.  Scratch: the library's.
 * Example: p = 5: one call.
 */
#include "kernels/kernel.h"
#include "kernels/mpi_library/library_selector.h"

static const char *const algorithms[] = {"basic_linear",
                                         "nonoverlapping",
                                         "recursive_doubling",
                                         "ring",
                                         "segmented_ring",
                                         "rabenseifner",
                                         NULL};
static const char *const simulated[] = {
    "smpi_default",      "smpi_lr",
    "smpi_rab1",         "smpi_rab2",
    "smpi_rab_rdb",      "smpi_rdb",
    "smpi_smp_binomial", "smpi_smp_binomial_pipeline",
    "smpi_smp_rdb",      "smpi_smp_rsag",
    "smpi_smp_rsag_lr",  "smpi_smp_rsag_rab",
    "smpi_redbcast",     "smpi_ompi_ring_segmented",
    "smpi_mvapich2_rs",  "smpi_mvapich2_two_level",
    "smpi_rab",          NULL};
static const qdr_library_call calls[] = {
    {"allreduce", true, algorithms, simulated}, {0}};

const qdr_kernel qdr_allreduce_library = {
    .name = "mpi_allreduce",
    .label = "MPI_Allreduce",
    .collective = QDR_ALLREDUCE,
    .kind = QDR_LIBRARY,
    .paper = "mpi4",
    .section = "6.9",
    .flags = QDR_NO_PLAN | QDR_COMMUTATIVE,
    .parameters = qdr_selector_parameters,
    .calls = calls,
    .check = qdr_selector_accepts,
};
