/* workloads/application/application_test.c -- what an application tells its
 * ranks. */
#include <stdlib.h>

#include "kernels/testing/unit_test.h"
#include "workloads/application/application.h"

/* As many values as take three reductions. */
enum { COUNT = (2 << 20) + 3 };

/* Another rank's values, and how many of them have been reduced. */
typedef struct other {
    const double *values;
    int64_t num_reduced;
    int64_t fails_from; /* so many on */
} other;

static qdr_status add_other(void *context, qdr_reduction reduction, int count,
                            double *values, qdr_error *error)
{
    other *o = context;

    assert_int_equal(reduction, QDR_SUM);
    if (o->num_reduced >= o->fails_from)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "the network is down");
    for (int i = 0; i < count; i++)
        values[i] += o->values[o->num_reduced + i];
    o->num_reduced += count;
    return QDR_OK;
}

/* The values that a rank sends, or receives. */
static double *new_values(double first)
{
    double *values = malloc(COUNT * sizeof *values);

    assert_non_null(values);
    for (int i = 0; i < COUNT; i++)
        values[i] = first + i;
    return values;
}

static void hold(const double *values, double first)
{
    for (int i = 0; i < COUNT; i++)
        if (values[i] != first + i)
            fail_msg("value %d is %g, not %g", i, values[i], first + i);
}

/* Whatever rank 1 had there, it has rank 0's values. */
TEST(receives)
{
    double *reported = new_values(7), *mine = new_values(-100);
    other zero = {.values = reported, .fails_from = COUNT};
    const qdr_host host = {
        .rank = 1, .procs = 2, .context = &zero, .reduce = add_other};

    assert_ok(qdr_host_report(&host, COUNT, mine, NULL));
    assert_int_equal(zero.num_reduced, COUNT);
    hold(mine, 7);
    free(reported);
    free(mine);
}

/* Rank 0 keeps its own, to which the others add nothing. */
TEST(reports)
{
    double *nothing = calloc(COUNT, sizeof *nothing), *mine = new_values(7);
    other one = {.values = nothing, .fails_from = COUNT};
    const qdr_host host = {.procs = 2, .context = &one, .reduce = add_other};

    assert_non_null(nothing);
    assert_ok(qdr_host_report(&host, COUNT, mine, NULL));
    hold(mine, 7);
    assert_ok(qdr_host_report(&qdr_host_alone, COUNT, mine, NULL));
    hold(mine, 7);
    free(nothing);
    free(mine);
}

/* A reduction that fails is the last one. */
TEST(failure)
{
    double *reported = new_values(7), *mine = new_values(0);
    other zero = {.values = reported, .fails_from = 1};
    const qdr_host host = {
        .rank = 1, .procs = 2, .context = &zero, .reduce = add_other};
    qdr_error error = {""};

    assert_int_equal(qdr_host_report(&host, COUNT, mine, &error),
                     QDR_ERROR_SYSTEM);
    assert_string_equal(error.text, "the network is down");
    assert_in_range(zero.num_reduced, 1, COUNT - 1);
    free(reported);
    free(mine);
}
