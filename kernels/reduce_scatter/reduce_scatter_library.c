/* kernels/reduce_scatter/reduce_scatter_library.c -- mpi_reduce_scatter, the
 * MPI library's own.
 *
 * Source:  [mpi4, Sec. 6.10].
 * Idea:    a baseline: the library's own choice, or that of `selector`;
 *          MPI_Reduce_scatter_block where parts are of one length.
 * Cost:    unknown; it depends on the library, the machine and the sizes.
 * Needs:   an operator that commutes (any p).
 *          Flags: NO_PLAN, COMMUTATIVE.  Scratch: the library's.
 * Example: p = 5: one call.
 */
#include "kernels/kernel.h"
#include "kernels/mpi_library/library_selector.h"

static const char *const algorithms[] = {"basic_linear", "recursive_doubling",
                                         "recursive_halving", "butterfly",
                                         NULL};
static const char *const algorithms_of_parts[] = {
    "non-overlapping", "recursive_halving", "ring", "butterfly", NULL};
static const char *const simulated[] = {
    "smpi_default",       "smpi_ompi_basic_recursivehalving",
    "smpi_ompi_ring",     "smpi_ompi_butterfly",
    "smpi_mpich_pair",    "smpi_mpich_rdb",
    "smpi_mpich_noncomm", NULL};
static const qdr_library_call calls[] = {
    {"reduce_scatter_block", false, algorithms, simulated},
    {"reduce_scatter", true, algorithms_of_parts, simulated},
    {0}};

const qdr_kernel qdr_reduce_scatter_library = {
    .name = "mpi_reduce_scatter",
    .label = "MPI_Reduce_scatter",
    .collective = QDR_REDUCE_SCATTER,
    .kind = QDR_LIBRARY,
    .paper = "mpi4",
    .section = "6.10",
    .flags = QDR_NO_PLAN | QDR_COMMUTATIVE,
    .parameters = qdr_selector_parameters,
    .calls = calls,
    .check = qdr_selector_accepts,
};
