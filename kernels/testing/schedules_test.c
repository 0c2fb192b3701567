/* kernels/testing/schedules_test.c -- the functions that compare formulas with
 * schedules see planted errors. */
#include <string.h>

#include "kernels/core/schedule/cost.h"
#include "kernels/kernel.h"
#include "kernels/testing/schedules.h"
#include "kernels/testing/unit_test.h"

enum { SEED = 1 };

/* p in place of p - 1, a common mistake. */
static int64_t one_round_too_many(int num_procs)
{
    return num_procs;
}

static int64_t linear_round(int src, int dst, int num_procs)
{
    return (dst - src + num_procs) % num_procs;
}

static const qdr_round_rule rounds = {.num_rounds = one_round_too_many,
                                      .round_of = linear_round};

static qdr_cost slipped_cost(const qdr_pattern_stats *stats)
{
    return (qdr_cost){stats->num_procs, stats->num_procs * stats->max_bytes, 0};
}

TEST(wrong_cost_is_caught)
{
    const qdr_kernel right = {
        .name = "right", .flags = QDR_ONE_PORT, .rounds = &rounds};
    const qdr_kernel wrong = {
        .name = "wrong", .flags = QDR_ONE_PORT, .cost = slipped_cost};
    qdr_pattern pattern = {0};
    qdr_schedule schedule = {0};
    qdr_problem problem;
    qdr_error error = {""};

    assert_ok(qdr_pattern_init_complete(&pattern, 5, 8, &error));
    problem = qdr_problem_of(&right, &pattern, SEED);
    assert_ok(qdr_kernel_build(&right, &problem, &schedule, &error));
    assert_true(qdr_cost_holds(&right, &problem, &schedule, &error));
    assert_false(qdr_cost_holds(&wrong, &problem, &schedule, &error));
    assert_non_null(strstr(error.text, "formula 5 alpha + 40 beta + "
                                       "0 gamma, schedule 4 alpha + 32 beta"));
    qdr_schedule_cleanup(&schedule);
    qdr_pattern_cleanup(&pattern);
}

static qdr_cost right_cost(const qdr_pattern_stats *stats)
{
    int64_t rounds = stats->num_procs - 1;

    return (qdr_cost){rounds, rounds * stats->max_bytes, 0};
}

/* Only one coefficient is too large. */
static qdr_cost slipped_beta(const qdr_pattern_stats *stats)
{
    return (qdr_cost){stats->num_procs - 1, stats->num_procs * stats->max_bytes,
                      0};
}

/* A bound that is too large holds in every problem, but no schedule reaches it.
 */
TEST(loose_bound_is_caught)
{
    static const struct {
        qdr_cost (*cost)(const qdr_pattern_stats *stats);
        const char *message; /* NULL: the bound is right */
    } bounds[] = {{right_cost, NULL},
                  {slipped_cost, "bound's alpha is reached in none of 33"},
                  {slipped_beta, "bound's beta is reached in none of 32"}};

    for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++) {
        const qdr_kernel kernel = {.name = "bound",
                                   .flags = QDR_ONE_PORT,
                                   .exactness = QDR_BOUND,
                                   .cost = bounds[b].cost};
        const qdr_kernel builder = {
            .name = "builder", .flags = QDR_ONE_PORT, .rounds = &rounds};
        qdr_reach reach = {0};
        qdr_error error = {""};
        for (int p = 1; p <= 33; p++) {
            qdr_pattern pattern = {0};
            qdr_schedule schedule = {0};
            qdr_problem problem;
            assert_ok(qdr_pattern_init_complete(&pattern, p, 8, &error));
            problem = qdr_problem_of(&builder, &pattern, SEED);
            assert_ok(qdr_kernel_build(&builder, &problem, &schedule, &error));
            assert_true(qdr_cost_holds(&kernel, &problem, &schedule, &error));
            qdr_reach_add(&reach, &kernel, &problem, &schedule);
            qdr_schedule_cleanup(&schedule);
            qdr_pattern_cleanup(&pattern);
        }
        assert_int_equal(qdr_reach_holds(&reach, &error),
                         bounds[b].message == NULL);
        if (bounds[b].message != NULL)
            assert_non_null(strstr(error.text, bounds[b].message));
    }
}
