/* harness/experiment/factors_test.c -- the parameters of algorithms and
 * workloads in an experiment: accepted keys, and the messages that refuse
 * others.
 */
#include <stdio.h>
#include <string.h>

#include "harness/experiment/experiment.h"
#include "kernels/testing/unit_test.h"

static const char *const scratch = "factors_test.tmp";

/* An experiment of a workload, some lines of it, and the expected refusal. */
typedef struct refusal {
    const char *workload, *lines, *reason;
} refusal;

static void assert_refused(const refusal *bad)
{
    qdr_experiment *experiment = NULL;
    qdr_error error = {""};

    qdr_scratch_print(
        scratch,
        "name: traffic\nworkload: %s\nalgorithms: [gs, drs_n_polling]\n"
        "procs: [4, 8]\n%s"
        "warmup: 0\nrepetitions: 1\n"
        "order_seed: 1\ncells_per_launch: 5\nlaunch_cap_s: 60\n",
        bad->workload, bad->lines);
    assert_int_equal(qdr_experiment_load(scratch, NULL, &experiment, &error),
                     QDR_ERROR_INPUT);
    assert_says(error.text, bad->reason);
    assert_int_equal(strncmp(error.text, scratch, strlen(scratch)), 0);
    assert_null(strchr(error.text, '\n'));
}

#define SEEDS "seeds: {first: 1, count: 2}\n"

TEST(refused_factors)
{
    static const refusal bad[] = {
        /* Unknown everywhere; unknown to this workload; a typing error. */
        {"synthetic", "bytes: [8]\ncolour: [1]\n" SEEDS,
         ":6: key 'colour'; accepted: see docs/sweeps.md"},
        {"synthetic", "byte: [8]\n" SEEDS,
         "key 'byte'; accepted: see docs/sweeps.md and ./quadrille list keys; "
         "nearest: bytes"},
        {"synthetic", "degrees: [1]\nbytes: [8]\n" SEEDS,
         ":5: degrees is not a parameter of this sweep's workload or "
         "algorithms; accepted: with test_set1, test_set2"},
        /* Not given, though it must be. */
        {"test_set1", SEEDS, ":2: test_set1: the key 'degrees' is missing"},
        /* Out of range; of the wrong type. */
        {"test_set1", "degrees: [-1]\nbytes: [8]\n" SEEDS,
         ":5: degrees: '-1'; accepted: "},
        {"synthetic", "densities: [1.5]\nbytes: [8]\n" SEEDS,
         ":5: densities: '1.5'; accepted: "},
        {"test_set1", "degrees: [1x]\nbytes: [8]\n" SEEDS,
         ":5: degrees: '1x'; accepted: "},
        {"synthetic", "bytes: [8]\nimprovements: [some]\n" SEEDS,
         ":6: improvements: 'some'; accepted: "},
        {"synthetic", "bytes: [9223372036854775808]\n" SEEDS,
         ":5: bytes: '9223372036854775808'; accepted: "},
        /* Repeated: a key, its other word, a value, the same number. */
        {"synthetic", "bytes: [8]\nbytes: [9]\n" SEEDS, "bytes"},
        {"synthetic", "bytes: [4k, 4096]\n" SEEDS,
         "bytes: '4096' is given twice"},
        {"synthetic", "bytes: [4q]\n" SEEDS, "or such as 4k, 1M"},
        {"synthetic", "density: 0.5\ndensities: [0.5]\nbytes: [8]\n" SEEDS,
         ":6: densities: already given on line 5 as density; accepted: once"},
        {"synthetic", "bytes: [8]\ndensities: [0.1, 0.10]\n" SEEDS,
         ":6: densities: '0.10' is given twice; accepted: once"},
        /* A file that is not there. */
        {"matrix_file", "patterns: [nowhere.mtx]\nbytes: [8]\n" SEEDS,
         "nowhere.mtx"},
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_refused(&bad[i]);
}

TEST(refused_keys)
{
    static const refusal bad[] = {
        {"synthetic", "bytes: [8]\nseeds: {first: -1, count: 1}\n",
         ":6: first: '-1'; accepted: a whole number, 0 or more"},
        {"synthetic",
         "bytes: [8]\nseeds: {first: 18446744073709551616, count: 1}\n",
         ":6: first: '18446744073709551616'; accepted: "},
        {"synthetic", "bytes: [8]\nmodes: [posted, posted]\n" SEEDS,
         ":6: modes: 'posted' is given twice"},
        {"synthetic", "bytes: [8]\ncase_keys: [byte]\n" SEEDS,
         ":6: case_keys: key 'byte'; accepted: procs, bytes, density"},
        {"synthetic", "bytes: [8]\ncase_keys: [bytes, bytes]\n" SEEDS,
         ":6: case_keys: key 'bytes' is given twice"},
        {"synthetic",
         "bytes: [8]\nseeds: {first: 9223372036854775807, count: 2}\n",
         ":6: seeds: 2^63 or more; accepted: seeds"},
        {"synthetic", "bytes: [8]\nlaunches: &a 1\nseeds: *a\n",
         ":7: an alias; accepted: the value itself"},
        {"synthetic", "bytes: [\"8\\0\"]\n" SEEDS, ":5: a value with a NUL"},
        {"sinthetic", "bytes: [8]\n" SEEDS,
         ":2: workload: 'sinthetic'; accepted: "},
        {"synthetic",
         "bytes: [8]\nseeds: {first: 1, count: 1000000}\n"
         "launches: 10000\n",
         "cells; accepted: up to 1000000000"},
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_refused(&bad[i]);
}
