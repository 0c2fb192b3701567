/* kernels/mpi_library/library_selector.c -- see library_selector.h. */
#include "kernels/mpi_library/library_selector.h"

#include <string.h>

#include "kernels/core/names.h"

/* The library's own choice; then SimGrid's models of four libraries' choices;
 * then the names of all library algorithms. kernels_test compares them with the
 * tables of the kernels. */
enum { FIRST_SIMULATED = 1, FIRST_FORCED = 5 };
static const char *const words[] = {"default",
                                    "ompi",
                                    "mpich",
                                    "mvapich2",
                                    "impi",
                                    "basic_linear",
                                    "linear",
                                    "linear_nb",
                                    "linear_sync",
                                    "pairwise",
                                    "chain",
                                    "pipeline",
                                    "binary",
                                    "binary_tree",
                                    "split_binary_tree",
                                    "in-order_binary",
                                    "binomial",
                                    "knomial",
                                    "bruck",
                                    "modified_bruck",
                                    "neighbor",
                                    "ring",
                                    "segmented_ring",
                                    "recursive_doubling",
                                    "recursive_halving",
                                    "butterfly",
                                    "rabenseifner",
                                    "nonoverlapping",
                                    "non-overlapping",
                                    "scatter_allgather",
                                    "scatter_allgather_ring",
                                    NULL};

const qdr_parameter qdr_selector_parameters[] = {
    {.name = "selector",
     .plural = "selectors",
     .summary = "selects the algorithm of a library's collective: on "
                "simulated machines ompi, mpich, mvapich2 or impi, else the "
                "library (default), or it is one of Open MPI's",
     .type = QDR_WORD,
     .default_value = "default",
     .words = words,
     .is_of_launch = true},
    {0}};

static bool has_algorithm(const qdr_library_call *call, const char *word)
{
    for (const char *const *a = call->algorithms; a != NULL && *a != NULL; a++)
        if (strcmp(*a, word) == 0)
            return true;
    return false;
}

static bool is_of_simulator(const char *word)
{
    for (int i = FIRST_SIMULATED; i < FIRST_FORCED; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

static bool is_told(const qdr_library_call *call, bool is_simulated,
                    const char *word)
{
    return is_simulated ? call->is_simulated && is_of_simulator(word)
                        : has_algorithm(call, word);
}

int qdr_selector_calls(const qdr_kernel *kernel, bool is_simulated,
                       const char *word,
                       const char *out_names[QDR_MAX_LIBRARY_CALLS])
{
    int count = 0;

    for (const qdr_library_call *call = kernel->calls; call->name != NULL;
         call++)
        if (is_told(call, is_simulated, word))
            out_names[count++] = call->name;
    return count;
}

/* Whether an algorithm has a word on a kind of machine: for one of its calls,
 * or (NULL) any. */
static qdr_status refuse(const qdr_kernel *kernel, const qdr_library_call *only,
                         bool is_simulated, const char *word, qdr_error *error)
{
    qdr_names known = {0};
    char what[128];
    qdr_status status;

    if (!is_simulated)
        qdr_names_add(&known, words[0]);
    for (int i = FIRST_SIMULATED; words[i] != NULL; i++)
        for (const qdr_library_call *call = kernel->calls; call->name != NULL;
             call++)
            if ((only == NULL || only == call) &&
                is_told(call, is_simulated, words[i]))
                qdr_names_add(&known, words[i]);
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
        (!is_simulated && strcmp(word, words[0]) == 0))
        return QDR_OK;
    return refuse(kernel, NULL, is_simulated, word, error);
}

bool qdr_library_parts_are_equal(const qdr_problem *problem)
{
    int64_t first = qdr_problem_part_begin(problem, 1);

    for (int r = 1; r < problem->num_procs; r++)
        if (qdr_problem_part_begin(problem, r + 1) -
                qdr_problem_part_begin(problem, r) !=
            first)
            return false;
    return true;
}

/* An algorithm with two calls has one of them for parts of one length. */
qdr_status qdr_selector_accepts(const qdr_kernel *kernel,
                                const qdr_problem *problem, qdr_error *error)
{
    int64_t word = qdr_values_integer(problem->values, 0);
    const qdr_library_call *call = kernel->calls;

    if (word < FIRST_FORCED)
        return QDR_OK;
    if (call[1].name != NULL && !qdr_library_parts_are_equal(problem))
        call++;
    return has_algorithm(call, words[word])
               ? QDR_OK
               : refuse(kernel, call, false, words[word], error);
}
