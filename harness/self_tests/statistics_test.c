/* harness/self_tests/statistics_test.c -- stopping and clock models, without
 * MPI. */
#include <math.h>
#include <stdlib.h>

#include "harness/clock/clock_model.h"
#include "harness/measure/stopping.h"
#include "harness/results/measurement.h"
#include "kernels/core/base/rng.h"
#include "kernels/testing/unit_test.h"

/* Le Boudec's table: for n = 31 the interval is from the 10th to the 22nd, for
 * n = 10 from the 2nd to the 9th, where the approximation takes one more. */
TEST(median_interval)
{
    assert_int_equal(qdr_median_interval(3).low, 0);
    assert_int_equal(qdr_median_interval(3).high, 2);
    assert_int_equal(qdr_median_interval(10).low, 0);
    assert_int_equal(qdr_median_interval(31).low, 10 - 1);
    assert_int_equal(qdr_median_interval(31).high, 22 - 1);
    for (int n = 6; n <= 1000; n++) {
        qdr_ranks at = qdr_median_interval(n);
        assert_true(at.low >= 0 && at.low <= (n - 1) / 2);
        assert_true(at.high <= n - 1 && at.high >= n / 2);
    }
}

/* It holds the true median in 95% of 2000 trials of 25 samples of a skewed
 * distribution, whose median is 2^20. */
TEST(interval_covers)
{
    enum { TRIALS = 2000, N = 25 };
    int num_covered = 0;
    qdr_rng rng;

    qdr_rng_init(&rng, 7);
    for (int trial = 0; trial < TRIALS; trial++) {
        qdr_ranks at = qdr_median_interval(N);
        int num_below = 0;
        for (int i = 0; i < N; i++)
            num_below += qdr_rng_below(&rng, 2) == 0;
        /* The median lies between the samples low and high if so many are
         * below it. */
        num_covered += num_below > at.low && num_below <= at.high;
    }
    assert_true(num_covered >= 0.93 * TRIALS);
}

/* The smallest n that fits, within all samples and half of the cap. */
TEST(stride)
{
    assert_int_equal(qdr_choose_stride(25, 1000, 9000, 0), 1);
    assert_int_equal(qdr_choose_stride(25, 1000, 9000, 25 * 10000.), 1);
    assert_int_equal(qdr_choose_stride(25, 1000, 9000, 25 * 10000. - 1), 2);
    assert_int_equal(qdr_choose_stride(25, 1000, 9000, 25 * 4000.), 3);
    assert_int_equal(qdr_choose_stride(25, 1000, 9000, 25 * 2000.), 9);
    assert_int_equal(qdr_choose_stride(25, 1000, 9000, 25 * 1000.), 18);
    assert_int_equal(qdr_choose_stride(25, 1000, 0, 25 * 1000.), 1);
    assert_int_equal(qdr_choose_stride(25, 1000, 9000, 1), 25);
    assert_int_equal(qdr_choose_stride(1, 1000, 9000, 1), 1);
}

TEST(precision)
{
    int64_t narrow[] = {100, 101, 99, 100, 102, 98, 100, 100};
    int64_t wide[] = {100, 150, 60, 100, 200, 98, 40, 100};
    int64_t few[] = {100, 100, 100, 100, 100};

    assert_true(qdr_is_precise(narrow, 8, 0.05));
    assert_false(qdr_is_precise(narrow, 8, 0.001));
    assert_false(qdr_is_precise(wide, 8, 0.05));
    assert_false(qdr_is_precise(few, 5, 0.05));
}

TEST(autocorrelation)
{
    static const int64_t turns[] = {1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
    static const int64_t rises[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    static const int64_t equal[] = {3, 3, 3, 3};

    /* By hand: -9/10 and 7/10. */
    assert_true(fabs(qdr_autocorrelation(turns, 10) + 0.9) < 1e-9);
    assert_true(fabs(qdr_autocorrelation(rises, 10) - 0.7) < 1e-9);
    assert_true(qdr_autocorrelation(equal, 4) == 0);
    assert_true(qdr_autocorrelation(turns, 2) == 0);
}

TEST(steady)
{
    static const int64_t falling[] = {500, 400, 300, 200, 100, 90};
    static const int64_t level[] = {500, 400, 101, 100, 99, 101, 100, 99};

    assert_false(qdr_is_steady(falling, 6, 3));
    assert_true(qdr_is_steady(level, 8, 3));
    assert_false(qdr_is_steady(level, 5, 3));
}

/* Pings between clocks with a known offset and drift, of which most are slow
 * on the way back: the fit finds both from the fastest. */
TEST(fit)
{
    enum { BURSTS = 8, BURST = 20 };
    static const double offset = 123456789, drift = 40e-6;
    qdr_ping pings[BURSTS * BURST];
    qdr_clock_model model;
    qdr_rng rng;

    qdr_rng_init(&rng, 3);
    for (int b = 0; b < BURSTS; b++)
        for (int i = 0; i < BURST; i++) {
            int64_t sent = (int64_t)b * 50000000 + i * 10000;
            int64_t there = 500, back = i == 7 ? 500 : 500 + 3000;
            double answered = (double)(sent + there);
            back += (int64_t)qdr_rng_below(&rng, 10);
            pings[b * BURST + i] = (qdr_ping){
                sent, (int64_t)llround(answered + offset + drift * answered),
                sent + there + back};
        }
    model = qdr_clock_model_fit(pings, BURSTS, BURST);
    assert_true(fabs(model.drift - drift) < 1e-7);
    for (int64_t t = 0; t < 1000000000; t += 100000000) {
        double truth = (double)t + offset + drift * (double)t;
        assert_true(fabs((double)qdr_clock_model_apply(&model, t) - truth) <
                    200);
    }
}

/* Ten sightings a second apart, of which one was delayed by 40 us on the way
 * back, whichever it is: the line is that of the others, but for 20 ns. */
TEST(fit_with_one_delayed)
{
    enum { SIGHTINGS = 10 };

    for (int late = 0; late < SIGHTINGS; late++) {
        qdr_ping pings[SIGHTINGS];
        qdr_clock_model model;
        for (int i = 0; i < SIGHTINGS; i++) {
            int64_t sent = (int64_t)i * 1000000000;
            pings[i] = (qdr_ping){sent, sent + 500 + 777,
                                  sent + 1000 + (i == late ? 40000 : 0)};
        }
        model = qdr_clock_model_fit(pings, SIGHTINGS, 1);
        for (int64_t t = 0; t <= 10000000000; t += 1000000000)
            assert_true(llabs(qdr_clock_model_apply(&model, t) - (t + 777)) <=
                        20);
    }
}

TEST(chain)
{
    static const qdr_clock_model nearer = {1000, 500, 1e-3};
    static const qdr_clock_model farther = {2000, -300, 2e-3};
    qdr_clock_model both = qdr_clock_model_chain(&nearer, &farther);

    for (int64_t t = 0; t < 1000000; t += 12345) {
        int64_t there = qdr_clock_model_apply(&nearer, t);
        int64_t one_by_one = qdr_clock_model_apply(&farther, there);
        assert_true(llabs(qdr_clock_model_apply(&both, t) - one_by_one) <= 1);
    }
}
