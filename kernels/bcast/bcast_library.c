/* kernels/bcast/bcast_library.c -- mpi_bcast, the MPI library's own.
 *
 * Source:  [mpi4, Sec. 6.4].
 * Idea:    a baseline: the library's own choice, or that of `selector`.
 * Cost:    unknown; it depends on the library, the machine and the sizes.
 * Needs:   one root (any rank, any p).
 *          Flags: NO_PLAN.  Scratch: the library's.
 * Example: p = 5: one call.
 */
#include "kernels/kernel.h"
#include "kernels/mpi_library/library_selector.h"

static const char *const algorithms[] = {"basic_linear",
                                         "chain",
                                         "pipeline",
                                         "split_binary_tree",
                                         "binary_tree",
                                         "binomial",
                                         "knomial",
                                         "scatter_allgather",
                                         "scatter_allgather_ring",
                                         NULL};
static const qdr_library_call calls[] = {{"bcast", true, algorithms}, {0}};

const qdr_kernel qdr_bcast_library = {
    .name = "mpi_bcast",
    .label = "MPI_Bcast",
    .collective = QDR_BCAST,
    .kind = QDR_LIBRARY,
    .paper = "mpi4",
    .section = "6.4",
    .flags = QDR_NO_PLAN,
    .parameters = qdr_selector_parameters,
    .calls = calls,
    .check = qdr_selector_accepts,
};
