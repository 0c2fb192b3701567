/* findings_test -- slow nodes and pairs that are planted in tables are found,
 * and nothing else is; the median polish by itself. */
#include <math.h>

#include "harness/calibrate/launch_estimate.h"
#include "harness/netmap/findings.h"
#include "harness/netmap/median_polish.h"
#include "harness/netmap/suspects.h"
#include "kernels/core/base/rng.h"
#include "kernels/testing/unit_test.h"

enum { MAX_NODES = 16 };

/* What nodes and pairs have of the others' rate. */
typedef struct network {
    int num_nodes;
    double send[MAX_NODES], receive[MAX_NODES];
    double pair[MAX_NODES * MAX_NODES];
    double noise;   /* standard deviation of a message's logarithm */
    bool has_tails; /* one message in ten has four times the noise */
    qdr_rng rng;
} network;

static network plain(int num_nodes, double noise, bool has_tails, uint64_t seed)
{
    network made = {
        .num_nodes = num_nodes, .noise = noise, .has_tails = has_tails};

    for (int i = 0; i < MAX_NODES; i++)
        made.send[i] = made.receive[i] = 1;
    for (int i = 0; i < MAX_NODES * MAX_NODES; i++)
        made.pair[i] = 1;
    qdr_rng_init(&made.rng, seed);
    return made;
}

static double uniform(qdr_rng *rng)
{
    return ((double)qdr_rng_below(rng, 1 << 20) + 0.5) / (1 << 20);
}

/* Of a normal distribution, by Box and Muller. */
static double draw(qdr_rng *rng)
{
    double radius = sqrt(-2 * log(uniform(rng)));

    return radius * cos(2 * 3.14159265358979 * uniform(rng));
}

/* The median of some messages. One is as fast as the slower end, or as the
 * pair. */
static double measure(network *of, int i, int j, int num_messages)
{
    double rate = 100 * fmin(of->send[i], of->receive[j]) *
                  of->pair[qdr_pair_at(of->num_nodes, i, j)];
    double rates[3];

    for (int k = 0; k < num_messages; k++) {
        bool is_odd = of->has_tails && uniform(&of->rng) < 0.1;
        rates[k] = rate * exp(of->noise * (is_odd ? 4 : 1) * draw(&of->rng));
    }
    return qdr_median_of(rates, num_messages);
}

/* As the program does: all pairs, then those to measure again. */
static void examine(network *of, qdr_findings *out)
{
    const int n = of->num_nodes;
    qdr_rate_table table = {0};
    qdr_suspects suspects = {0};

    assert_ok(qdr_rate_table_init(&table, n, NULL));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i != j)
                table.alone_mb_s[qdr_pair_at(n, i, j)] = measure(of, i, j, 3);
    assert_ok(qdr_suspects_find(&suspects, &table, NULL));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int pass = 0; pass < 3 && suspects.again[qdr_pair_at(n, i, j)];
                 pass++)
                table.again_mb_s[qdr_pair_at(n, i, j)] =
                    fmax(table.again_mb_s[qdr_pair_at(n, i, j)],
                         measure(of, i, j, 3));
    assert_ok(qdr_findings_make(out, &table, NULL));
    qdr_suspects_cleanup(&suspects);
    qdr_rate_table_cleanup(&table);
}

static bool agrees(double found, double planted)
{
    return planted == 1 ? found == 1
                        : found < 1 && fabs(log(found / planted)) < 0.3;
}

/* How many of the trials find what is planted, and nothing else. */
static int count_right(const network *planted, int trials)
{
    const int n = planted->num_nodes;
    network of = *planted;
    int count = 0;

    for (int trial = 0; trial < trials; trial++) {
        qdr_findings found = {0};
        bool is_right = true;
        examine(&of, &found);
        for (int i = 0; i < n; i++)
            is_right = is_right && agrees(found.send[i], of.send[i]) &&
                       agrees(found.receive[i], of.receive[i]);
        for (int i = 0; i < n * n; i++)
            is_right = is_right && agrees(found.pair[i], of.pair[i]);
        count += is_right;
        qdr_findings_cleanup(&found);
    }
    return count;
}

static void assert_right(const network *planted, int min, int trials)
{
    int count = count_right(planted, trials);

    if (count < min)
        fail_msg("%d nodes, noise %g: right in %d of %d", planted->num_nodes,
                 planted->noise, count, trials);
}

static const double slowness[] = {0.5, 0.25, 0.1};
enum { NUM_SLOWNESS = 3, TRIALS = 20 };

TEST(nothing_is_slow)
{
    int num_right = 0, num_noisy = 0;

    for (int n = 2; n <= MAX_NODES; n++) {
        network quiet = plain(n, 0, false, 1), usual = plain(n, 0.05, false, 2);
        network noisy = plain(n, 0.2, true, 3);
        assert_right(&quiet, 1, 1);
        assert_right(&usual, TRIALS, TRIALS);
        num_right += count_right(&noisy, TRIALS);
        num_noisy += TRIALS;
    }
    /* A fifth of noise with long tails. */
    assert_in_range(num_right, num_noisy * 95 / 100, num_noisy);
}

TEST(a_slow_node)
{
    for (int n = 3; n <= MAX_NODES; n++)
        for (int k = 0; k < NUM_SLOWNESS * 3; k++) {
            network of = plain(n, 0.05, false, (uint64_t)(100 * n + k));
            if (k % 3 != 1)
                of.send[k % n] = slowness[k / 3];
            if (k % 3 != 0)
                of.receive[k % n] = slowness[k / 3];
            assert_right(&of, TRIALS - 1, TRIALS);
            of.noise = 0;
            assert_right(&of, 1, 1);
        }
}

TEST(a_slow_pair)
{
    for (int n = 3; n <= MAX_NODES; n++)
        for (int k = 0; k < NUM_SLOWNESS * 2; k++) {
            network of = plain(n, 0.05, false, (uint64_t)(100 * n + k));
            of.pair[qdr_pair_at(n, 1, n - 1)] = slowness[k / 2];
            if (k % 2 == 1)
                of.pair[qdr_pair_at(n, n - 1, 1)] = slowness[k / 2];
            assert_right(&of, TRIALS - 1, TRIALS);
            of.noise = 0;
            assert_right(&of, 1, 1);
        }
}

TEST(two_slow_nodes)
{
    for (int n = 5; n <= MAX_NODES; n++) {
        network of = plain(n, 0.05, false, (uint64_t)n);
        of.send[0] = of.receive[0] = 0.25;
        of.receive[n - 1] = 0.5;
        assert_right(&of, TRIALS - 1, TRIALS);
        of.send[n - 1] = 0.5;
        assert_right(&of, TRIALS - 1, TRIALS);
    }
}

TEST(a_slow_node_and_a_slow_pair)
{
    for (int n = 5; n <= MAX_NODES; n++) {
        network of = plain(n, 0.05, false, (uint64_t)n);
        of.receive[2] = 0.25;
        of.pair[qdr_pair_at(n, 0, 1)] = 0.25;
        assert_right(&of, TRIALS - 1, TRIALS);
    }
}

/* A fifth of noise with long tails hides a slow pair, but no very slow node. */
TEST(much_noise)
{
    for (int n = 6; n <= MAX_NODES; n++) {
        network of = plain(n, 0.2, true, (uint64_t)n);
        of.send[1] = of.receive[1] = 0.2;
        assert_right(&of, TRIALS * 9 / 10, TRIALS);
    }
}

/* Two nodes: one direction is compared with the other. */
TEST(two_nodes)
{
    network of = plain(2, 0.02, false, 7);

    of.pair[qdr_pair_at(2, 1, 0)] = 0.25;
    assert_right(&of, TRIALS, TRIALS);
}

TEST(slow_pairs_are_covered_by_few_nodes)
{
    network of = plain(6, 0, false, 1);
    qdr_findings found = {0};
    bool excluded[6];

    of.receive[5] = 0.5;
    of.pair[qdr_pair_at(6, 0, 5)] = 0.1;
    of.pair[qdr_pair_at(6, 1, 3)] = 0.25;
    of.pair[qdr_pair_at(6, 3, 2)] = 0.25;
    examine(&of, &found);
    assert_int_equal(found.num_slow_nodes, 1);
    assert_int_equal(found.num_slow_pairs, 3);
    qdr_findings_exclude(&found, excluded);
    for (int i = 0; i < 6; i++)
        assert_int_equal(excluded[i], i == 3 || i == 5);
    qdr_findings_cleanup(&found);
}

/* Effects of a table without noise are those that it is made of. */
TEST(a_polish_finds_the_effects)
{
    const double send[] = {1, 0.5, 1, 1, 2}, receive[] = {1, 1, 1, 0.25, 1};
    double rates[25];
    qdr_polish polish = {0};
    double spread;

    for (int i = 0; i < 25; i++)
        rates[i] = i / 5 == i % 5 ? NAN : 8 * send[i / 5] * receive[i % 5];
    assert_ok(qdr_polish_rates(&polish, 5, rates, NULL));
    assert_true(fabs(exp(polish.overall) - 8) < 1e-6);
    for (int i = 0; i < 5; i++) {
        assert_true(fabs(exp(polish.send[i]) - send[i]) < 1e-6);
        assert_true(fabs(exp(polish.receive[i]) - receive[i]) < 1e-6);
    }
    assert_ok(qdr_polish_spread(&polish, 9, &spread, NULL));
    assert_true(spread < 1e-6);
    qdr_polish_cleanup(&polish);
}
