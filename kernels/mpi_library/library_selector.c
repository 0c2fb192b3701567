/* kernels/mpi_library/library_selector.c -- see library_selector.h. */
#include "kernels/mpi_library/library_selector.h"

#include <string.h>

#include "kernels/core/base/name_lookup.h"

/* The values of `selector`: the library's own choice; from FIRST_CHOICE on,
 * SimGrid's models of the choices of four libraries; from FIRST_FORCED on, Open
 * MPI's algorithms, and those of SimGrid, with a prefix, as some names are in
 * both. library_selector_test compares them with the tables of the algorithms.
 */
enum { FIRST_CHOICE = 1, FIRST_FORCED = 5 };
#define SIMGRID_PREFIX "smpi_"

const qdr_parameter qdr_selector_parameters[] = {
    {.name = "selector",
     .plural = "selectors",
     .summary = "selects the algorithm of a library's collective: on "
                "simulated machines ompi, mpich, mvapich2 or impi, or one of "
                "SimGrid's (smpi_...), else the library (default), or one of "
                "Open MPI's",
     .type = QDR_WORD,
     .default_value = "default",
     .words = QDR_WORDS(
         "default", "ompi", "mpich", "mvapich2", "impi", "basic_linear",
         "linear", "linear_nb", "linear_sync", "pairwise", "chain", "pipeline",
         "binary", "binary_tree", "split_binary_tree", "in-order_binary",
         "binomial", "knomial", "bruck", "modified_bruck", "neighbor", "ring",
         "segmented_ring", "recursive_doubling", "recursive_halving",
         "butterfly", "rabenseifner", "nonoverlapping", "non-overlapping",
         "scatter_allgather", "scatter_allgather_ring", "smpi_2dmesh",
         "smpi_3dmesh", "smpi_arrival_pattern_aware",
         "smpi_arrival_pattern_aware_wait", "smpi_arrival_scatter",
         "smpi_basic_linear", "smpi_binomial", "smpi_binomial_tree",
         "smpi_bruck", "smpi_default", "smpi_flat_tree", "smpi_flattree",
         "smpi_flattree_pipeline", "smpi_GB", "smpi_loosely_lr", "smpi_lr",
         "smpi_mpich_noncomm", "smpi_mpich_pair", "smpi_mpich_rdb",
         "smpi_mpich_ring", "smpi_mvapich2_inter_node",
         "smpi_mvapich2_intra_node", "smpi_mvapich2_knomial",
         "smpi_mvapich2_knomial_intra_node", "smpi_mvapich2_rs",
         "smpi_mvapich2_scatter_dest", "smpi_mvapich2_smp",
         "smpi_mvapich2_two_level", "smpi_mvapich2_two_level_binomial",
         "smpi_mvapich2_two_level_direct", "smpi_NTSB", "smpi_NTSL",
         "smpi_NTSL_Isend", "smpi_NTSLR", "smpi_NTSLR_NB",
         "smpi_ompi_basic_linear", "smpi_ompi_basic_recursivehalving",
         "smpi_ompi_binary", "smpi_ompi_binomial", "smpi_ompi_bruck",
         "smpi_ompi_butterfly", "smpi_ompi_chain", "smpi_ompi_in_order_binary",
         "smpi_ompi_linear_nb", "smpi_ompi_linear_sync",
         "smpi_ompi_neighborexchange", "smpi_ompi_pipeline", "smpi_ompi_ring",
         "smpi_ompi_ring_segmented", "smpi_ompi_split_bintree", "smpi_pair",
         "smpi_pair_light_barrier", "smpi_pair_mpi_barrier",
         "smpi_pair_one_barrier", "smpi_pair_rma", "smpi_rab", "smpi_rab1",
         "smpi_rab2", "smpi_rab_rdb", "smpi_rdb", "smpi_redbcast", "smpi_rhv",
         "smpi_ring", "smpi_ring_light_barrier", "smpi_ring_mpi_barrier",
         "smpi_ring_one_barrier", "smpi_scatter_gather",
         "smpi_scatter_LR_allgather", "smpi_scatter_rdb_allgather",
         "smpi_SMP_binary", "smpi_smp_binomial", "smpi_SMP_binomial",
         "smpi_smp_binomial_pipeline", "smpi_SMP_linear", "smpi_SMP_NTS",
         "smpi_smp_rdb", "smpi_smp_rsag", "smpi_smp_rsag_lr",
         "smpi_smp_rsag_rab", "smpi_smp_simple", "smpi_spreading_simple"),
     .is_of_launch = true},
    {0}};

static const char *word_at(int64_t index)
{
    return qdr_selector_parameters[0].words[index];
}

static bool has_word(const char *const *words, const char *word)
{
    for (; words != NULL && *words != NULL; words++)
        if (strcmp(*words, word) == 0)
            return true;
    return false;
}

static bool is_choice(const char *word)
{
    for (int i = FIRST_CHOICE; i < FIRST_FORCED; i++)
        if (strcmp(word_at(i), word) == 0)
            return true;
    return false;
}

static bool is_of_simgrid(const char *word)
{
    return strncmp(word, SIMGRID_PREFIX, sizeof SIMGRID_PREFIX - 1) == 0;
}

const char *qdr_selector_name(const char *word)
{
    return is_of_simgrid(word) ? word + sizeof SIMGRID_PREFIX - 1 : word;
}

static bool has_option(const qdr_library_call *call, bool is_simulated,
                       const char *word)
{
    return is_simulated
               ? call->is_simulated &&
                     (is_choice(word) || has_word(call->simulated, word))
               : has_word(call->algorithms, word);
}

int qdr_selector_calls(const qdr_kernel *kernel, bool is_simulated,
                       const char *word,
                       const char *out_names[QDR_MAX_LIBRARY_CALLS])
{
    int count = 0;

    for (const qdr_library_call *call = kernel->calls; call->name != NULL;
         call++)
        if (has_option(call, is_simulated, word))
            out_names[count++] = call->name;
    return count;
}

/* Whether an algorithm has a word for one of its calls, or (NULL) any. A choice
 * is in force for all calls. */
static bool any_accepts(const qdr_kernel *kernel, const qdr_library_call *only,
                        bool is_simulated, const char *word)
{
    if (only != NULL)
        return (is_simulated && is_choice(word)) ||
               has_word(is_simulated ? only->simulated : only->algorithms,
                        word);
    for (const qdr_library_call *call = kernel->calls; call->name != NULL;
         call++)
        if (has_option(call, is_simulated, word))
            return true;
    return false;
}

/* Refuses a word that an algorithm does not have on a kind of machine: for one
 * of its calls, or (NULL) any. */
static qdr_status refuse(const qdr_kernel *kernel, const qdr_library_call *only,
                         bool is_simulated, const char *word, qdr_error *error)
{
    qdr_names known = {0};
    char what[128];
    qdr_status status;

    if (!is_simulated)
        qdr_names_add(&known, word_at(0));
    for (int i = FIRST_CHOICE; word_at(i) != NULL; i++)
        if (any_accepts(kernel, only, is_simulated, word_at(i)))
            qdr_names_add(&known, word_at(i));
    snprintf(what, sizeof what, "selector of %s%s%s", kernel->name,
             only == NULL ? (is_simulated ? " on a simulated machine"
                                          : " under a real MPI library")
                          : ", which calls MPI_",
             only == NULL ? "" : only->name);
    status = qdr_names_refuse(&known, what, word, error);
    qdr_names_cleanup(&known);
    return status;
}

qdr_status qdr_selector_require(const qdr_kernel *kernel, bool is_simulated,
                                const char *word, qdr_error *error)
{
    const char *names[QDR_MAX_LIBRARY_CALLS];

    if (qdr_selector_calls(kernel, is_simulated, word, names) > 0 ||
        (!is_simulated && strcmp(word, word_at(0)) == 0))
        return QDR_OK;
    return refuse(kernel, NULL, is_simulated, word, error);
}

bool qdr_library_parts_are_equal(const qdr_problem *problem)
{
    int64_t first = qdr_problem_part_bytes(problem, 0);
    bool has_parts = qdr_problem_extent(problem, 0, false) == QDR_OWN_PART ||
                     qdr_problem_extent(problem, 0, true) == QDR_OWN_PART;

    if (!has_parts)
        return true;
    for (int r = 1; r < problem->num_procs; r++)
        if (qdr_problem_part_bytes(problem, r) != first)
            return false;
    return true;
}

/* An algorithm with two calls has one of them for parts of one length. */
qdr_status qdr_selector_accepts(const qdr_kernel *kernel,
                                const qdr_problem *problem, qdr_error *error)
{
    int64_t at = qdr_values_integer(problem->values, 0);
    const char *word = word_at(at);
    const qdr_library_call *call = kernel->calls;

    if (at < FIRST_FORCED)
        return QDR_OK;
    if (call[1].name != NULL && !qdr_library_parts_are_equal(problem))
        call++;
    return has_word(is_of_simgrid(word) ? call->simulated : call->algorithms,
                    word)
               ? QDR_OK
               : refuse(kernel, call, is_of_simgrid(word), word, error);
}
