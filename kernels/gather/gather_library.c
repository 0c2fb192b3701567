/* kernels/gather/gather_library.c -- mpi_gather, the MPI library's own.
 *
 * Source:  [mpi4, Sec. 6.5].
 * Idea:    a baseline: the library's own choice, or that of `selector`;
 *          MPI_Gatherv where parts differ in length.
 * Cost:    unknown; it depends on the library, the machine and the sizes.
 * Needs:   one root (any rank, any p).
 *          Flags: NO_PLAN.  Scratch: the library's.
 * Example: p = 5: one call.
 */
#include "kernels/kernel.h"
#include "kernels/mpi_library/library_selector.h"

static const char *const algorithms[] = {"basic_linear", "binomial",
                                         "linear_sync", NULL};
static const char *const simulated[] = {
    "smpi_default",          "smpi_ompi_basic_linear",  "smpi_ompi_binomial",
    "smpi_ompi_linear_sync", "smpi_mvapich2_two_level", NULL};
static const qdr_library_call calls[] = {
    {"gather", true, algorithms, simulated},
    {"gatherv", false, NULL, NULL},
    {0}};

const qdr_kernel qdr_gather_library = {
    .name = "mpi_gather",
    .label = "MPI_Gather",
    .collective = QDR_GATHER,
    .kind = QDR_LIBRARY,
    .paper = "mpi4",
    .section = "6.5",
    .flags = QDR_NO_PLAN,
    .parameters = qdr_selector_parameters,
    .calls = calls,
    .check = qdr_selector_accepts,
};
