/* kernels/mpi_library/library_selector.c -- see library_selector.h. */
#include "kernels/mpi_library/library_selector.h"

#include <string.h>

#include "kernels/core/base/name_lookup.h"
#include "kernels/mpi_library/library_words.h"

const qdr_parameter qdr_selector_parameters[] = {
    {.name = "selector",
     .plural = "selectors",
     .summary = "selects the algorithm of a library's collective: on "
                "simulated machines ompi, mpich, mvapich2 or impi, or one of "
                "SimGrid's (smpi_...), else the library (default), or one of "
                "Open MPI's",
     .type = QDR_WORD,
     .default_value = "default",
     .words = qdr_selector_words,
     .is_of_launch = true},
    {0}};

static bool has_word(const char *const *words, const char *word)
{
    for (; words != NULL && *words != NULL; words++)
        if (strcmp(*words, word) == 0)
            return true;
    return false;
}

static bool is_choice(const char *word)
{
    for (int i = QDR_FIRST_CHOICE; i < QDR_FIRST_FORCED; i++)
        if (strcmp(qdr_selector_words[i], word) == 0)
            return true;
    return false;
}

static bool is_of_simgrid(const char *word)
{
    return strncmp(word, QDR_SIMGRID_PREFIX, sizeof QDR_SIMGRID_PREFIX - 1) ==
           0;
}

const char *qdr_selector_name(const char *word)
{
    return is_of_simgrid(word) ? word + sizeof QDR_SIMGRID_PREFIX - 1 : word;
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
        qdr_names_add(&known, qdr_selector_words[0]);
    for (int i = QDR_FIRST_CHOICE; qdr_selector_words[i] != NULL; i++)
        if (any_accepts(kernel, only, is_simulated, qdr_selector_words[i]))
            qdr_names_add(&known, qdr_selector_words[i]);
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
        (!is_simulated && strcmp(word, qdr_selector_words[0]) == 0))
        return QDR_OK;
    return refuse(kernel, NULL, is_simulated, word, error);
}

bool qdr_library_parts_are_equal(const qdr_problem *problem)
{
    int64_t first = qdr_problem_part_bytes(problem, 0);

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
    const char *word = qdr_selector_words[at];
    const qdr_library_call *call = kernel->calls;

    if (at < QDR_FIRST_FORCED)
        return QDR_OK;
    if (call[1].name != NULL && !qdr_library_parts_are_equal(problem))
        call++;
    return has_word(is_of_simgrid(word) ? call->simulated : call->algorithms,
                    word)
               ? QDR_OK
               : refuse(kernel, call, is_of_simgrid(word), word, error);
}
