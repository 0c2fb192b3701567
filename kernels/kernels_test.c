/* kernels/kernels_test.c -- properties of every algorithm.
 *
 * For p = 1..33 and 64 and for every kind of pattern: the symbolic checker
 * agrees (each byte once, declared flags, no deadlock in any mode), the cost
 * formula equals the cost derived from the schedule (or bounds it, and some
 * schedule reaches it, if the algorithm declares a bound), the same seed gives
 * the same schedule, and a rank that knows only its own messages, or those that
 * pass it on the algorithm's route, makes the same rank's schedule, unless the
 * algorithm is global. Algorithms on a vector get some lengths, and every root,
 * on two networks; those that keep the order of ranks are also proved with
 * operators that do not commute. A new algorithm is tested here without an
 * edit. testing/schedules_test.c plants errors for the functions used here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/problem/problem.h"
#include "kernels/core/schedule/cost.h"
#include "kernels/kernel.h"
#include "kernels/last_words/last_words.h"
#include "kernels/testing/chosen.h"
#include "kernels/testing/networks.h"
#include "kernels/testing/pattern_kinds.h"
#include "kernels/testing/schedules.h"
#include "kernels/testing/unit_test.h"

enum { SEED = 1 };

static void assert_same_again(const qdr_kernel *kernel,
                              const qdr_problem *problem,
                              const qdr_schedule *schedule)
{
    qdr_schedule again = {0};
    qdr_error error = {""};

    assert_ok(qdr_kernel_build(kernel, problem, &again, &error));
    qdr_assert_equal(&again, schedule);
    qdr_schedule_cleanup(&again);
}

/* The messages that `rank` plans from: its own, or those that pass it. */
static int64_t list_known(const qdr_pattern *pattern, const qdr_route *route,
                          int rank, qdr_message *known)
{
    int64_t count = 0;

    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        bool passes = message.src == rank || message.dst == rank;
        for (int k = 0; route != NULL && k < route->num_rounds; k++)
            passes |=
                qdr_route_place(route, k, message.src, message.dst) == rank;
        if (passes)
            known[count++] = message;
    }
    return count;
}

/* The algorithm that makes the schedule: what an `auto` takes. */
static const qdr_kernel *find_maker(const qdr_kernel *kernel,
                                    const qdr_problem *problem)
{
    qdr_chosen chosen;

    if (kernel->candidates == NULL)
        return kernel;
    assert_ok(qdr_kernel_choose(kernel, problem, NULL, &chosen, NULL));
    return chosen.kernel;
}

/* The route of the algorithm for a problem, or NULL. */
static const qdr_route *find_route(const qdr_kernel *kernel,
                                   const qdr_problem *problem, qdr_route *room)
{
    const qdr_kernel *maker = find_maker(kernel, problem);
    qdr_values defaults;
    const qdr_problem resolved = qdr_kernel_defaults(maker, problem, &defaults);

    if (maker->route == NULL)
        return NULL;
    assert_ok(maker->route(&resolved, room, NULL));
    return room;
}

/* Each rank plans an algorithm that is not `global` from the messages that it
 * knows, and the load of all: the result must be that of the whole pattern. */
static void assert_local(const qdr_kernel *kernel, const qdr_pattern *pattern,
                         const qdr_schedule *schedule, const char *where)
{
    qdr_message *own =
        malloc(((size_t)pattern->num_messages + 1) * sizeof *own);
    const qdr_problem whole = qdr_problem_of(kernel, pattern, SEED);
    qdr_traffic_summary summary;
    qdr_route room;
    const qdr_route *route = find_route(kernel, &whole, &room);

    assert_non_null(own);
    assert_ok(qdr_traffic_summary_of(pattern, &summary, NULL));
    for (int rank = 0; rank < pattern->num_procs; rank++) {
        qdr_pattern known = {0};
        qdr_schedule made = {0};
        qdr_problem problem;
        qdr_error error = {""};
        int64_t count = list_known(pattern, route, rank, own);
        assert_ok(
            qdr_pattern_init(&known, pattern->num_procs, own, count, &error));
        problem = qdr_problem_of(kernel, &known, SEED);
        problem.messages.summary = &summary;
        problem.view = (qdr_view){route != NULL, rank};
        assert_ok(qdr_kernel_build(kernel, &problem, &made, &error));
        qdr_assert_same_operations(schedule, &made, rank, where);
        qdr_schedule_cleanup(&made);
        qdr_pattern_cleanup(&known);
    }
    free(own);
}

/* All claims about the algorithm's schedule of a problem, in every mode or in
 * its own. */
static void check_schedule(const qdr_kernel *kernel, const qdr_problem *problem,
                           bool in_every_mode, qdr_reach *reach,
                           const char *where)
{
    unsigned whole = QDR_GLOBAL | QDR_COMPLETE;
    qdr_schedule schedule = {0};
    qdr_error error = {""};

    qdr_last_words("%s", where);
    if (qdr_kernel_build(kernel, problem, &schedule, &error) != QDR_OK)
        fail_msg("%s: %s", where, error.text);
    if (in_every_mode)
        qdr_assert_proved(kernel, problem, &schedule, where);
    else
        qdr_assert_proved_in(kernel, problem, &schedule, &kernel->mode, where);
    if (!qdr_cost_holds(kernel, problem, &schedule, &error))
        fail_msg("%s: %s", where, error.text);
    qdr_reach_add(reach, kernel, problem, &schedule);
    assert_same_again(kernel, problem, &schedule);
    if (!qdr_collective_has_vector(problem->collective) &&
        (kernel->flags & whole) == 0)
        assert_local(kernel, problem->messages.pattern, &schedule, where);
    if (qdr_collective_has_vector(problem->collective) &&
        (problem->vector.root == 0 ||
         problem->vector.root == problem->num_procs / 3))
        qdr_assert_own_parts(kernel, problem, &schedule, where);
    qdr_schedule_cleanup(&schedule);
}

static void check_patterns(const qdr_kernel *kernel, int p, qdr_reach *reach)
{
    for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++) {
        qdr_pattern pattern = {0};
        qdr_problem problem;
        qdr_error error = {""};
        char where[128];
        snprintf(where, sizeof where, "%s, p = %d, %s", kernel->name, p,
                 qdr_pattern_kind_name(kind));
        assert_ok(qdr_pattern_init_kind(&pattern, kind, p, &error));
        problem = qdr_problem_of(kernel, &pattern, SEED);
        if (qdr_kernel_accepts(kernel, &problem, &error) == QDR_OK)
            check_schedule(kernel, &problem, true, reach, where);
        qdr_pattern_cleanup(&pattern);
    }
}

static void check_vectors(const qdr_kernel *kernel, int p,
                          const qdr_network *network, bool is_ordered,
                          qdr_reach *reach)
{
    const int64_t lengths[] = {0, 1, 100, 2 * p};
    int num_roots = qdr_collective_has_root(kernel->collective) ? p : 1;

    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int root = 0; root < num_roots; root++) {
            const qdr_problem problem = {.collective = kernel->collective,
                                         .num_procs = p,
                                         .vector = {.root = root,
                                                    .bytes = lengths[i],
                                                    .is_ordered = is_ordered},
                                         .network = network,
                                         .seed = SEED};
            char where[128];
            snprintf(where, sizeof where, "%s, p = %d, root %d, %lld bytes%s%s",
                     kernel->name, p, root, (long long)lengths[i],
                     network != NULL ? ", slow bytes" : "",
                     is_ordered ? ", in order" : "");
            check_schedule(kernel, &problem,
                           (root == 0 || root == p / 3) &&
                               (network == NULL || lengths[i] == 100),
                           reach, where);
        }
}

static void check_kernel(const qdr_kernel *kernel)
{
    qdr_reach reach = {0};
    qdr_error error = {""};
    bool keeps_order = qdr_collective_combines(kernel->collective) &&
                       (kernel->flags & QDR_COMMUTATIVE) == 0;
    int max_procs = qdr_proved_procs();

    for (int p = 1; p <= max_procs; p += p == 33 ? 31 : 1) {
        if (qdr_collective_has_vector(kernel->collective)) {
            check_vectors(kernel, p, NULL, false, &reach);
            check_vectors(kernel, p, &qdr_test_slow_bytes, false, &reach);
        } else {
            check_patterns(kernel, p, &reach);
        }
        if (keeps_order) {
            check_vectors(kernel, p, NULL, true, &reach);
            check_vectors(kernel, p, &qdr_test_slow_bytes, true, &reach);
        }
    }
    if (reach.positive.alpha == 0) /* as if it refused every problem */
        fail_msg("%s sends nothing", kernel->name);
    if (kernel->exactness == QDR_BOUND && !qdr_reach_holds(&reach, &error))
        fail_msg("%s: %s", kernel->name, error.text);
}

TEST(every_row)
{
    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        if (qdr_kernel_has_schedule(kernel) && qdr_is_chosen(kernel))
            check_kernel(kernel);
    }
}

static int64_t count_differences(const qdr_schedule *a, const qdr_schedule *b)
{
    int64_t count = 0;

    for (int64_t t = 0; t < a->num_transfers && t < b->num_transfers; t++)
        count += a->transfers[t].src != b->transfers[t].src ||
                 a->transfers[t].dst != b->transfers[t].dst;
    return count;
}

/* Among 33 ranks that all have messages for each other, two seeds practically
 * never draw the same; an algorithm that is not declared random must not draw.
 */
TEST(seeds_matter)
{
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    assert_ok(qdr_pattern_init_complete(&pattern, 33, 8, &error));
    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        qdr_schedule schedules[2] = {{0}};
        if (!qdr_kernel_has_schedule(kernel) ||
            qdr_collective_has_vector(kernel->collective))
            continue;
        for (uint64_t seed = 0; seed < 2; seed++) {
            qdr_problem problem = qdr_problem_of(kernel, &pattern, seed);
            assert_ok(
                qdr_kernel_build(kernel, &problem, &schedules[seed], &error));
        }
        assert_int_equal(count_differences(&schedules[0], &schedules[1]) > 0,
                         (kernel->flags & QDR_SEEDED) != 0);
        qdr_schedule_cleanup(&schedules[0]);
        qdr_schedule_cleanup(&schedules[1]);
    }
    qdr_pattern_cleanup(&pattern);
}
