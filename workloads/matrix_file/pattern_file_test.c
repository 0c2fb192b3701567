/* workloads/matrix_file/pattern_file_test.c -- files in, files out, bad files
 * refused with their line. */
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/testing/unit_test.h"
#include "workloads/matrix_file/pattern_file.h"

static const char *const path = "pattern_file_test.tmp";

static qdr_status read_text(const char *text, qdr_pattern *pattern,
                            qdr_error *error)
{
    qdr_scratch_text(path, text);
    return qdr_pattern_read(pattern, path, error);
}

static void assert_refused(const char *text, const char *line,
                           const char *words)
{
    qdr_pattern pattern = {0};
    qdr_error error = {""};
    char where[64];

    assert_int_equal(read_text(text, &pattern, &error), QDR_ERROR_INPUT);
    assert_null(pattern.messages);
    snprintf(where, sizeof where, "%s:%s", path, line);
    if (strncmp(error.text, where, strlen(where)) != 0 ||
        strstr(error.text, words) == NULL)
        fail_msg("'%s' should begin with '%s' and say '%s'", error.text, where,
                 words);
}

TEST(bad_matrices)
{
    assert_refused("", "0:", "empty");
    assert_refused("0 1\n1 0 2\n", "2:", "more than 2 entries");
    assert_refused("0 1 2\n1 0\n2 1 0\n", "2:", "accepted: 3");
    assert_refused("0 1\n1 0\n1 1\n", "3:", "row 3");
    assert_refused("0 1 1\n1 0 1\n", "2:", "ends after row 2");
    assert_refused("0 1\n-4 0\n", "2:", "'-4'");
    assert_refused("0 1.5\n1 0\n", "1:", "'1.5'");
    assert_refused("0 1\n9223372036854775808 0\n", "2:", "9223372036854775807");
    assert_refused("0 1\nx 0\n", "2:", "'x'");
    assert_refused("0 9223372036854775807\n1 0\n", "2:", "2^63 - 1");
}

/* Bytes that are no text, at any place, and a line that would not end. */
TEST(bad_lines)
{
    static const char zero_bytes[][8] = {"0 1\0x\n", "0\n\0\n", "\0"};
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    for (size_t i = 0; i < 3; i++) {
        qdr_scratch_write(path, zero_bytes[i], sizeof *zero_bytes);
        assert_int_equal(qdr_pattern_read(&pattern, path, &error),
                         QDR_ERROR_INPUT);
        assert_non_null(strstr(error.text, ": a zero byte; accepted: text"));
    }
    assert_int_equal(qdr_pattern_read(&pattern, "/dev/zero", &error),
                     QDR_ERROR_INPUT);
    assert_string_equal(error.text, "/dev/zero:1: a zero byte; accepted: text");
}

TEST(endless_line)
{
    const size_t length = (size_t)QDR_MAX_PROCS * 20 + 1;
    char *text = malloc(length + 1);

    assert_non_null(text);
    memset(text, ' ', length);
    text[length] = '\0';
    assert_refused(text,
                   "1:", "the line is too long; accepted: up to 83886080");
    free(text);
}

#define BANNER "%%MatrixMarket matrix coordinate integer general\n"

TEST(bad_matrix_market)
{
    assert_refused("%%MatrixMarket matrix array integer general\n",
                   "1:", "word 3");
    assert_refused(BANNER, "1:", "sizes");
    assert_refused(BANNER "2 3 0\n", "2:", "square");
    assert_refused(BANNER "2 2\n", "2:", "accepted: 3");
    assert_refused(BANNER "2 2 2\n1 2 5\n", "3:", "1 of 2");
    assert_refused(BANNER "2 2 1\n1 3 5\n", "3:", "the column is '3'");
    assert_refused(BANNER "2 2 1\n0 1 5\n", "3:", "the row is '0'");
    assert_refused(BANNER "2 2 1\n1 2 -5\n", "3:", "the value is '-5'");
    assert_refused(BANNER "2 2 1\n1 2 0.5\n", "3:", "'0.5'");
    assert_refused(BANNER "2 2 1\n1 2 5\n2 1 5\n", "4:", "after the last");
    assert_refused(BANNER "2 2 2\n1 2 5\n1 2 5\n",
                   "4:", "row 1, column 2 is given twice; accepted: once");
    assert_refused("%%MatrixMarket matrix coordinate pattern symmetric\n"
                   "3 3 4\n2 1\n3 1\n3 2\n3 1\n",
                   "6:", "row 3, column 1 is given twice; accepted: once");
    assert_refused("%%MatrixMarket matrix coordinate real general symmetric\n",
                   "1:", "the header goes on with 'symmetric'");
    assert_refused("%MatrixMarket matrix coordinate real general\n1 1 0\n",
                   "1:",
                   "word 1 of the header is '%MatrixMarket'; accepted: "
                   "'%%MatrixMarket matrix coordinate");
    assert_refused(BANNER "99999999 99999999 0\n", "2:", "4194304");
    assert_refused("%%MatrixMarket matrix coordinate complex general\n",
                   "1:", "real|integer|pattern general|symmetric'");
    assert_refused("%%MatrixMarket matrix coordinate real hermitian\n",
                   "1:", "word 5 of the header is 'hermitian'");
    assert_refused("%%MatrixMarket matrix coordinate real general\n"
                   "2 2 1\n1 2 0.5\n",
                   "3:", "'0.5'; accepted: whole numbers");
    assert_refused("%%MatrixMarket matrix coordinate real general\n"
                   "2 2 1\n1 2 -1e3\n",
                   "3:", "'-1e3'; accepted: whole numbers 0 to below 2^63");
    assert_refused("%%MatrixMarket matrix coordinate real general\n"
                   "2 2 1\n1 2 nan\n",
                   "3:", "'nan'");
    assert_refused("%%MatrixMarket matrix coordinate pattern general\n"
                   "2 2 1\n1 2 5\n",
                   "3:", "too many numbers in the line; accepted: 2");
    assert_refused("%%MatrixMarket matrix coordinate integer symmetric\n"
                   "2 2 1\n1 2 5\n",
                   "3:", "below the diagonal, and on it");
}

/* Of these bytes, the name; and the last number may not be whole. */
TEST(foreign)
{
    static const struct {
        const char *bytes;
        size_t length;
        const char *words;
    } rows[] = {
        {"\x1f\x8b\x08\0\0", 5, ": packed by gzip; accepted: text of ASCII"},
        {"BZh91AY", 7, ": packed by bzip2; "},
        {"PK\3\4\x14", 5, ": packed by zip; "},
        {"\x28\xb5\x2f\xfd\x04", 5, ": packed by zstd; "},
        {"\x5d\0\0\x80\0", 5, ": packed by lzma; "},
        {"\xfd"
         "7zXZ\0\0",
         7, ": damaged or cut short; accepted: a whole xz file"},
        {"\xfd"
         "7zXZ",
         5, ": packed by xz, twice or not whole; "},
        {"\xff\xfe"
         "0\0\n\0",
         6, ": text of UTF-16 or 32; "},
        {"\0"
         "0\0\n",
         4, ": text of UTF-16; "},
        {"0\0\n\0", 4, ": text of UTF-16; "},
        {"0 1\r1 0\r", 8, ":1: a carriage return (CR) alone; accepted: "},
        {"0 1\r\n1 0\r", 9, ":2: a carriage return (CR) alone; accepted: "},
        {"A title                                                   KEY\n"
         "            14             3             5             6\n"
         "RUA                       3             3             6\n",
         0, ":1: a matrix of Harwell-Boeing; accepted: '%%MatrixMarket"},
        {"0 1\n777 0", 9, ":2: entry 2 is '0', and there the file ends"},
        {BANNER "2 2 1\n1 2 777", 0, ":3: the value is '777', and there"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        qdr_pattern pattern = {0};
        qdr_error error = {""};
        size_t length =
            rows[i].length > 0 ? rows[i].length : strlen(rows[i].bytes);
        qdr_scratch_write(path, rows[i].bytes, length);
        assert_int_equal(qdr_pattern_read(&pattern, path, &error),
                         QDR_ERROR_INPUT);
        if (strncmp(error.text + strlen(path), rows[i].words,
                    strlen(rows[i].words)) != 0)
            fail_msg("'%s' should say '%s'", error.text, rows[i].words);
    }
}

/* Whatever it is called. */
TEST(packed)
{
    static const char text[] = "%%MatrixMarket matrix coordinate real general\n"
                               "2 2 1\n1 2 7\n";
    uint8_t packed[256];
    size_t length = 0;
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    assert_int_equal(lzma_easy_buffer_encode(
                         6, LZMA_CHECK_CRC64, NULL, (const uint8_t *)text,
                         sizeof text - 1, packed, &length, sizeof packed),
                     LZMA_OK);
    qdr_scratch_write(path, packed, length);
    assert_ok(qdr_pattern_read(&pattern, path, &error));
    assert_int_equal(pattern.num_messages, 1);
    assert_int_equal(pattern.messages[0].bytes, 7);
    qdr_pattern_cleanup(&pattern);
}

TEST(directory)
{
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    assert_int_equal(qdr_pattern_read(&pattern, "/", &error), QDR_ERROR_INPUT);
    assert_int_equal(qdr_pattern_read(&pattern, "absent", &error),
                     QDR_ERROR_INPUT);
}

static void assert_round_trip(const qdr_pattern *pattern, const char *format)
{
    qdr_pattern again = {0};
    qdr_error error = {""};
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_ok(qdr_pattern_write(pattern, format, file, &error));
    assert_int_equal(fclose(file), 0);
    assert_ok(qdr_pattern_read(&again, path, &error));
    assert_int_equal(again.num_procs, pattern->num_procs);
    assert_int_equal(again.num_messages, pattern->num_messages);
    for (int64_t m = 0; m < pattern->num_messages; m++)
        assert_memory_equal(&again.messages[m], &pattern->messages[m],
                            sizeof(qdr_message));
    qdr_pattern_cleanup(&again);
}

TEST(round_trip)
{
    const qdr_message messages[] = {
        {2, 0, 7}, {0, 1, 5}, {1, 1, 3}, {0, 2, 1LL << 40}};
    const qdr_message zero = {0, 1, 0};
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    assert_ok(qdr_pattern_init(&pattern, 3, messages, 4, &error));
    assert_int_equal(pattern.row_begin[1], 2);
    assert_int_equal(qdr_pattern_find(&pattern, 2, 0), 3);
    assert_int_equal(qdr_pattern_find(&pattern, 2, 1), -1);
    assert_round_trip(&pattern, "matrix");
    assert_round_trip(&pattern, "mtx");
    qdr_pattern_cleanup(&pattern);

    assert_ok(qdr_pattern_init(&pattern, 2, &zero, 1, &error));
    assert_round_trip(&pattern, "mtx");
    assert_int_equal(qdr_pattern_write(&pattern, "matrix", stdout, &error),
                     QDR_ERROR_INPUT);
    qdr_pattern_cleanup(&pattern);
}

TEST(stats)
{
    qdr_pattern pattern = {0};
    qdr_pattern_stats stats;
    qdr_error error = {""};

    assert_ok(read_text("0 1 1 0 0\n1 0 0 0 0\n0 0 9 0 0\n"
                        "0 3 0 0 0\n0 4 0 0 0\n",
                        &pattern, &error));
    assert_ok(qdr_pattern_get_stats(&pattern, &stats, &error));
    assert_int_equal(stats.num_messages, 5);
    assert_int_equal(stats.total_bytes, 10);
    assert_int_equal(stats.max_out, 2);
    assert_int_equal(stats.min_out, 0);
    assert_int_equal(stats.max_in, 3);
    assert_int_equal(stats.max_degree, 3);
    assert_int_equal(stats.max_partners, 3);
    assert_int_equal(stats.min_bytes, 1);
    assert_int_equal(stats.max_bytes, 4);
    assert_true(stats.density == 0.25);
    qdr_pattern_cleanup(&pattern);
}
