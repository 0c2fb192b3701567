/* kernels/alltoallv/alltoallv_largest_load_first_test.c -- largest load first
 * on a machine whose ranks have one port, against the largest load. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernels/kernel.h"
#include "kernels/testing/networks.h"
#include "kernels/testing/pattern_kinds.h"
#include "kernels/testing/schedules.h"
#include "kernels/testing/unit_test.h"

extern const qdr_kernel qdr_alltoallv_largest_load_first;

enum { MAX_PROCS = 33 };

/* The time of a schedule, and no less than any has, in us. */
typedef struct times {
    double us, bound_us;
} times;

static double max_of(const double *of, int count)
{
    double max = 0;

    for (int i = 0; i < count; i++)
        max = fmax(max, of[i]);
    return max;
}

/* A message starts as soon as its two ports are done with earlier rounds. */
static times run(const qdr_schedule *schedule, const qdr_network *network,
                 bool is_half)
{
    double free_at[2 * MAX_PROCS] = {0}, load[2 * MAX_PROCS] = {0}, total = 0;
    int p = schedule->num_procs, first_in = is_half ? 0 : p;
    times found;

    for (int64_t t = 0; t < schedule->num_transfers; t++) {
        const qdr_transfer *one = &schedule->transfers[t];
        double us =
            network->alpha_us + 1e-3 * network->beta_ns * (double)one->bytes;
        int out = one->src, in = first_in + one->dst;
        free_at[out] = free_at[in] = fmax(free_at[out], free_at[in]) + us;
        load[out] += us;
        load[in] += us;
        total += us;
    }
    found.us = max_of(free_at, 2 * p);
    found.bound_us = max_of(load, 2 * p);
    if (is_half)
        found.bound_us = fmax(found.bound_us, total / (p / 2));
    return found;
}

static void build(const qdr_pattern *pattern, const qdr_network *network,
                  const qdr_mode *mode, qdr_schedule *schedule)
{
    qdr_error error = {""};
    const qdr_problem problem = {.collective = QDR_ALLTOALLV,
                                 .num_procs = pattern->num_procs,
                                 .messages.pattern = pattern,
                                 .network = network,
                                 .mode = mode};

    assert_ok(qdr_kernel_build(&qdr_alltoallv_largest_load_first, &problem,
                               schedule, &error));
}

/* Of a share of the bound, over several runs. */
typedef struct shares {
    double sum_of_logs, worst;
    int count, worst_kind, worst_p;
} shares;

static void add(shares *to, times found, int kind, int p)
{
    double share = found.us / found.bound_us;

    if (found.bound_us == 0)
        return;
    assert_true(share > 1 - 1e-9);
    to->sum_of_logs += log(share);
    to->count++;
    if (share > to->worst) {
        to->worst = share;
        to->worst_kind = kind;
        to->worst_p = p;
    }
}

/* Over all patterns and numbers of ranks, on one network. */
static void add_all(shares *to, const qdr_network *network, qdr_mode mode)
{
    for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++)
        for (int p = 8; p <= MAX_PROCS; p++) {
            qdr_pattern pattern = {0};
            qdr_schedule schedule = {0};
            qdr_error error = {""};
            assert_ok(qdr_pattern_init_kind(&pattern, kind, p, &error));
            build(&pattern, network, &mode, &schedule);
            add(to, run(&schedule, network, mode.kind == QDR_SYNCHRONOUS), kind,
                p);
            qdr_schedule_cleanup(&schedule);
            qdr_pattern_cleanup(&pattern);
        }
}

static void check_mode(const char *duplex, qdr_mode mode)
{
    shares all = {0};
    double mean;

    for (int i = 0; i < QDR_NUM_TEST_NETWORKS; i++)
        add_all(&all, &qdr_test_networks[i], mode);
    mean = exp(all.sum_of_logs / all.count);
    printf("%s duplex: %.3f of the bound, worst %.3f (%s, p = %d)\n", duplex,
           mean, all.worst, qdr_pattern_kind_name(all.worst_kind), all.worst_p);
    assert_true(mean <= 1.05);
}

TEST(near_the_bound)
{
    check_mode("half", (qdr_mode){.kind = QDR_SYNCHRONOUS});
    check_mode("full", (qdr_mode){.kind = QDR_POSTED_ALL});
}

/* The header's. */
TEST(example)
{
    static const qdr_message messages[] = {
        {0, 1, 10}, {0, 2, 10}, {1, 2, 10}, {3, 2, 50}};
    static const int expected[][3] = {
        {0, 0, 1}, {0, 3, 2}, {1, 0, 2}, {2, 1, 2}};
    const qdr_network network = {.beta_ns = 1, .link_excess = 1};
    qdr_pattern pattern = {0};
    qdr_schedule schedule = {0};
    qdr_error error = {""};
    int64_t round = 0;

    assert_ok(qdr_pattern_init(&pattern, 4, messages, 4, &error));
    build(&pattern, &network, NULL, &schedule);
    assert_int_equal(schedule.num_transfers, 4);
    for (int64_t t = 0; t < 4; t++) {
        while (t == schedule.round_begin[round + 1])
            round++;
        assert_int_equal(round, expected[t][0]);
        assert_int_equal(schedule.transfers[t].src, expected[t][1]);
        assert_int_equal(schedule.transfers[t].dst, expected[t][2]);
    }
    qdr_schedule_cleanup(&schedule);
    qdr_pattern_cleanup(&pattern);
}

/* 0 and 1 exchange: in one round if both directions go at once. */
TEST(duplex)
{
    static const struct {
        qdr_duplex duplex;
        qdr_mode_kind mode;
        int num_rounds;
    } rows[] = {
        {QDR_DUPLEX_FULL, QDR_SYNCHRONOUS, 2},
        {QDR_DUPLEX_FULL, QDR_POSTED, 1},
        {QDR_DUPLEX_HALF, QDR_POSTED, 2},
    };
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    assert_ok(qdr_pattern_init_complete(&pattern, 2, 8, &error));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        qdr_network network = qdr_test_networks[0];
        const qdr_mode mode = {.kind = rows[i].mode};
        qdr_schedule schedule = {0};
        network.duplex = rows[i].duplex;
        build(&pattern, &network, &mode, &schedule);
        assert_int_equal(schedule.num_rounds, rows[i].num_rounds);
        qdr_schedule_cleanup(&schedule);
    }
    qdr_pattern_cleanup(&pattern);
}
