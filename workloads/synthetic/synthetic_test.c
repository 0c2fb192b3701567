/* workloads/synthetic/synthetic_test.c -- exact counts, seeds, refusals. */
#include <math.h>

#include "kernels/testing/unit_test.h"
#include "workloads/testing/traffic.h"

static void make(int procs, double density, uint64_t seed, qdr_traffic *traffic)
{
    qdr_traffic_make("synthetic",
                     (qdr_workload_input){.procs = procs, .seed = seed},
                     traffic, "density=%g", density);
}

TEST(exact_count)
{
    static const double densities[] = {0, 0.1, 0.25, 0.5, 0.75, 1};

    for (int p = 1; p <= 33; p++)
        for (size_t d = 0; d < sizeof densities / sizeof *densities; d++) {
            qdr_traffic traffic = {0};
            const qdr_pattern *pattern = &traffic.pattern;
            make(p, densities[d], 3, &traffic);
            assert_int_equal(pattern->num_messages,
                             lround(densities[d] * p * (p - 1)));
            for (int64_t m = 0; m < pattern->num_messages; m++) {
                assert_int_not_equal(pattern->messages[m].src,
                                     pattern->messages[m].dst);
                assert_int_equal(pattern->messages[m].bytes, 256);
            }
            qdr_traffic_cleanup(&traffic);
        }
}

/* Over many seeds every pair is taken equally often: 240 pairs at density 0.25
 * over 4000 seeds, 1000 each with standard deviation 27.4. */
TEST(every_pair_equally_likely)
{
    static int count[16][16];

    for (uint64_t seed = 0; seed < 4000; seed++) {
        qdr_traffic traffic = {0};
        const qdr_pattern *pattern = &traffic.pattern;
        make(16, 0.25, seed, &traffic);
        for (int64_t m = 0; m < pattern->num_messages; m++)
            count[pattern->messages[m].src][pattern->messages[m].dst]++;
        qdr_traffic_cleanup(&traffic);
    }
    for (int src = 0; src < 16; src++)
        for (int dst = 0; dst < 16; dst++)
            assert_in_range(count[src][dst], src == dst ? 0 : 1000 - 137,
                            src == dst ? 0 : 1000 + 137);
}

TEST(refusals)
{
    static const qdr_refusal bad[] = {
        {0, "density=0.5", "procs: 0; accepted: 1 to"},
        {4, "density=-0.1",
         "density: '-0.1'; accepted: numbers or fractions 0 to 1"},
        {4, "density=1.1", "density: '1.1'; accepted"},
        {4, "density=nan", "density: 'nan'; accepted"},
        {4, "bytes=-1", "bytes: '-1'; accepted: whole numbers 0 to"},
        {4, "bytes=9223372036854775807", "accepted: whole numbers 0 to"},
    };

    qdr_traffic_refuses("synthetic", (qdr_workload_input){0}, bad,
                        sizeof bad / sizeof *bad);
}
