/* workloads/matrix_file/pattern_formats_test.c -- files of other programs: what
 * their messages are, and what is refused. */
#include <stdio.h>
#include <string.h>

#include "kernels/testing/unit_test.h"
#include "workloads/matrix_file/pattern_file.h"

static const char *const path = "pattern_formats_test.tmp";

/* What tests of nccl_tests change. */
static int64_t unit = 1;
static int procs = 0;

static qdr_status read_text(const char *text, const char *format,
                            qdr_pattern *pattern, qdr_error *error)
{
    const qdr_pattern_choice choice = {format, unit, procs};

    qdr_scratch_text(path, text);
    return qdr_pattern_read_as(pattern, path, &choice, error);
}

/* The messages as text, "0>1:5 2>0:7", and the ranks before them, "3: ". */
static void assert_messages(const char *text, const char *format,
                            const char *expected)
{
    char found[256];
    qdr_pattern pattern = {0};
    qdr_error error = {""};
    int length;

    if (read_text(text, format, &pattern, &error) != QDR_OK)
        fail_msg("%s", error.text);
    length = snprintf(found, sizeof found, "%d:", pattern.num_procs);
    for (int64_t m = 0; m < pattern.num_messages; m++)
        length += snprintf(found + length, sizeof found - (size_t)length,
                           " %d>%d:%lld", pattern.messages[m].src,
                           pattern.messages[m].dst,
                           (long long)pattern.messages[m].bytes);
    assert_string_equal(found, expected);
    qdr_pattern_cleanup(&pattern);
}

static void assert_refused(const char *text, const char *format,
                           const char *words)
{
    qdr_pattern pattern = {0};
    qdr_error error = {""};
    char whole[256];

    snprintf(whole, sizeof whole, "%s:%s", path, words);
    assert_int_equal(read_text(text, format, &pattern, &error),
                     QDR_ERROR_INPUT);
    assert_null(pattern.messages);
    if (strncmp(error.text, whole, strlen(whole)) != 0)
        fail_msg("'%s' should begin '%s'", error.text, whole);
}

#define BANNER "%%MatrixMarket matrix coordinate "

TEST(matrix_market)
{
    assert_messages(BANNER "real general\n% bytes\n3 3 3\n"
                           "1 2 5\n3 1 1.5e3\n2 2 0.0\n",
                    "auto", "3: 0>1:5 1>1:0 2>0:1500");
    assert_messages(BANNER "Pattern General\n3 3 2\n1 2\n3 1\n", "mtx",
                    "3: 0>1:1 2>0:1");
    assert_messages(BANNER "integer symmetric\n3 3 3\n2 1 5\n2 2 9\n3 2 0\n",
                    "auto", "3: 0>1:5 1>0:5 1>1:9 1>2:0 2>1:0");
    assert_messages(BANNER "pattern symmetric\n2 2 1\n2 1\n", "auto",
                    "2: 0>1:1 1>0:1");
    assert_messages(BANNER "real general\n1 1 1\n1 1 9223372036854775807\n",
                    "auto", "1: 0>0:9223372036854775807");
    assert_messages("\xef\xbb\xbf" BANNER "integer general\n1 1 1\n1 1 3\n",
                    "auto", "1: 0>0:3");
    assert_refused("0 1\n1 0\n", "mtx",
                   "1: '0 1'; accepted: a file of format mtx");
}

/* A value as it is in the file, however long: never through a double. */
TEST(whole_numbers)
{
    static const char head[] = BANNER "real general\n1 1 1\n1 1 ";
    static const char *const exact[][2] = {
        {"9007199254740993.0", "9007199254740993"},
        {"9.007199254740993e15", "9007199254740993"},
        {"9223372036854775807.000", "9223372036854775807"},
        {"0.00000000000000000001e20", "1"},
        {"1200e-2", "12"},
        {"+.5e1", "5"},
        {"-0.0e-999999999999", "0"},
        {"0e99999", "0"}};
    static const char *const refused[] = {"9007199254740992.5",
                                          "1.00000000000000001",
                                          "1e-400",
                                          "9223372036854775808",
                                          "1e19",
                                          "1e999999999999999999999",
                                          "0x10",
                                          "1e",
                                          "1e+",
                                          ".",
                                          "1.2.3",
                                          "-1",
                                          "-1e-5",
                                          "inf",
                                          "1_000"};
    char text[256], messages[64];

    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        snprintf(text, sizeof text, "%s%s\n", head, exact[i][0]);
        snprintf(messages, sizeof messages, "1: 0>0:%s", exact[i][1]);
        assert_messages(text, "auto", messages);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        snprintf(text, sizeof text, "%s%s\n", head, refused[i]);
        snprintf(messages, sizeof messages,
                 "3: the value is '%s'; accepted: ", refused[i]);
        assert_refused(text, "auto", messages);
    }
}

/* Bytes, times the scale, aligned down to 16, of the first ranks, as in
 * src/alltoallv.cu of nccl-tests, whose header has the first matrix. */
TEST(nccl_tests)
{
    static const char three[] = "100 200 150\n50 100 75\n\n300 150 200\n";

    assert_messages(three, "nccl_tests",
                    "3: 0>0:96 0>1:192 0>2:144 1>0:48 1>1:96 1>2:64 2>0:288 "
                    "2>1:144 2>2:192");
    procs = 2;
    assert_messages(three, "nccl_tests", "2: 0>0:96 0>1:192 1>0:48 1>1:96");
    procs = 4;
    assert_messages("0, 15,16 ,\n0,0,1e2\n9007199254740993,0,0\n", "nccl_tests",
                    "3: 0>2:16 1>2:96 2>0:9007199254740992");
    unit = 1024;
    assert_messages("0.25 0.75\n1 0.29\n", "nccl_tests",
                    "2: 0>0:256 0>1:768 1>0:1024 1>1:288");
    assert_refused("0 9007199254740993\n1 0\n", "nccl_tests",
                   "1: entry 2 is '9007199254740993', times 1024 bytes");
    unit = 1;
    assert_messages("0 2\n1 0\n", "auto", "2: 0>1:2 1>0:1");
    assert_refused("0.25 0.75\n1 0\n", "nccl_tests",
                   "1: entry 1 is '0.25', a fraction of a byte; accepted: ");
    assert_refused("0 -1\n1 0\n", "nccl_tests",
                   "1: entry 2 is '-1'; accepted: numbers 0 to");
    assert_refused("0 1\n1\n", "nccl_tests", "2: 1 entries in the row");
    assert_refused("0,,1\n1,,0\n", "nccl_tests", "1: a comma without");
    assert_refused("0 1\n , 0\n", "auto", "2: a comma without an entry");
    assert_messages("0,1\n2,0\n", "auto", "2: 0>1:1 1>0:2");
    procs = 0;
}
