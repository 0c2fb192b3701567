/* workloads/skewed/mixture_of_experts_test.c -- every token arrives, at as many
 * different experts as asked, the popular ones more often. */
#include <math.h>
#include <stdlib.h>

#include "kernels/testing/unit_test.h"
#include "workloads/skewed/weighted_sampler.h"
#include "workloads/testing/traffic.h"

static void make(int procs, uint64_t seed, const char *parameters,
                 qdr_traffic *traffic)
{
    qdr_traffic_make("mixture_of_experts",
                     (qdr_workload_input){.procs = procs, .seed = seed},
                     traffic, "%s", parameters);
}

/* Every rank sends tokens times top_k token copies, its own included. */
TEST(rows)
{
    for (int p = 1; p <= 33; p++)
        for (int top_k = 1; top_k <= 8; top_k += 7) {
            char parameters[96];
            qdr_traffic traffic = {0};
            const qdr_pattern *pattern = &traffic.pattern;
            snprintf(parameters, sizeof parameters,
                     "experts=12;tokens=20;bytes=48;skew=1.5;top_k=%d", top_k);
            make(p, 7, parameters, &traffic);
            for (int src = 0; src < p; src++) {
                int64_t sum = 0;
                for (int64_t m = pattern->row_begin[src];
                     m < pattern->row_begin[src + 1]; m++) {
                    assert_int_equal(pattern->messages[m].bytes % 48, 0);
                    assert_true(pattern->messages[m].bytes > 0);
                    sum += pattern->messages[m].bytes;
                }
                assert_int_equal(sum, 20 * 48 * top_k);
            }
            qdr_traffic_cleanup(&traffic);
        }
}

/* As many choices as experts: every token goes to all of them, whatever the
 * skew, and a rank gets it once for each expert: of 7 on 3 ranks, 3, 2 and 2.
 * With 3 on 7 ranks: those of floor(7 e / 3), 0, 2 and 4. */
TEST(all_experts)
{
    static const int64_t of_seven[] = {3, 2, 2};
    qdr_traffic traffic = {0};
    const qdr_pattern *pattern = &traffic.pattern;

    make(3, 1, "experts=7;top_k=7;tokens=5;bytes=10;skew=8", &traffic);
    assert_int_equal(pattern->num_messages, 9);
    for (int m = 0; m < 9; m++)
        assert_int_equal(pattern->messages[m].bytes, 50 * of_seven[m % 3]);
    qdr_traffic_cleanup(&traffic);
    make(7, 1, "experts=3;top_k=3;tokens=5;bytes=10", &traffic);
    assert_int_equal(pattern->num_messages, 21);
    for (int m = 0; m < 21; m++) {
        assert_int_equal(pattern->messages[m].dst, 2 * (m % 3));
        assert_int_equal(pattern->messages[m].bytes, 50);
    }
    qdr_traffic_cleanup(&traffic);
}

/* One expert per rank, one choice per token, skew 1: over all tokens the k-th
 * most popular expert gets its share of Zipf's law, within 5 standard
 * deviations. */
TEST(popularity)
{
    enum { P = 8, TOKENS = 20000 };
    int64_t received[P] = {0};
    double sum = 0;
    qdr_traffic traffic = {0};

    make(P, 3, "experts=8;top_k=1;tokens=20000;bytes=1", &traffic);
    for (int64_t m = 0; m < traffic.pattern.num_messages; m++)
        received[traffic.pattern.messages[m].dst] +=
            traffic.pattern.messages[m].bytes;
    for (int k = 1; k <= P; k++)
        sum += 1.0 / k;
    for (int k = 1; k <= P; k++) {
        double share = 1 / (k * sum), n = P * TOKENS;
        int max = 0;
        for (int rank = 1; rank < P; rank++)
            if (received[rank] > received[max])
                max = rank;
        assert_true(fabs((double)received[max] - n * share) <
                    5 * sqrt(n * share * (1 - share)));
        received[max] = -1;
    }
    qdr_traffic_cleanup(&traffic);
}

/* The way back: who received a token sends it. */
TEST(combine)
{
    qdr_traffic there = {0}, back = {0};

    make(5, 4, "experts=9;tokens=30;bytes=16", &there);
    make(5, 4, "experts=9;tokens=30;bytes=16;way=combine", &back);
    assert_int_equal(there.pattern.num_messages, back.pattern.num_messages);
    for (int64_t m = 0; m < there.pattern.num_messages; m++) {
        const qdr_message *sent = &there.pattern.messages[m];
        int64_t found = qdr_pattern_find(&back.pattern, sent->dst, sent->src);
        assert_true(found >= 0);
        assert_int_equal(back.pattern.messages[found].bytes, sent->bytes);
    }
    qdr_traffic_cleanup(&there);
    qdr_traffic_cleanup(&back);
}

/* Of three tickets weighing 1, 2, 3 two are drawn: first 3, then 1 with
 * probability 1/2 * 1/3, and so on; 6000 draws, standard deviation below 40. */
TEST(without_putting_back)
{
    static const int64_t weights[] = {1, 2, 3};
    static const int expected[3][3] = {
        {0, 400, 600}, {500, 0, 1500}, {1000, 2000, 0}};
    int seen[3][3] = {{0}};
    qdr_weighted_sampler sampler;
    qdr_error error;
    qdr_rng rng;

    qdr_rng_init(&rng, 11);
    assert_ok(qdr_weighted_sampler_init(&sampler, weights, 3, &error));
    for (int i = 0; i < 6000; i++) {
        int first = qdr_weighted_sampler_draw(&sampler, &rng), second;
        qdr_weighted_sampler_add(&sampler, first, -weights[first]);
        second = qdr_weighted_sampler_draw(&sampler, &rng);
        qdr_weighted_sampler_add(&sampler, first, weights[first]);
        seen[first][second]++;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            assert_true(abs(seen[i][j] - expected[i][j]) < (i == j ? 1 : 200));
    qdr_weighted_sampler_cleanup(&sampler);
}

TEST(refusals)
{
    static const qdr_refusal bad[] = {
        {0, "", "procs: 0; accepted: 1 to"},
        {4, "experts=3;top_k=4", "top_k: 4; accepted: 1 to 3, the experts"},
        {4, "experts=0", "experts: '0'; accepted: whole numbers 1 to"},
        {4, "skew=9", "skew: '9'; accepted"},
        {4, "tokens=268435456",
         "tokens: 268435456; accepted: at most 134217728"},
        {1000, "tokens=500000;bytes=1099511627776",
         "bytes: 1099511627776; acc"},
    };

    qdr_traffic_refuses("mixture_of_experts", (qdr_workload_input){0}, bad,
                        sizeof bad / sizeof *bad);
}
