/* kernels/testing/schedules.c -- see schedules.h. */
#include "kernels/testing/schedules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kernels/core/cost.h"
#include "kernels/core/schedule_check.h"
#include "kernels/kernel.h"

qdr_problem qdr_problem_of(const qdr_kernel *kernel, const qdr_pattern *pattern,
                           uint64_t seed)
{
    return (qdr_problem){.collective = kernel->collective,
                         .num_procs = pattern->num_procs,
                         .pattern = pattern,
                         .seed = seed};
}

void qdr_build_named(const char *name, const qdr_pattern *pattern,
                     qdr_schedule *schedule)
{
    const qdr_kernel *kernel;
    qdr_error error = {""};
    qdr_problem problem;

    assert_int_equal(qdr_kernel_find(name, &kernel, &error), QDR_OK);
    problem = qdr_problem_of(kernel, pattern, 0);
    assert_int_equal(qdr_kernel_build(kernel, &problem, schedule, &error),
                     QDR_OK);
}

void qdr_build_complete(const char *name, int p, qdr_schedule *schedule)
{
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    assert_int_equal(qdr_pattern_init_complete(&pattern, p, 1, &error), QDR_OK);
    qdr_build_named(name, &pattern, schedule);
    qdr_pattern_cleanup(&pattern);
}

static bool are_equal(const qdr_transfer *a, const qdr_transfer *b)
{
    return a->src == b->src && a->dst == b->dst && a->first == b->first &&
           a->offset == b->offset && a->bytes == b->bytes &&
           a->num_blocks == b->num_blocks && a->combines == b->combines &&
           a->joins == b->joins;
}

void qdr_assert_equal(const qdr_schedule *a, const qdr_schedule *b)
{
    assert_int_equal(a->num_rounds, b->num_rounds);
    assert_int_equal(a->num_transfers, b->num_transfers);
    for (int64_t i = 0; i < a->num_rounds; i++)
        assert_int_equal(a->round_begin[i], b->round_begin[i]);
    for (int64_t t = 0; t < a->num_transfers; t++)
        assert_true(are_equal(&a->transfers[t], &b->transfers[t]));
}

/* Whether a row's formula says the truth about its schedule. */
bool qdr_cost_holds(const qdr_kernel *kernel, const qdr_problem *problem,
                    const qdr_schedule *schedule, qdr_error *error)
{
    qdr_cost formula, derived;
    int p = problem->num_procs;
    bool is_bound =
        kernel->exactness == QDR_BOUND ||
        (kernel->exactness == QDR_EXACT_FOR_POW2 && (p & (p - 1)) != 0);
    qdr_status status;

    assert_int_equal(qdr_kernel_cost(kernel, problem, &formula, error), QDR_OK);
    assert_int_equal(qdr_cost_of_schedule(schedule, &derived, error), QDR_OK);
    if (is_bound
            ? derived.alpha <= formula.alpha && derived.beta <= formula.beta
            : derived.alpha == formula.alpha && derived.beta == formula.beta)
        return true;
    status = qdr_fail(error, QDR_ERROR_CHECK,
                      "formula %lld alpha + %lld beta, schedule %lld alpha + "
                      "%lld beta",
                      (long long)formula.alpha, (long long)formula.beta,
                      (long long)derived.alpha, (long long)derived.beta);
    return status == QDR_OK;
}

static const char *const modes[] = {
    "synchronous",
    "posted",
    "posted_all",
    "window:1",
    "window:3",
    "persistent",
    "synchronous+barrier",
    "posted+barrier",
    "posted_all+barrier",
    "window:3+barrier",
    "persistent+barrier",
};

void qdr_assert_proved(const qdr_kernel *kernel, const qdr_problem *problem,
                       const qdr_schedule *schedule, const char *where)
{
    qdr_schedule_report report;
    qdr_error error = {""};

    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        qdr_mode mode;
        assert_int_equal(qdr_mode_parse(modes[m], &mode, &error), QDR_OK);
        if (qdr_schedule_check(schedule, problem,
                               (kernel->flags & QDR_ONE_PORT) != 0, &mode,
                               &report, &error) != QDR_OK)
            fail_msg("%s, %s: %s", where, modes[m], error.text);
    }
    if (kernel->kind == QDR_DIRECT && (kernel->flags & QDR_ONE_PORT) != 0)
        assert_true(report.num_rounds >= report.demand.max_degree);
}
