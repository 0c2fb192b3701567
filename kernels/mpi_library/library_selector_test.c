/* kernels/mpi_library/library_selector_test.c -- the options of an MPI library,
 * and refused words. */
#include <string.h>

#include "kernels/mpi_library/library_selector.h"
#include "kernels/testing/unit_test.h"

static const qdr_kernel *row(const char *name)
{
    const qdr_kernel *kernel = NULL;
    qdr_error error = {""};

    assert_ok(qdr_kernel_find(name, &kernel, &error));
    return kernel;
}

/* A parameter, and an algorithm on a kind of machine, accept these words. */
static void assert_accepted(const qdr_kernel *kernel, bool is_simulated,
                            const char *const *words)
{
    for (; words != NULL && *words != NULL; words++) {
        qdr_value value;
        qdr_error error = {""};
        if (qdr_parameter_read(qdr_selector_parameters, "selector", *words,
                               &value, &error) != QDR_OK ||
            qdr_selector_require(kernel, is_simulated, *words, &error) !=
                QDR_OK)
            fail_msg("%s: %s", kernel->name, error.text);
    }
}

/* An algorithm accepts every word that it names. */
TEST(tables_agree)
{
    int num_rows = 0;

    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        const qdr_library_call *call = kernel->calls;
        if (call == NULL)
            continue;
        num_rows++;
        assert_ptr_equal(kernel->parameters, qdr_selector_parameters);
        for (; call->name != NULL; call++) {
            assert_accepted(kernel, false, call->algorithms);
            assert_accepted(kernel, true, call->simulated);
        }
    }
    assert_int_equal(num_rows, 9);
}

/* The calls that need a word, joined by blanks. */
static void assert_calls(const char *name, bool is_simulated, const char *word,
                         const char *wanted)
{
    const char *names[QDR_MAX_LIBRARY_CALLS];
    char text[128] = "";
    int count = qdr_selector_calls(row(name), is_simulated, word, names);

    for (int i = 0; i < count; i++) {
        strcat(text, i == 0 ? "" : " ");
        strcat(text, names[i]);
    }
    assert_string_equal(text, wanted);
}

TEST(calls_with_an_option)
{
    assert_calls("mpi_bcast", true, "ompi", "bcast");
    assert_calls("mpi_allgather", true, "impi", "allgather allgatherv");
    /* SimGrid has one MPI_Scatterv, and one choice for both reductions. */
    assert_calls("mpi_scatter", true, "mpich", "scatter");
    assert_calls("mpi_reduce_scatter", true, "mvapich2", "reduce_scatter");
    assert_calls("mpi_bcast", false, "default", "");
    assert_calls("mpi_bcast", false, "ompi", "");
    assert_calls("mpi_bcast", true, "binomial", "");
    assert_calls("mpi_bcast", true, "smpi_NTSL", "bcast");
    assert_calls("mpi_bcast", false, "smpi_NTSL", "");
    assert_calls("mpi_scatter", true, "smpi_NTSL", "");
    assert_calls("mpi_allgather", true, "smpi_ring", "allgather allgatherv");
    assert_calls("mpi_allgather", true, "smpi_rdb", "allgather");
    assert_calls("mpi_allgather", false, "ring", "allgather allgatherv");
    assert_calls("mpi_allgather", false, "linear", "allgather");
    assert_calls("mpi_reduce_scatter", false, "ring", "reduce_scatter");
}

static void assert_refused(const char *name, bool is_simulated,
                           const char *word, const char *wanted)
{
    qdr_error error = {""};

    assert_int_equal(
        qdr_selector_require(row(name), is_simulated, word, &error),
        QDR_ERROR_INPUT);
    assert_says(error.text, wanted);
}

TEST(refusals)
{
    qdr_error error = {""};

    assert_refused("mpi_scatter", true, "default",
                   "selector of mpi_scatter on a simulated machine 'default'; "
                   "accepted: ompi, mpich, mvapich2, impi, smpi_default, ");
    assert_refused("mpi_scatter", false, "ompi",
                   "selector of mpi_scatter under a real MPI library 'ompi'; "
                   "accepted: default, basic_linear, linear_nb, binomial");
    assert_refused("mpi_scatter", false, "smpi_default", "accepted: default, ");
    assert_refused("mpi_scatter", true, "smpi_NTSL", "smpi_ompi_binomial");
    assert_refused("mpi_scatter", false, "butterfly", "accepted: default, ");
    for (int is_simulated = 0; is_simulated < 2; is_simulated++)
        assert_ok(qdr_selector_require(row("mpi_scatter"), is_simulated,
                                       is_simulated ? "ompi" : "default",
                                       &error));
}

/* Whether an algorithm accepts a word for 4 ranks' parts of `bytes`. */
static bool accepts(const char *name, const char *word, int64_t bytes)
{
    const qdr_kernel *kernel = row(name);
    qdr_values values;
    const qdr_problem problem = {.collective = kernel->collective,
                                 .num_procs = 4,
                                 .vector.bytes = bytes,
                                 .values = &values};
    qdr_error error = {""};

    qdr_values_init(&values, kernel->parameters);
    assert_ok(qdr_parameter_read(kernel->parameters, "selector", word,
                                 &values.values[0], &error));
    return qdr_kernel_accepts(kernel, &problem, &error) == QDR_OK;
}

/* The word must be an algorithm of the collective for these parts. */
TEST(parts)
{
    assert_true(accepts("mpi_scatter", "binomial", 16));
    assert_false(accepts("mpi_scatter", "binomial", 18));
    assert_true(accepts("mpi_scatter", "default", 18));
    assert_true(accepts("mpi_scatter", "ompi", 18));
    assert_true(accepts("mpi_reduce_scatter", "recursive_doubling", 16));
    assert_false(accepts("mpi_reduce_scatter", "recursive_doubling", 18));
    assert_true(accepts("mpi_reduce_scatter", "ring", 18));
    assert_false(accepts("mpi_reduce_scatter", "ring", 16));
    assert_true(accepts("mpi_bcast", "binomial", 18));
    assert_true(accepts("mpi_scatter", "smpi_ompi_binomial", 16));
    assert_false(accepts("mpi_scatter", "smpi_ompi_binomial", 18));
    assert_false(accepts("mpi_allgather", "smpi_bruck", 18));
    assert_true(accepts("mpi_allgather", "smpi_ompi_bruck", 18));
    /* One option of SimGrid is for both reductions. */
    assert_true(accepts("mpi_reduce_scatter", "smpi_mpich_rdb", 16));
    assert_true(accepts("mpi_reduce_scatter", "smpi_mpich_rdb", 18));
}
