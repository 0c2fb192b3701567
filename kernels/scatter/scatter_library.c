/* kernels/scatter/scatter_library.c -- mpi_scatter, the MPI library's own.
 *
 * Source:  [mpi4, Sec. 6.6].
 * Idea:    a baseline: the library's own choice, or that of `selector`;
 *          MPI_Scatterv where parts differ in length.
 * Cost:    unknown; it depends on the library, the machine and the sizes.
 * Needs:   one root (any rank, any p).
 *          Flags: NO_PLAN.  Scratch: the library's.
 * Example: p = 5: one call.
 */
#include "kernels/kernel.h"
#include "kernels/mpi_library/library_selector.h"

static const char *const algorithms[] = {"basic_linear", "binomial",
                                         "linear_nb", NULL};
static const char *const simulated[] = {"smpi_default",
                                        "smpi_ompi_basic_linear",
                                        "smpi_ompi_linear_nb",
                                        "smpi_ompi_binomial",
                                        "smpi_mvapich2_two_level_binomial",
                                        "smpi_mvapich2_two_level_direct",
                                        NULL};
static const qdr_library_call calls[] = {
    {"scatter", true, algorithms, simulated},
    {"scatterv", false, NULL, NULL},
    {0}};

const qdr_kernel qdr_scatter_library = {
    .name = "mpi_scatter",
    .label = "MPI_Scatter",
    .collective = QDR_SCATTER,
    .kind = QDR_LIBRARY,
    .paper = "mpi4",
    .section = "6.6",
    .flags = QDR_NO_PLAN,
    .parameters = qdr_selector_parameters,
    .calls = calls,
    .check = qdr_selector_accepts,
};
