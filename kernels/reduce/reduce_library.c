/* kernels/reduce/reduce_library.c -- mpi_reduce, the MPI library's own.
 *
 * Source:  [mpi4, Sec. 6.9].
 * Idea:    a baseline: the library's own choice, or that of `selector`.
 * Cost:    unknown; it depends on the library, the machine and the sizes.
 * Needs:   one root (any rank, any p), an operator that commutes. Flags:
 *          NO_PLAN, COMMUTATIVE. Scratch: the library's, and a vector a rank.
 * Example: p = 5: one call.
 */
#include "kernels/kernel.h"
#include "kernels/mpi_library/library_selector.h"

static const char *const algorithms[] = {
    "linear",   "chain",           "pipeline",     "binary",
    "binomial", "in-order_binary", "rabenseifner", NULL};
static const char *const simulated[] = {"smpi_default",
                                        "smpi_arrival_pattern_aware",
                                        "smpi_binomial",
                                        "smpi_flat_tree",
                                        "smpi_NTSL",
                                        "smpi_scatter_gather",
                                        "smpi_ompi_chain",
                                        "smpi_ompi_pipeline",
                                        "smpi_ompi_basic_linear",
                                        "smpi_ompi_in_order_binary",
                                        "smpi_ompi_binary",
                                        "smpi_ompi_binomial",
                                        "smpi_mvapich2_knomial",
                                        "smpi_mvapich2_two_level",
                                        "smpi_rab",
                                        NULL};
static const qdr_library_call calls[] = {
    {"reduce", true, algorithms, simulated}, {0}};

const qdr_kernel qdr_reduce_library = {
    .name = "mpi_reduce",
    .label = "MPI_Reduce",
    .collective = QDR_REDUCE,
    .kind = QDR_LIBRARY,
    .paper = "mpi4",
    .section = "6.9",
    .flags = QDR_NO_PLAN | QDR_COMMUTATIVE,
    .parameters = qdr_selector_parameters,
    .calls = calls,
    .check = qdr_selector_accepts,
};
