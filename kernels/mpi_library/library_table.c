/* kernels/mpi_library/library_table.c -- the MPI library's own collectives.
 *
 * Source:  [mpi4, Sec. 6.4-6.10].
 * Idea:    baselines: the library's own choice, or that of `selector`. With
 *          parts of different lengths, MPI_Scatterv, MPI_Gatherv and
 *          MPI_Allgatherv; with parts of one length,
 *          MPI_Reduce_scatter_block. MPI_Alltoall also takes a block for the
 *          rank itself, a copy within its buffers.
 * Cost:    unknown; it depends on the library, the machine and the sizes.
 * Needs:   bcast, reduce, scatter, gather: one root (any rank); any p, zero
 *          counts allowed (a message of no bytes is no message). For alltoall,
 *          a complete exchange of equal messages. Flags: COMPLETE of
 *          alltoall_library; NO_PLAN of all; COMMUTATIVE of reduce_library,
 *          allreduce_library, reduce_scatter_library. Scratch: the library's;
 *          for reduce, also a vector a rank.
 * Example: p = 5: one call.
 */
#include "kernels/kernel.h"
#include "kernels/mpi_library/library_selector.h"

static const qdr_library_call alltoall_library_calls[] = {
    {"alltoall", true,
     QDR_WORDS("linear", "pairwise", "modified_bruck", "linear_sync"),
     QDR_WORDS("smpi_default", "smpi_2dmesh", "smpi_3dmesh",
               "smpi_basic_linear", "smpi_bruck", "smpi_pair", "smpi_pair_rma",
               "smpi_pair_light_barrier", "smpi_pair_mpi_barrier",
               "smpi_pair_one_barrier", "smpi_rdb", "smpi_ring",
               "smpi_ring_light_barrier", "smpi_ring_mpi_barrier",
               "smpi_ring_one_barrier", "smpi_mvapich2_scatter_dest")},
    {0}};

static const qdr_library_call alltoallv_library_calls[] = {
    {"alltoallv", true, QDR_WORDS("basic_linear", "pairwise"),
     QDR_WORDS("smpi_default", "smpi_bruck", "smpi_pair",
               "smpi_pair_light_barrier", "smpi_pair_mpi_barrier",
               "smpi_pair_one_barrier", "smpi_ring", "smpi_ring_light_barrier",
               "smpi_ring_mpi_barrier", "smpi_ring_one_barrier",
               "smpi_ompi_basic_linear")},
    {0}};

static const qdr_library_call bcast_library_calls[] = {
    {"bcast", true,
     QDR_WORDS("basic_linear", "chain", "pipeline", "split_binary_tree",
               "binary_tree", "binomial", "knomial", "scatter_allgather",
               "scatter_allgather_ring"),
     QDR_WORDS("smpi_default", "smpi_arrival_pattern_aware",
               "smpi_arrival_pattern_aware_wait", "smpi_arrival_scatter",
               "smpi_binomial_tree", "smpi_flattree", "smpi_flattree_pipeline",
               "smpi_NTSB", "smpi_NTSL", "smpi_NTSL_Isend",
               "smpi_scatter_LR_allgather", "smpi_scatter_rdb_allgather",
               "smpi_SMP_binary", "smpi_SMP_binomial", "smpi_SMP_linear",
               "smpi_ompi_split_bintree", "smpi_ompi_pipeline",
               "smpi_mvapich2_inter_node", "smpi_mvapich2_intra_node",
               "smpi_mvapich2_knomial_intra_node")},
    {0}};

static const qdr_library_call scatter_library_calls[] = {
    {"scatter", true, QDR_WORDS("basic_linear", "binomial", "linear_nb"),
     QDR_WORDS("smpi_default", "smpi_ompi_basic_linear", "smpi_ompi_linear_nb",
               "smpi_ompi_binomial", "smpi_mvapich2_two_level_binomial",
               "smpi_mvapich2_two_level_direct")},
    {"scatterv", false, NULL, NULL},
    {0}};

static const qdr_library_call gather_library_calls[] = {
    {"gather", true, QDR_WORDS("basic_linear", "binomial", "linear_sync"),
     QDR_WORDS("smpi_default", "smpi_ompi_basic_linear", "smpi_ompi_binomial",
               "smpi_ompi_linear_sync", "smpi_mvapich2_two_level")},
    {"gatherv", false, NULL, NULL},
    {0}};

static const qdr_library_call allgather_library_calls[] = {
    {"allgather", true,
     QDR_WORDS("linear", "bruck", "recursive_doubling", "ring", "neighbor"),
     QDR_WORDS("smpi_default", "smpi_2dmesh", "smpi_3dmesh", "smpi_bruck",
               "smpi_GB", "smpi_loosely_lr", "smpi_NTSLR", "smpi_NTSLR_NB",
               "smpi_pair", "smpi_rdb", "smpi_rhv", "smpi_ring", "smpi_SMP_NTS",
               "smpi_smp_simple", "smpi_spreading_simple",
               "smpi_ompi_neighborexchange", "smpi_mvapich2_smp")},
    {"allgatherv", true, QDR_WORDS("bruck", "ring", "neighbor"),
     QDR_WORDS("smpi_default", "smpi_GB", "smpi_pair", "smpi_ring",
               "smpi_ompi_neighborexchange", "smpi_ompi_bruck",
               "smpi_mpich_rdb", "smpi_mpich_ring")},
    {0}};

static const qdr_library_call reduce_library_calls[] = {
    {"reduce", true,
     QDR_WORDS("linear", "chain", "pipeline", "binary", "binomial",
               "in-order_binary", "rabenseifner"),
     QDR_WORDS("smpi_default", "smpi_arrival_pattern_aware", "smpi_binomial",
               "smpi_flat_tree", "smpi_NTSL", "smpi_scatter_gather",
               "smpi_ompi_chain", "smpi_ompi_pipeline",
               "smpi_ompi_basic_linear", "smpi_ompi_in_order_binary",
               "smpi_ompi_binary", "smpi_ompi_binomial",
               "smpi_mvapich2_knomial", "smpi_mvapich2_two_level", "smpi_rab")},
    {0}};

static const qdr_library_call allreduce_library_calls[] = {
    {"allreduce", true,
     QDR_WORDS("basic_linear", "nonoverlapping", "recursive_doubling", "ring",
               "segmented_ring", "rabenseifner"),
     QDR_WORDS("smpi_default", "smpi_lr", "smpi_rab1", "smpi_rab2",
               "smpi_rab_rdb", "smpi_rdb", "smpi_smp_binomial",
               "smpi_smp_binomial_pipeline", "smpi_smp_rdb", "smpi_smp_rsag",
               "smpi_smp_rsag_lr", "smpi_smp_rsag_rab", "smpi_redbcast",
               "smpi_ompi_ring_segmented", "smpi_mvapich2_rs",
               "smpi_mvapich2_two_level", "smpi_rab")},
    {0}};

static const char *const simulated_reduce_scatter[] = {
    "smpi_default",       "smpi_ompi_basic_recursivehalving",
    "smpi_ompi_ring",     "smpi_ompi_butterfly",
    "smpi_mpich_pair",    "smpi_mpich_rdb",
    "smpi_mpich_noncomm", NULL};
static const qdr_library_call reduce_scatter_library_calls[] = {
    {"reduce_scatter_block", false,
     QDR_WORDS("basic_linear", "recursive_doubling", "recursive_halving",
               "butterfly"),
     simulated_reduce_scatter},
    {"reduce_scatter", true,
     QDR_WORDS("non-overlapping", "recursive_halving", "ring", "butterfly"),
     simulated_reduce_scatter},
    {0}};

#define LIBRARY(algorithm, name_, label_, collective_, section_, flags_)       \
    const qdr_kernel qdr_##algorithm = {                                       \
        .name = (name_),                                                       \
        .label = (label_),                                                     \
        .collective = (collective_),                                           \
        .kind = QDR_LIBRARY,                                                   \
        .paper = "mpi4",                                                       \
        .section = (section_),                                                 \
        .flags = (flags_),                                                     \
        .parameters = qdr_selector_parameters,                                 \
        .calls = algorithm##_calls,                                            \
        .check = qdr_selector_accepts,                                         \
    }

LIBRARY(alltoall_library, "mpi_alltoall", "MPI_Alltoall", QDR_ALLTOALL, "6.8",
        QDR_COMPLETE | QDR_NO_PLAN);
LIBRARY(alltoallv_library, "mpi_alltoallv", "MPI_Alltoallv", QDR_ALLTOALLV,
        "6.8", QDR_NO_PLAN);
LIBRARY(bcast_library, "mpi_bcast", "MPI_Bcast", QDR_BCAST, "6.4", QDR_NO_PLAN);
LIBRARY(scatter_library, "mpi_scatter", "MPI_Scatter", QDR_SCATTER, "6.6",
        QDR_NO_PLAN);
LIBRARY(gather_library, "mpi_gather", "MPI_Gather", QDR_GATHER, "6.5",
        QDR_NO_PLAN);
LIBRARY(allgather_library, "mpi_allgather", "MPI_Allgather", QDR_ALLGATHER,
        "6.7", QDR_NO_PLAN);
LIBRARY(reduce_library, "mpi_reduce", "MPI_Reduce", QDR_REDUCE, "6.9",
        QDR_NO_PLAN | QDR_COMMUTATIVE);
LIBRARY(allreduce_library, "mpi_allreduce", "MPI_Allreduce", QDR_ALLREDUCE,
        "6.9", QDR_NO_PLAN | QDR_COMMUTATIVE);
LIBRARY(reduce_scatter_library, "mpi_reduce_scatter", "MPI_Reduce_scatter",
        QDR_REDUCE_SCATTER, "6.10", QDR_NO_PLAN | QDR_COMMUTATIVE);
