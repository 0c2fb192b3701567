/* fitting_test -- estimates, lines and excesses of known values. */
#include <math.h>

#include "harness/calibrate/fitting.h"
#include "harness/calibrate/launch_estimate.h"
#include "kernels/core/base/rng.h"
#include "kernels/testing/unit_test.h"

static void assert_near(double is, double expected, double share)
{
    if (!(fabs(is - expected) <= share * fabs(expected) + 1e-12))
        fail_msg("%.12g; expected: %.12g", is, expected);
}

static void assert_estimate(const double *values, int count, double estimate,
                            double low, double high)
{
    qdr_estimate found = qdr_estimate_of(values, count);

    assert_near(found.estimate, estimate, 1e-9);
    assert_near(found.low, low, 1e-9);
    assert_near(found.high, high, 1e-9);
}

/* Of wilcox.test(x, conf.int = TRUE) of R 4.2.2. */
TEST(estimates_are_those_of_wilcoxon)
{
    const double seven[] = {3.1, 2.7, 9.9, 4.2, 5.3, 1.1, 6.6};
    const double ten[] = {10.2, -3.3, 4.41, 8.07, 1.9,
                          2.65, 7.7,  0.31, 5.6,  12.9};
    double twenty[20];

    assert_estimate(seven, 6, 4, 1.1, 9.9);
    assert_estimate(seven, 7, 4.425, 2.1, 7.6);
    assert_estimate(ten, 10, 5.005, 1.48, 8.655);
    for (int i = 1; i <= 20; i++)
        twenty[i - 1] = i * i % 23 + i / 37.0;
    assert_estimate(twenty, 20, 343.75 / 37, 231.5 / 37, 453.5 / 37);
}

/* Fewer than 6 values have their range; equal ones are their own interval. */
TEST(few_and_equal_values)
{
    const double few[] = {2, 7, 4.5}, equal[] = {3, 3, 3, 3, 3, 3, 3};
    const double tied[] = {0, 0, 0, 1, 1, 1, 1};

    assert_estimate(few, 3, 4.5, 2, 7);
    assert_estimate(few, 1, 2, 2, 2);
    assert_estimate(equal, 7, 3, 3, 3);
    assert_estimate(tied, 7, 0.5, 0, 1);
}

/* A sum of four uniform numbers, about 0. */
static double draw(qdr_rng *rng)
{
    double sum = 0;

    for (int i = 0; i < 4; i++)
        sum += (double)qdr_rng_below(rng, 1 << 20) / (1 << 20) - 0.5;
    return sum;
}

TEST(intervals_have_their_coverage)
{
    int hits = 0;
    qdr_rng rng;

    qdr_rng_init(&rng, 1);
    for (int trial = 0; trial < 2000; trial++) {
        double values[7];
        qdr_estimate found;
        for (int i = 0; i < 7; i++)
            values[i] = draw(&rng);
        found = qdr_estimate_of(values, 7);
        hits += found.low <= 0 && found.high >= 0;
    }
    assert_in_range(hits, 1870, 1960);
}

TEST(quantiles_lie_between_neighbours)
{
    double values[] = {3, 1, 2, 10};

    assert_near(qdr_quantile_of(values, 4, 0.25), 1.75, 1e-12);
    assert_near(qdr_quantile_of(values, 4, 0.75), 4.75, 1e-12);
    assert_near(qdr_median_of(values, 4), 2.5, 1e-12);
    assert_near(qdr_median_of(values, 1), 1, 1e-12);
}

enum { NUM_LENGTHS = 12 };
static const double lengths[NUM_LENGTHS] = {
    0, 8, 32, 128, 512, 2048, 8192, 32768, 131072, 524288, 2097152, 4194304};

/* The line through start + slope n times a factor, on which n = 0 may lack. */
static void assert_line(const double *factors, int from, double start,
                        double slope, double share)
{
    double times[NUM_LENGTHS];
    qdr_fitted_line line;

    for (int i = 0; i < NUM_LENGTHS; i++)
        times[i] =
            (start + slope * lengths[i]) * (factors == NULL ? 1 : factors[i]);
    line = qdr_fit_line(lengths + from, times + from, NUM_LENGTHS - from);
    if (start > 0)
        assert_near(line.start, start, share);
    assert_near(line.slope, slope, share);
}

TEST(lines_without_noise_are_found)
{
    assert_line(NULL, 0, 1500, 0.25, 1e-8);
    assert_line(NULL, 1, 30, 0.1, 1e-8);
    assert_line(NULL, 1, 0, 0.1, 1e-6);
    assert_line(NULL, 0, 0, 0, 0);
}

/* Errors of long messages do not change alpha; twice as long weighs the same as
 * half as long. */
TEST(errors_are_relative)
{
    double bent[NUM_LENGTHS], wave[NUM_LENGTHS], times[NUM_LENGTHS];
    const double waves[] = {1, 1, 2, 0.5};

    for (int i = 0; i < NUM_LENGTHS; i++) {
        bent[i] = lengths[i] > 1e5 ? 1.2 : 1;
        wave[i] = waves[i % 4];
        times[i] = bent[i] * (1500 + 0.25 * lengths[i]);
    }
    assert_near(qdr_fit_line(lengths, times, NUM_LENGTHS).start, 1500, 0.05);
    assert_line(wave, 0, 1500, 0.25, 0.25);
}

enum { NUM_PAIRS = 5 };
static const double pairs[NUM_PAIRS] = {1, 2, 4, 8, 16};

TEST(excesses_without_noise_are_found)
{
    const double known[] = {1, 1.3, 2, 5, 9.43, 16};
    double slowdown[NUM_PAIRS];

    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        for (int i = 0; i < NUM_PAIRS; i++)
            slowdown[i] = fmax(1, pairs[i] / known[k]);
        assert_near(qdr_fit_excess(pairs, slowdown, NUM_PAIRS), known[k], 1e-9);
    }
    /* Worse than sharing: no excess at all. */
    for (int i = 0; i < NUM_PAIRS; i++)
        slowdown[i] = pow(pairs[i], 1.2);
    assert_near(qdr_fit_excess(pairs, slowdown, NUM_PAIRS), 1, 1e-12);
}

static double error_of(const double *slowdown, double e)
{
    double error = 0;

    for (int i = 0; i < NUM_PAIRS; i++)
        error += pow(log(slowdown[i]) - log(fmax(1, pairs[i] / e)), 2);
    return error;
}

/* No e of a fine grid is nearer to the slowdowns. */
TEST(excesses_are_the_nearest)
{
    qdr_rng rng;

    qdr_rng_init(&rng, 2);
    for (int trial = 0; trial < 20; trial++) {
        double slowdown[NUM_PAIRS] = {1}, best;
        for (int i = 1; i < NUM_PAIRS; i++)
            slowdown[i] = exp(fabs(0.5 + draw(&rng)));
        best = error_of(slowdown, qdr_fit_excess(pairs, slowdown, NUM_PAIRS));
        for (int k = 0; k <= 2000; k++)
            assert_true(error_of(slowdown, pow(16, k / 2000.0)) > best - 1e-12);
    }
}
