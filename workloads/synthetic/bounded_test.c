/* workloads/synthetic/bounded_test.c -- rows and columns of bounded traffic sum
 * to t exactly; refusals. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/testing/unit_test.h"
#include "workloads/testing/traffic.h"

enum { BYTES = 4 };

/* Parameters of a pattern, and its seed. */
typedef struct bounded {
    int procs, fan_out, num_heavy;
    int64_t traffic;
    uint64_t seed;
} bounded;

static void make(bounded wanted, qdr_traffic *traffic)
{
    qdr_traffic_make(
        "bounded",
        (qdr_workload_input){.procs = wanted.procs, .seed = wanted.seed},
        traffic, "bytes=%d;fan_out=%d;non_uniformity=%d/%d;traffic=%lld", BYTES,
        wanted.fan_out, wanted.num_heavy, wanted.fan_out,
        (long long)wanted.traffic);
}

/* Rows and columns sum to `traffic`, and the first rank's messages, sorted, are
 * every rank's. */
static void check_sums(const qdr_pattern *pattern, int64_t traffic)
{
    int64_t sum_in[64] = {0}, num_in[64] = {0};
    int64_t num_out = pattern->row_begin[1];

    for (int row = 0; row < pattern->num_procs; row++) {
        int64_t sum_out = 0;
        for (int64_t m = pattern->row_begin[row];
             m < pattern->row_begin[row + 1]; m++) {
            const qdr_message *message = &pattern->messages[m];
            assert_true(message->bytes > 0);
            sum_out += message->bytes;
            sum_in[message->dst] += message->bytes;
            num_in[message->dst]++;
        }
        assert_int_equal(sum_out, traffic * BYTES);
        assert_int_equal(pattern->row_begin[row + 1] - pattern->row_begin[row],
                         num_out);
    }
    for (int column = 0; column < pattern->num_procs; column++) {
        assert_int_equal(sum_in[column], traffic * BYTES);
        assert_int_equal(num_in[column], num_out);
    }
}

/* Each row has as many messages of each size as the paper's two fractions
 * specify, equal up to one element: the reference is the formula in exact
 * arithmetic. */
static void check_sizes(const qdr_pattern *pattern, int fan_out, int num_heavy,
                        int64_t traffic)
{
    int64_t light = num_heavy * traffic / fan_out, heavy = traffic - light;

    for (int row = 0; row < pattern->num_procs; row++) {
        int64_t wanted[64], num_wanted = 0;
        for (int64_t i = 0; i < num_heavy; i++)
            wanted[num_wanted++] = heavy / num_heavy + (i < heavy % num_heavy);
        for (int64_t i = 0, n = fan_out - num_heavy; i < n; i++)
            wanted[num_wanted++] = light / n + (i < light % n);
        for (int64_t m = pattern->row_begin[row];
             m < pattern->row_begin[row + 1]; m++) {
            int64_t i = 0;
            while (i < fan_out &&
                   wanted[i] * BYTES != pattern->messages[m].bytes)
                i++;
            assert_true(i < fan_out);
            wanted[i] = 0;
        }
        for (int64_t i = 0; i < fan_out; i++)
            assert_int_equal(wanted[i], 0);
    }
}

static void check(int procs, int fan_out, int num_heavy)
{
    int64_t traffics[] = {0, 1, fan_out - 1, fan_out, procs, 997, 1000 * procs};

    for (size_t i = 0; i < sizeof traffics / sizeof *traffics; i++) {
        qdr_traffic traffic = {0};
        make((bounded){procs, fan_out, num_heavy, traffics[i], i}, &traffic);
        check_sums(&traffic.pattern, traffics[i]);
        check_sizes(&traffic.pattern, fan_out, num_heavy, traffics[i]);
        qdr_traffic_cleanup(&traffic);
    }
}

TEST(sums)
{
    for (int p = 2; p <= 64; p += p == 33 ? 31 : 1)
        for (int k = 2; k <= p; k++) {
            check(p, k, 1);
            check(p, k, k / 2);
            check(p, k, k - 1);
        }
}

/* Figures 9 and 10 of the paper: k = 32, l = 1/32: 1 of 32 messages has 31/32
 * of the traffic, 31 have 1/32 together; k = 2, l = 1/2: both are equal. */
TEST(published_parameters)
{
    qdr_traffic made = {0};
    const qdr_pattern *pattern = &made.pattern;
    int64_t traffic = 32 * 31 * 10;

    make((bounded){32, 32, 1, traffic, 9}, &made);
    assert_int_equal(pattern->num_messages, 32 * 32);
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        int64_t elements = pattern->messages[m].bytes / BYTES;
        assert_true(elements == 31 * traffic / 32 || elements == 10);
    }
    qdr_traffic_cleanup(&made);
    make((bounded){32, 2, 1, traffic, 10}, &made);
    assert_int_equal(pattern->num_messages, 32 * 2);
    for (int64_t m = 0; m < pattern->num_messages; m++)
        assert_int_equal(pattern->messages[m].bytes / BYTES, traffic / 2);
    qdr_traffic_cleanup(&made);
}

TEST(seeds)
{
    for (uint64_t seed = 0; seed < 100; seed++) {
        qdr_traffic traffic[3] = {{0}};
        const qdr_message *messages[3];
        size_t size;
        for (int i = 0; i < 3; i++) {
            make((bounded){16, 4, 1, 400, seed + (i == 2)}, &traffic[i]);
            messages[i] = traffic[i].pattern.messages;
        }
        size = (size_t)traffic[0].pattern.num_messages * sizeof(qdr_message);
        assert_int_equal(memcmp(messages[0], messages[1], size), 0);
        assert_int_not_equal(memcmp(messages[0], messages[2], size), 0);
        for (int i = 0; i < 3; i++)
            qdr_traffic_cleanup(&traffic[i]);
    }
}

/* Every pair of a rank and its heavy destination is equally likely, itself
 * included: 256 pairs, 250 in 4000 seeds each, standard deviation 15.3. */
TEST(heavy_equally_likely)
{
    static int num_heavy[16][16];

    for (uint64_t seed = 0; seed < 4000; seed++) {
        qdr_traffic traffic = {0};
        const qdr_pattern *pattern = &traffic.pattern;
        make((bounded){16, 16, 1, 1600, seed}, &traffic);
        for (int64_t m = 0; m < pattern->num_messages; m++)
            if (pattern->messages[m].bytes == 1500 * BYTES)
                num_heavy[pattern->messages[m].src][pattern->messages[m].dst]++;
        qdr_traffic_cleanup(&traffic);
    }
    for (int src = 0; src < 16; src++)
        for (int dst = 0; dst < 16; dst++)
            assert_in_range(num_heavy[src][dst], 250 - 77, 250 + 77);
}

TEST(refusals)
{
    static const qdr_refusal bad[] = {
        {1, "fan_out=2;non_uniformity=0.5;traffic=8",
         "procs: 1; accepted: 2 to"},
        {QDR_MAX_PROCS + 1, "fan_out=2;non_uniformity=0.5;traffic=8",
         "procs: "},
        {8, "fan_out=1;non_uniformity=0.5;traffic=8",
         "fan_out: '1'; accepted: whole numbers 2 to"},
        {8, "fan_out=9;non_uniformity=1/9;traffic=8",
         "fan_out: 9; accepted: 2 to 8"},
        {8, "fan_out=4;non_uniformity=0;traffic=8",
         "non_uniformity: 0; accepted: 1/4 to 3/4"},
        {8, "fan_out=4;non_uniformity=1;traffic=8",
         "non_uniformity: 1; accepted: 1/4 to 3/4"},
        {8, "fan_out=4;non_uniformity=-1/4;traffic=8",
         "numbers or fractions 0 to 1"},
        {8, "fan_out=4;non_uniformity=5/4;traffic=8",
         "numbers or fractions 0 to 1"},
        {8, "fan_out=4;non_uniformity=1/0;traffic=8",
         "numbers or fractions 0 to 1"},
        {8, "fan_out=4;non_uniformity=nan;traffic=8",
         "numbers or fractions 0 to 1"},
        {8, "fan_out=4;non_uniformity=1/4/1;traffic=8",
         "numbers or fractions 0 to 1"},
        {8, "fan_out=4;non_uniformity=0.3;traffic=8",
         "the nearest 1/4: the heavy messages"},
        {8, "fan_out=4;non_uniformity=1/4;traffic=-1", "traffic: '-1'"},
        {8, "fan_out=4;non_uniformity=1/4", "bounded: traffic is needed"},
        {8, "fan_out=4;non_uniformity=1/4;traffic=1099511627776;bytes=1048576",
         "less than 2^63 bytes"},
    };

    qdr_traffic_refuses("bounded", (qdr_workload_input){0}, bad,
                        sizeof bad / sizeof *bad);
}

/* A third in decimals is a third; the max traffic is distributed completely. */
TEST(limits)
{
    qdr_traffic traffic = {0};
    int64_t sum = 0;

    qdr_traffic_make("bounded", (qdr_workload_input){.procs = 3}, &traffic,
                     "fan_out=3;non_uniformity=0.3333333;"
                     "traffic=1099511627776;bytes=2796202");
    for (int64_t m = 0; m < traffic.pattern.row_begin[1]; m++)
        sum += traffic.pattern.messages[m].bytes;
    assert_true(sum == ((int64_t)1 << 40) * 2796202);
    qdr_traffic_cleanup(&traffic);
}
