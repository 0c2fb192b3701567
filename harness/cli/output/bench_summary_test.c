/* harness/cli/output/bench_summary_test.c -- samples that a summary refuses. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/cli/output/bench_summary.h"
#include "kernels/testing/unit_test.h"

static void expect_refusal(const char *header, const char *row,
                           const char *words)
{
    char path[] = "/tmp/quadrille-summary-XXXXXX", expected[300];
    FILE *file = fdopen(mkstemp(path), "w");
    qdr_sweep sweep = {0};
    qdr_error error = {""};

    assert_non_null(file);
    fprintf(file, "%s\n4,12,96,1,1500,\n%s\n", header, row);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(qdr_bench_summary(&sweep, path, stdout, &error),
                     QDR_ERROR_INPUT);
    snprintf(expected, sizeof expected, "%s:%s", path, words);
    assert_string_equal(error.text, expected);
    unlink(path);
}

TEST(bad_samples)
{
    static const char header[] =
        "procs,messages,total_bytes,verified,time_ns,x";
    static const char *const rows[][2] = {
        {"4,12,96,1,nan,", "3: time_ns 'nan'; accepted: a whole number from 1"},
        {"4,12,96,1,,", "3: time_ns ''; accepted: a whole number from 1"},
        {"4,12,96,1,0,", "3: time_ns '0'; accepted: a whole number from 1"},
        {"4,12,96,1,-5,", "3: time_ns '-5'; accepted: a whole number from 1"},
        {"4,12,96,1,1.5,", "3: time_ns '1.5'; accepted: a whole number from 1"},
        {"4,12,96,1,1e3,", "3: time_ns '1e3'; accepted: a whole number from 1"},
        {"4,12,96,1", "3: time_ns ''; accepted: a whole number from 1"},
        {"4,0,0,1,-1,", "3: time_ns '-1'; accepted: a whole number from 0"},
        {"0,12,96,1,7,", "3: procs '0'; accepted: a whole number from 1"},
        {"4,x,96,1,7,", "3: messages 'x'; accepted: a whole number from 0"},
        {"4,12,96,1.1,7,", "3: verified '1.1'; accepted: 0 to 1"},
        {"4,12,96,,7,", "3: verified ''; accepted: 0 to 1"},
        {"4,12,99999999999999999999,1,7,",
         "3: total_bytes '99999999999999999999'; accepted: a whole number "
         "from 0"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_refusal(header, rows[i][0], rows[i][1]);
    expect_refusal("procs,messages,total_bytes,verified,time_us,x", "",
                   "2: time_ns ''; accepted: a whole number from 1");
}
