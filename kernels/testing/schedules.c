/* kernels/testing/schedules.c -- see schedules.h. */
#include "kernels/testing/schedules.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/core/proof/schedule_check.h"
#include "kernels/core/schedule/cost.h"
#include "kernels/core/schedule/rank_schedule.h"
#include "kernels/kernel.h"
#include "kernels/testing/networks.h"
#include "kernels/testing/unit_test.h"

int qdr_proved_procs(void)
{
    const char *fewer = getenv("PROVED_PROCS");

    return fewer == NULL ? 64 : atoi(fewer);
}

const qdr_kernel *qdr_kernel_named(const char *name)
{
    const qdr_kernel *kernel = NULL;
    qdr_error error = {""};

    if (qdr_kernel_find(name, &kernel, &error) != QDR_OK)
        fail_msg("%s", error.text);
    return kernel;
}

double qdr_predict_named(const char *name, const char *parameters,
                         const qdr_problem *problem)
{
    const qdr_kernel *kernel = qdr_kernel_named(name);
    qdr_problem own = *problem;
    char text[64];
    qdr_values values;
    double us = -1;

    assert_true(strlen(parameters) < sizeof text);
    strcpy(text, parameters);
    qdr_values_init(&values, kernel->parameters);
    assert_ok(qdr_values_read(&values, name, text, NULL));
    own.collective = kernel->collective;
    own.values = &values;
    assert_ok(qdr_kernel_predict(kernel, &own, &us, NULL));
    return us;
}

qdr_problem qdr_problem_of(const qdr_kernel *kernel, const qdr_pattern *pattern,
                           uint64_t seed)
{
    return (qdr_problem){
        .collective = kernel->collective,
        .num_procs = pattern->num_procs,
        .messages.pattern = pattern,
        .network = (kernel->flags & QDR_LEVELS) != 0 ? &qdr_test_levels : NULL,
        .seed = seed};
}

void qdr_build_named(const char *name, const qdr_pattern *pattern,
                     qdr_schedule *schedule)
{
    const qdr_kernel *kernel = qdr_kernel_named(name);
    const qdr_problem problem = qdr_problem_of(kernel, pattern, 0);
    qdr_error error = {""};

    assert_ok(qdr_kernel_build(kernel, &problem, schedule, &error));
}

void qdr_build_complete(const char *name, int p, qdr_schedule *schedule)
{
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    assert_ok(qdr_pattern_init_complete(&pattern, p, 1, &error));
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

/* Whether the algorithm's formula claims to be exact. */
static bool is_exact(const qdr_kernel *kernel, const qdr_problem *problem)
{
    int p = problem->num_procs;

    switch (kernel->exactness) {
    case QDR_EXACT:
        return true;
    case QDR_EXACT_FOR_POW2:
        return (p & (p - 1)) == 0;
    case QDR_EXACT_FOR_EQUAL:
        return problem->vector.root == 0 &&
               problem->vector.part_begin == NULL &&
               problem->vector.bytes % p == 0;
    default:
        return false;
    }
}

void qdr_assert_same_operations(const qdr_schedule *whole,
                                const qdr_schedule *own, int rank,
                                const char *where)
{
    qdr_rank_schedules ranks[2] = {{0}};
    qdr_error error = {""};

    assert_ok(qdr_rank_schedules_init(&ranks[0], whole, rank, 1, &error));
    assert_ok(qdr_rank_schedules_init(&ranks[1], own, rank, 1, &error));
    assert_int_equal(ranks[0].rank_begin[1], ranks[1].rank_begin[1]);
    for (int64_t i = 0; i < ranks[0].rank_begin[1]; i++) {
        const qdr_operation *expected = &ranks[0].operations[i];
        const qdr_operation *found = &ranks[1].operations[i];
        if (expected->is_send != found->is_send ||
            expected->peer != found->peer || expected->bytes != found->bytes ||
            expected->is_last != found->is_last ||
            whole->transfers[expected->begin].offset !=
                own->transfers[found->begin].offset)
            fail_msg("%s: operation %lld of rank %d differs in its own "
                     "schedule",
                     where, (long long)i, rank);
    }
    qdr_rank_schedules_cleanup(&ranks[0]);
    qdr_rank_schedules_cleanup(&ranks[1]);
}

bool qdr_cost_holds(const qdr_kernel *kernel, const qdr_problem *problem,
                    const qdr_schedule *schedule, qdr_error *error)
{
    qdr_cost formula, derived;
    bool is_bound = !is_exact(kernel, problem);
    qdr_status status;

    assert_ok(qdr_kernel_cost(kernel, problem, &formula, error));
    assert_ok(qdr_cost_of_schedule(schedule, &derived, error));
    if (is_bound
            ? derived.alpha <= formula.alpha && derived.beta <= formula.beta &&
                  derived.gamma <= formula.gamma
            : derived.alpha == formula.alpha && derived.beta == formula.beta &&
                  derived.gamma == formula.gamma)
        return true;
    status = qdr_fail(error, QDR_ERROR_CHECK,
                      "formula %lld alpha + %lld beta + %lld gamma, schedule "
                      "%lld alpha + %lld beta + %lld gamma",
                      (long long)formula.alpha, (long long)formula.beta,
                      (long long)formula.gamma, (long long)derived.alpha,
                      (long long)derived.beta, (long long)derived.gamma);
    return status == QDR_OK;
}

static void count_reached(int64_t formula, int64_t derived, int64_t *positive,
                          int64_t *reached)
{
    *positive += formula > 0;
    *reached += formula > 0 && derived == formula;
}

void qdr_reach_add(qdr_reach *reach, const qdr_kernel *kernel,
                   const qdr_problem *problem, const qdr_schedule *schedule)
{
    qdr_cost *positive = &reach->positive, *reached = &reach->reached;
    qdr_cost formula, derived;
    qdr_error error = {""};

    assert_ok(qdr_kernel_cost(kernel, problem, &formula, &error));
    assert_ok(qdr_cost_of_schedule(schedule, &derived, &error));
    count_reached(formula.alpha, derived.alpha, &positive->alpha,
                  &reached->alpha);
    count_reached(formula.beta, derived.beta, &positive->beta, &reached->beta);
    count_reached(formula.gamma, derived.gamma, &positive->gamma,
                  &reached->gamma);
}

bool qdr_reach_holds(const qdr_reach *reach, qdr_error *error)
{
    const struct {
        const char *name;
        int64_t positive, reached;
    } coefficients[] = {
        {"alpha", reach->positive.alpha, reach->reached.alpha},
        {"beta", reach->positive.beta, reach->reached.beta},
        {"gamma", reach->positive.gamma, reach->reached.gamma},
    };
    qdr_status status = QDR_OK;

    for (size_t i = 0; i < sizeof coefficients / sizeof *coefficients; i++)
        if (status == QDR_OK && coefficients[i].positive > 0 &&
            coefficients[i].reached == 0)
            status = qdr_fail(error, QDR_ERROR_CHECK,
                              "the bound's %s is reached in none of %lld "
                              "problems",
                              coefficients[i].name,
                              (long long)coefficients[i].positive);
    return status == QDR_OK;
}

static const char *const modes[] = {
    "synchronous",
    "posted",
    "paced",
    "paced:8",
    "posted_all",
    "window:1",
    "window:3",
    "persistent",
    "dataflow",
    "dataflow:8",
    "dataflow+barrier",
    "synchronous+barrier",
    "posted+barrier",
    "posted_all+barrier",
    "window:3+barrier",
    "persistent+barrier",
    "synchronous+announce",
    "window:3+barrier+announce",
};

void qdr_assert_proved_in(const qdr_kernel *kernel, const qdr_problem *problem,
                          const qdr_schedule *schedule, const qdr_mode *mode,
                          const char *where)
{
    bool one_port = (kernel->flags & QDR_ONE_PORT) != 0;
    qdr_schedule_report report;
    qdr_error error = {""};
    char text[64];

    qdr_mode_print(mode, text, sizeof text);
    if (qdr_schedule_check(schedule, problem, one_port, mode, &report,
                           &error) != QDR_OK)
        fail_msg("%s, %s: %s", where, text, error.text);
    if (kernel->kind == QDR_DIRECT && one_port)
        assert_true(report.num_rounds >= report.traffic.max_degree);
}

void qdr_assert_proved(const qdr_kernel *kernel, const qdr_problem *problem,
                       const qdr_schedule *schedule, const char *where)
{
    qdr_assert_proved_in(kernel, problem, schedule, &kernel->mode, where);
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        qdr_error error = {""};
        qdr_mode mode;
        assert_ok(qdr_mode_parse(modes[m], &mode, NULL));
        if (qdr_schedule_check_in(schedule, &mode, &error) != QDR_OK)
            fail_msg("%s, %s: %s", where, modes[m], error.text);
    }
}

void qdr_assert_own_parts(const qdr_kernel *kernel, const qdr_problem *problem,
                          const qdr_schedule *schedule, const char *where)
{
    int64_t num_rounds = 0;

    for (int rank = 0; rank < problem->num_procs; rank++) {
        qdr_problem part = *problem;
        qdr_schedule made = {0};
        qdr_error error = {""};
        part.view = (qdr_view){true, rank};
        assert_ok(qdr_kernel_build(kernel, &part, &made, &error));
        qdr_assert_same_operations(schedule, &made, rank, where);
        if (rank > 0 && made.num_rounds != num_rounds)
            fail_msg("%s: rank %d has %d rounds, rank %d has %d", where,
                     rank - 1, (int)num_rounds, rank, (int)made.num_rounds);
        num_rounds = made.num_rounds;
        for (int64_t t = 0;
             made.num_rounds > 0 && t < made.round_begin[made.num_rounds]; t++)
            if (made.transfers[t].src != rank && made.transfers[t].dst != rank)
                fail_msg("%s: rank %d plans for others", where, rank);
        qdr_schedule_cleanup(&made);
    }
}
