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
static const char *const simulated[] = {"smpi_default",
                                        "smpi_arrival_pattern_aware",
                                        "smpi_arrival_pattern_aware_wait",
                                        "smpi_arrival_scatter",
                                        "smpi_binomial_tree",
                                        "smpi_flattree",
                                        "smpi_flattree_pipeline",
                                        "smpi_NTSB",
                                        "smpi_NTSL",
                                        "smpi_NTSL_Isend",
                                        "smpi_scatter_LR_allgather",
                                        "smpi_scatter_rdb_allgather",
                                        "smpi_SMP_binary",
                                        "smpi_SMP_binomial",
                                        "smpi_SMP_linear",
                                        "smpi_ompi_split_bintree",
                                        "smpi_ompi_pipeline",
                                        "smpi_mvapich2_inter_node",
                                        "smpi_mvapich2_intra_node",
                                        "smpi_mvapich2_knomial_intra_node",
                                        NULL};
static const qdr_library_call calls[] = {{"bcast", true, algorithms, simulated},
                                         {0}};

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
