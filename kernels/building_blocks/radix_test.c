/* kernels/building_blocks/radix_test.c -- algorithms of vectors that have a
 * radix: all radices, those refused, and the one that a network suggests. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernels/building_blocks/radix.h"
#include "kernels/kernel.h"
#include "kernels/testing/networks.h"
#include "kernels/testing/schedules.h"
#include "kernels/testing/unit_test.h"

static const char *const algorithms[] = {
    "allgather_circulant", "reduce_scatter_circulant", "allreduce_circulant",
    "allreduce_multiplied"};
enum { NUM_ALGORITHMS = 4 };

/* An algorithm, its problem, and the values of its only parameter, which point
 * into the text. */
typedef struct trial {
    char text[16];
    const qdr_kernel *kernel;
    qdr_values values;
    qdr_problem problem;
} trial;

static void set(trial *t, const char *algorithm, int p, int64_t bytes,
                int radix)
{
    t->kernel = qdr_kernel_named(algorithm);
    snprintf(t->text, sizeof t->text, "%d", radix);
    qdr_values_init(&t->values, t->kernel->parameters);
    assert_ok(qdr_parameter_read(&t->kernel->parameters[0], algorithm, t->text,
                                 &t->values.values[0], NULL));
    t->problem = (qdr_problem){.collective = t->kernel->collective,
                               .num_procs = p,
                               .vector.bytes = bytes,
                               .values = &t->values};
}

static void prove(const trial *t, const char *where)
{
    qdr_schedule schedule = {0};
    qdr_error error = {""};

    assert_ok(qdr_kernel_build(t->kernel, &t->problem, &schedule, &error));
    qdr_assert_proved_in(t->kernel, &t->problem, &schedule, &t->kernel->mode,
                         where);
    if (!qdr_cost_holds(t->kernel, &t->problem, &schedule, &error))
        fail_msg("%s: %s", where, error.text);
    qdr_schedule_cleanup(&schedule);
}

/* Also in the order of ranks, where an algorithm has it. */
static void prove_radix(const char *algorithm, int p, int64_t bytes, int radix)
{
    char where[96];
    trial t;

    snprintf(where, sizeof where, "%s, %d ranks, %d bytes, radix %d", algorithm,
             p, (int)bytes, radix);
    set(&t, algorithm, p, bytes, radix);
    prove(&t, where);
    t.problem.vector.is_ordered = true;
    if ((t.kernel->flags & QDR_COMMUTATIVE) == 0 &&
        t.problem.collective != QDR_ALLGATHER)
        prove(&t, where);
}

TEST(every_radix)
{
    for (int a = 0; a < NUM_ALGORITHMS; a++)
        for (int p = 1; p <= 17; p++)
            for (int radix = 2; radix <= qdr_max_radix(p); radix++)
                prove_radix(algorithms[a], p, 3 * p + 1, radix);
}

TEST(many_ranks)
{
    static const int radices[] = {0, 2, 3, 4, 7, 16};

    for (int p = 18; p <= 64; p += p < 33 ? 1 : 31)
        for (size_t i = 0; i < sizeof radices / sizeof *radices; i++)
            for (int64_t bytes = 0; bytes <= 4096; bytes = bytes * 16 + 1)
                prove_radix("allreduce_multiplied", p, bytes, radices[i]);
}

TEST(a_radix_that_does_not_fit)
{
    static const struct {
        int p, radix;
        const char *accepted;
    } cells[] = {{5, 1, "radix: 1; accepted: 2 to 5 for 5 processes, or 0"},
                 {5, 6, "radix: 6; accepted: 2 to 5 for 5 processes, or 0"},
                 {1, 3, "radix: 3; accepted: 2 to 2 for 1 processes, or 0"},
                 {5, 5, NULL},
                 {1, 2, NULL}};

    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        for (int a = 0; a < NUM_ALGORITHMS; a++) {
            trial t;
            qdr_schedule schedule = {0};
            qdr_error error = {""};
            set(&t, algorithms[a], cells[i].p, 64, cells[i].radix);
            assert_int_equal(
                qdr_kernel_build(t.kernel, &t.problem, &schedule, &error),
                cells[i].accepted == NULL ? QDR_OK : QDR_ERROR_INPUT);
            if (cells[i].accepted != NULL)
                assert_non_null(strstr(error.text, cells[i].accepted));
            qdr_schedule_cleanup(&schedule);
        }
}

static double time_us(const char *algorithm, const qdr_network *network, int p,
                      int64_t bytes, int radix)
{
    const qdr_problem problem = {
        .num_procs = p, .vector.bytes = bytes, .network = network};
    char text[32];

    snprintf(text, sizeof text, "radix=%d", radix);
    return qdr_predict_named(algorithm, text, &problem);
}

/* The other algorithms try some large radices only. */
TEST(the_radix_is_the_best)
{
    for (int n = 0; n < QDR_NUM_TEST_NETWORKS; n++)
        for (int a = 0; a < NUM_ALGORITHMS; a++)
            for (int p = 1; p <= 100; p += 1 + p / 9)
                for (int radix = 2; radix <= qdr_max_radix(p); radix++) {
                    const qdr_network *network = &qdr_test_networks[n];
                    double best = time_us(algorithms[a], network, p, 4096, 0);
                    double us = time_us(algorithms[a], network, p, 4096, radix);
                    if (best > us * (a == NUM_ALGORITHMS - 1 ? 1 : 1.05))
                        fail_msg("%s, %d ranks: radix %d takes %g us, not %g",
                                 algorithms[a], p, radix, us, best);
                }
}

static qdr_cost cost_of(int p, int radix)
{
    trial t;
    qdr_cost cost = {0};
    qdr_error error = {""};

    set(&t, "allreduce_multiplied", p, 1, radix);
    assert_ok(qdr_kernel_cost(t.kernel, &t.problem, &cost, &error));
    return cost;
}

/* Messages of a rank, and vectors that it combines. */
TEST(groups)
{
    static const struct {
        int p, radix, messages, combined;
    } cells[] = {{64, 2, 6, 6},    {64, 4, 9, 9},
                 {64, 64, 63, 63}, {7, 3, 2 + 3, 4} /* 1 folded, 3 x 2 */,
                 {7, 7, 6, 6},     {60, 5, 9, 9} /* 5 x 4 x 3 */,
                 {61, 5, 8 + 2, 9} /* 21 folded, 5 x 4 x 2 */};

    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        qdr_cost cost = cost_of(cells[i].p, cells[i].radix);
        assert_int_equal(cost.alpha, cells[i].messages);
        assert_int_equal(cost.beta, cells[i].messages);
        assert_int_equal(cost.gamma, cells[i].combined);
    }
}

/* Known values: 1.3 us, o = 0.35 at both ends, 8e-5 us a byte. Five rounds of 3
 * messages: 6 o and the last one's bytes; half duplex doubles them; on a line a
 * group of 2 that is 4 apart shares its link with 3 others. */
TEST(times)
{
    qdr_network network = {.alpha_us = 1.3,
                           .beta_ns = 0.08,
                           .link_excess = 1,
                           .sender_free_us = 0.95,
                           .receiver_free_us = 0.95};

    assert_true(fabs(time_us("allreduce_multiplied", &network, 1024, 1000, 4) -
                     5 * (6 * 0.35 + 0.08)) < 1e-9);
    assert_true(fabs(time_us("allreduce_multiplied", &network, 1024, 1000, 0) -
                     5 * (6 * 0.35 + 0.08)) < 1e-9);
    assert_true(fabs(time_us("allreduce_multiplied", &network, 9, 1000, 2) -
                     (3 + 2) * (1.3 + 0.08)) < 1e-9);
    /* 24 us of bytes take longer than the work; and a last message is on its
     * way when a receiver has nothing to do, 0.05 us for each. */
    assert_true(fabs(time_us("allreduce_multiplied", &network, 4, 100000, 4) -
                     (1.3 + 3 * 8)) < 1e-9);
    network.receiver_free_us = 1.25;
    assert_true(fabs(time_us("allreduce_multiplied", &network, 4, 1000, 4) -
                     (2 * 0.35 + 1.3 + 0.08)) < 1e-9);
    network.receiver_free_us = 0.95;
    network.duplex = QDR_DUPLEX_HALF;
    assert_true(fabs(time_us("allreduce_multiplied", &network, 8, 1000, 2) -
                     3 * (1.3 + 0.16)) < 1e-9);
    network.duplex = QDR_DUPLEX_FULL;
    network.topology = QDR_LINE;
    assert_true(fabs(time_us("allreduce_multiplied", &network, 8, 3000, 2) -
                     (3 * 1.3 + (1 + 2 + 4) * 0.24)) < 1e-9);
}
