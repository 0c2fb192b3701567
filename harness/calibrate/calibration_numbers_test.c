/* calibration_numbers_test -- the numbers of stored samples, and of samples
 * whose numbers are known. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/calibrate/calibration_numbers.h"
#include "kernels/testing/unit_test.h"

static void assert_near(const char *key, double is, double expected)
{
    if (is != expected && !(fabs(is - expected) <= 1e-5 * fabs(expected)))
        fail_msg("%s: %.12g; expected: %.12g", key, is, expected);
}

static void fit(const char *path, qdr_calibration_numbers *out)
{
    qdr_item_times times;
    qdr_error error = {""};

    if (qdr_item_times_read(&times, path, &error) != QDR_OK)
        fail_msg("%s", error.text);
    qdr_calibration_numbers_fit(&times, out);
    qdr_item_times_cleanup(&times);
}

/* Numbers that R 4.2.2 fitted by nlminb, least squares of logarithms, and by
 * wilcox.test: of 7 real launches of 2 ranks on a busy machine; and of samples
 * drawn from a known machine with nodes of 6 ranks. */
static void compare_with_stored(const char *samples, const char *expected)
{
    qdr_calibration_numbers numbers;
    FILE *file = fopen(expected, "r");
    char key[32];
    double estimate, low, high;
    int count = 0;

    fit(samples, &numbers);
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%*[^\n]\n"), 0);
    while (fscanf(file, "%31[^,],%lf,%lf,%lf\n", key, &estimate, &low, &high) ==
           4) {
        const qdr_calibrated *row = &numbers.network.rows[count++];
        assert_string_equal(row->key, key);
        assert_near(key, row->estimate, estimate);
        assert_near(key, row->low, low);
        assert_near(key, row->high, high);
    }
    fclose(file);
    assert_int_equal(count, numbers.network.count);
    assert_ok(qdr_calibration_numbers_check(&numbers, NULL));
}

TEST(stored_samples)
{
    compare_with_stored("harness/calibrate/samples/two_ranks.csv",
                        "harness/calibrate/samples/two_ranks_fit.csv");
    compare_with_stored("harness/calibrate/samples/levels.csv",
                        "harness/calibrate/samples/levels_fit.csv");
}

/* A machine whose numbers are known. */
typedef struct known {
    int launches;
    double alpha_ns, beta_ns, gamma_ns, excess, two_way, sender_ns, receiver_ns,
        eager, more, inside_ns, sharing;
    int max_pairs, node_ranks;
    double slow_from; /* launches from this one on meet others on links */
    int bent;         /* messages of these bytes take twice as long */
    double drift;     /* by this share longer in each launch */
    double queue;     /* bytes above which a crowd waits; 0: no crowd meets */
} known;

static const known usual = {.launches = 1,
                            .alpha_ns = 1500,
                            .beta_ns = 0.25,
                            .gamma_ns = 0.1,
                            .excess = 3,
                            .two_way = 1.1,
                            .sender_ns = 400,
                            .receiver_ns = 600,
                            .eager = 4000,
                            .more = 1.8,
                            .inside_ns = 0.05,
                            .sharing = 4,
                            .max_pairs = 8,
                            .node_ranks = 1,
                            .slow_from = 1,
                            .bent = -1};

static FILE *samples;
static int launch;

/* Three samples, of which the middle one is the known time. */
static void put(const char *quantity, int bytes, int pairs, int messages,
                double time_ns)
{
    static const double luck[] = {1.1, 1, 0.9};

    for (int i = 0; i < 3; i++)
        fprintf(samples, "%d,a library,%s,%d,%d,%d,%d,%.9f\n", launch, quantity,
                bytes, pairs, messages, i + 1, luck[i] * time_ns);
}

static void put_lines(const known *of)
{
    static const int lengths[] = {0,      8,      32,      128,
                                  512,    2048,   8192,    32768,
                                  131072, 524288, 2097152, 4194304};

    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        double bend =
            (lengths[i] == of->bent ? 2 : 1) * (1 + launch * of->drift);
        put("message", lengths[i], 1, 1,
            bend * (of->alpha_ns + of->beta_ns * lengths[i]));
        if (lengths[i] > 0)
            put("combine", lengths[i], 0, 1, 30 + of->gamma_ns * lengths[i]);
        if (of->node_ranks > 1)
            put("inside", lengths[i], 1, 1, 800 + of->inside_ns * lengths[i]);
    }
}

static void put_launch(const known *of)
{
    const int longest = 4194304;
    const double alone = of->alpha_ns + of->beta_ns * longest;
    double excess = launch >= of->slow_from ? of->excess : 50;

    put_lines(of);
    for (int pairs = 1; pairs <= of->max_pairs; pairs *= 2)
        put("link", longest, pairs, 1, alone * fmax(1, pairs / excess));
    put("both", longest, 1, 1, alone * of->two_way);
    for (int messages = 8; messages <= 64; messages += 56) {
        put("send", 8, 1, messages, 30 + messages * of->sender_ns);
        put("stream", 8, 1, messages,
            of->alpha_ns + messages * of->receiver_ns);
    }
    for (int power = 512; power <= 262144; power *= 2)
        for (int bytes = power - 96; bytes <= power + 64; bytes += 160)
            put("step", bytes, 1, 1,
                (of->alpha_ns + of->beta_ns * bytes) *
                    (bytes > of->eager ? of->more : 1));
    for (int bytes = 4096; of->queue > 0 && bytes <= 262144; bytes *= 4)
        put("crowd", bytes, 4, 1,
            of->alpha_ns + of->beta_ns * 4 * bytes +
                (4 * bytes > of->queue ? 2e8 : 0));
    if (of->node_ranks > 1)
        put("adapter", longest, of->node_ranks, 1, alone * of->sharing);
}

static const char path[] = "calibration_numbers_test.csv";

static void fit_known(known of, qdr_calibration_numbers *out)
{
    samples = fopen(path, "w");
    assert_non_null(samples);
    fputs(QDR_ITEM_TIMES_HEADER, samples);
    for (launch = 1; launch <= of.launches; launch++)
        put_launch(&of);
    fclose(samples);
    fit(path, out);
    remove(path);
}

static void assert_number(const qdr_calibration_numbers *numbers,
                          const char *key, double expected)
{
    const qdr_calibrated *row = qdr_calibrated_find(&numbers->network, key);

    assert_non_null(row);
    assert_near(key, row->estimate, expected);
}

static void assert_reported(const qdr_calibration_numbers *numbers,
                            const char *words)
{
    assert_writes(qdr_calibration_report, numbers, words);
}

/* One number of a known machine. */
static void find_known(known of, const char *key, double expected)
{
    qdr_calibration_numbers numbers;

    fit_known(of, &numbers);
    assert_number(&numbers, key, expected);
}

TEST(known_numbers_are_found)
{
    static const struct {
        const char *key;
        double value;
    } expected[] = {
        {"alpha_us", 1.5},         {"beta_ns", 0.25},
        {"gamma_ns", 0.1},         {"link_excess", 3},
        {"two_way", 1.1},          {"sender_free_us", 1.1},
        {"receiver_free_us", 0.9}, {"eager_bytes", 4000},
        {"rendezvous_us", 2.072},  {"inside_alpha_us", 0.8},
        {"inside_beta_ns", 0.05},  {"node_ranks", 6},
        {"adapter_ranks", 4},
    };
    enum { ALL = sizeof expected / sizeof *expected, FLAT = ALL - 4 };
    qdr_calibration_numbers numbers;
    known of = usual;

    fit_known(of, &numbers);
    assert_int_equal(numbers.network.count, FLAT);
    for (int i = 0; i < FLAT; i++)
        assert_number(&numbers, expected[i].key, expected[i].value);
    of.node_ranks = 6;
    of.launches = 7;
    fit_known(of, &numbers);
    assert_int_equal(numbers.network.count, ALL);
    assert_string_equal(numbers.network.library, "a library");
    for (int i = 0; i < ALL; i++) {
        assert_string_equal(numbers.network.rows[i].key, expected[i].key);
        assert_number(&numbers, expected[i].key, expected[i].value);
        assert_near("low", numbers.network.rows[i].low, expected[i].value);
        assert_near("high", numbers.network.rows[i].high, expected[i].value);
    }
    for (int i = 0; i < numbers.num_items; i++)
        assert_true(fabs(qdr_fitted_residual(&numbers.items[i])) < 1e-5);
    assert_reported(&numbers, "fits every length within 5%.");
    assert_reported(&numbers, "within a node    ");
}

/* At least one rank has an adapter, at most all share it. */
TEST(adapter_ranks_are_whole)
{
    static const double sharing[] = {0.3, 2.6, 7.4}, ranks[] = {1, 3, 6};
    known of = usual;

    of.node_ranks = 6;
    for (int i = 0; i < 3; i++) {
        of.sharing = sharing[i];
        find_known(of, "adapter_ranks", ranks[i]);
    }
}

TEST(an_excess_without_slowdown_is_a_lower_bound)
{
    qdr_calibration_numbers numbers;
    known of = usual;
    const qdr_calibrated *excess;

    of.excess = 50;
    fit_known(of, &numbers);
    assert_number(&numbers, "link_excess", 8);
    assert_reported(&numbers, "8 at the same time took no longer than one");
    of.max_pairs = 1;
    fit_known(of, &numbers);
    assert_number(&numbers, "link_excess", 1);
    assert_reported(&numbers, "there was only one pair of ranks");
    /* In some launches, not in others. */
    of = usual;
    of.launches = 7;
    of.slow_from = 4;
    fit_known(of, &numbers);
    excess = qdr_calibrated_find(&numbers.network, "link_excess");
    assert_true(excess->low < 5 && isinf(excess->high));
    assert_reported(&numbers, "take longer differs by launch");
}

TEST(eager_sends_end_before_a_certain_step)
{
    known of = usual;

    for (int limit = 512; limit <= 262144; limit *= 8) {
        of.eager = limit - 64;
        find_known(of, "eager_bytes", limit - 96);
    }
    of.more = 1.05;
    find_known(of, "eager_bytes", 0);
    find_known(of, "rendezvous_us", 0);
}

/* Loss begins after the last crowd that has none. */
TEST(a_crowd_above_the_queue_waits)
{
    qdr_calibration_numbers numbers;
    known of = usual;

    fit_known(of, &numbers);
    assert_null(qdr_calibrated_find(&numbers.network, "crowd_us"));
    of.queue = 1e9;
    find_known(of, "crowd_us", 0);
    find_known(of, "crowd_bytes", 0);
    of.queue = 60000;
    find_known(of, "crowd_us", 2e5);
    find_known(of, "crowd_bytes", 16384);
    of.queue = 70000;
    find_known(of, "crowd_bytes", 65536);
    of.queue = 1;
    find_known(of, "crowd_bytes", 0);
    find_known(of, "crowd_us", 2e5);
}

TEST(ends_are_free_from_none_to_all_of_alpha)
{
    known of = usual;

    of.sender_ns = 0;
    of.receiver_ns = 9000;
    find_known(of, "sender_free_us", 1.5);
    find_known(of, "receiver_free_us", 0);
}

TEST(notes)
{
    qdr_calibration_numbers numbers;
    known of = usual;

    of.two_way = 2;
    of.bent = 8192;
    fit_known(of, &numbers);
    assert_reported(&numbers, "takes 2.00 times as long: half duplex.");
    assert_reported(&numbers, "at\n8192 bytes.");
    of.drift = 0.01;
    of.launches = 5;
    fit_known(of, &numbers);
    assert_reported(&numbers, "5 launches make no 95% interval: their range.");
    numbers.spread = 1.6;
    numbers.widest.item =
        (qdr_item){.quantity = QDR_QUANTITY_MESSAGE, .bytes = 32768};
    assert_reported(&numbers, "samples of 32768 bytes (message) a quarter");
}

TEST(times_without_a_line_are_refused)
{
    qdr_calibration_numbers numbers;
    known of = usual;
    qdr_error error;

    of.node_ranks = 2;
    of.inside_ns = 0;
    fit_known(of, &numbers);
    assert_int_equal(qdr_calibration_numbers_check(&numbers, &error),
                     QDR_ERROR_SYSTEM);
    assert_string_equal(error.text,
                        "a message within a node of 0 bytes took 800 ns, one "
                        "of 4194304 bytes 800: no line");
}
