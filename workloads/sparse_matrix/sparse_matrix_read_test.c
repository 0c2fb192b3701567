/* workloads/sparse_matrix/sparse_matrix_read_test.c -- matrices out of files,
 * bad files refused with their line, damaged ones never believed. */
#include <stdio.h>
#include <string.h>

#include "kernels/testing/mutate.h"
#include "kernels/testing/unit_test.h"
#include "workloads/sparse_matrix/csr.h"

static const char *const path = "sparse_matrix_read_test.tmp";

static qdr_status read_bytes(const char *text, size_t length,
                             qdr_sparse_matrix *matrix, qdr_error *error)
{
    qdr_scratch_write(path, text, length);
    return qdr_sparse_matrix_read(matrix, path, error);
}

#define BANNER "%%MatrixMarket matrix coordinate "

/* The rows as text: "0:6 1:-1 | 0:-1 | ". */
static void assert_rows(const char *text, bool is_symmetric,
                        const char *expected)
{
    qdr_sparse_matrix matrix = {0};
    qdr_error error = {""};
    char found[256] = "";
    int length = 0;

    if (read_bytes(text, strlen(text), &matrix, &error) != QDR_OK)
        fail_msg("%s", error.text);
    for (int64_t i = 0; i < matrix.num_rows; i++) {
        for (int64_t e = matrix.begin[i]; e < matrix.begin[i + 1]; e++)
            length += snprintf(found + length, sizeof found - (size_t)length,
                               "%d:%g ", matrix.columns[e], matrix.values[e]);
        length += snprintf(found + length, sizeof found - (size_t)length, "| ");
    }
    assert_string_equal(found, expected);
    assert_int_equal(matrix.is_symmetric, is_symmetric);
    qdr_sparse_matrix_cleanup(&matrix);
}

TEST(rows)
{
    assert_rows(BANNER "real general\n% any order\n3 3 5\n3 3 1e-3\n"
                       "1 3 -2\n1 1 0.5\n\n2 1 0\n1 2 7\n",
                false, "0:0.5 1:7 2:-2 | 0:0 | 2:0.001 | ");
    assert_rows(BANNER "Real Symmetric\n3 3 4\n1 1 6\n2 1 -1\n3 2 -1.5\n"
                       "3 3 6\n",
                true, "0:6 1:-1 | 0:-1 2:-1.5 | 1:-1.5 2:6 | ");
    assert_rows(BANNER "integer skew-symmetric\n2 2 1\n2 1 4\n", false,
                "1:-4 | 0:4 | ");
    assert_rows(BANNER "pattern symmetric\r\n2 2 2\r\n2 1\r\n1 1\r\n", true,
                "0:1 1:1 | 0:1 | ");
    assert_rows("\xef\xbb\xbf\n" BANNER "real general\n2 2 0\n", false, "| | ");
}

static void assert_refused(const char *text, const char *words)
{
    qdr_sparse_matrix matrix = {0};
    qdr_error error = {""};
    char whole[256];

    snprintf(whole, sizeof whole, "%s:%s", path, words);
    assert_int_equal(read_bytes(text, strlen(text), &matrix, &error),
                     QDR_ERROR_INPUT);
    assert_null(matrix.begin);
    if (strncmp(error.text, whole, strlen(whole)) != 0)
        fail_msg("'%s' should begin '%s'", error.text, whole);
}

/* What pattern_file_test does not see of the same reader. */
TEST(refusals)
{
    assert_refused("", "0: the file is empty; accepted: a matrix");
    assert_refused(BANNER "complex general\n", "1: word 4 of the header");
    assert_refused(BANNER "real hermitian\n", "1: word 5 of the header");
    assert_refused(BANNER "integer general\n2 2 1\n1 2 1.5\n",
                   "3: the value is '1.5'; accepted: whole numbers -92");
    assert_refused(BANNER "integer general\n2 2 1\n1 2 0x10\n",
                   "3: the value is '0x10'; accepted: whole numbers");
    assert_refused(BANNER "integer general\n2 2 1\n1 2 1e3\n", "3: the value");
    assert_refused(BANNER "integer general\n1 1 1\n1 1 99999999999999999999\n",
                   "3: the value is '99999999999999999999'; accepted: whole");
    assert_refused(BANNER "real general\n2 2 1\n1 2 0x10\n",
                   "3: the value is '0x10'; accepted: finite numbers");
    assert_refused(BANNER "real general\n2 2 1\n1 2 1e-400\n",
                   "3: the value is '1e-400'; accepted: finite numbers");
    assert_refused(BANNER "real general\n2 2 1\n1 2 777",
                   "3: the value is '777', and there the file ends");
    assert_refused(BANNER "real general\n0 0 0\n", "2: the number of rows is");
    assert_refused(BANNER "real general\n2147483648 1 0\n",
                   "2: the number of rows is '2147483648'; accepted: whole");
    assert_refused(BANNER "real general\n2 2 9223372036854775807\n1 1 1\n",
                   "3: the file ends after 1 of 9223372036854775807 entries");
    assert_refused(BANNER "real general\n2 2 1\n1 2\n",
                   "3: the value is ''; accepted: finite numbers");
    assert_refused(BANNER "real general\n2 2 1\n1 2 1e999\n",
                   "3: the value is '1e999'");
    assert_refused(BANNER "real general\n2 2 2\n1 2 1\n1 2 3\n",
                   "4: row 1, column 2 is given twice; accepted: once");
    assert_refused(BANNER "real symmetric\n% a comment\n3 3 4\n3 1 1\n\n"
                          "2 2 3\n3 1 1\n2 2 3\n",
                   "7: row 3, column 1 is given twice; accepted: once");
    assert_refused(BANNER "real symmetric\n2 2 1\n1 2 1\n",
                   "3: row 1, column 2; accepted in a symmetric matrix: below");
    assert_refused(BANNER "real skew-symmetric\n2 2 1\n1 1 1\n",
                   "3: row 1, column 1; accepted in a skew-symmetric matrix");
}

/* Seeded damage: read or refused with one line that names the file. */
TEST(damage)
{
    static const char *const seeds[] = {
        BANNER "real general\n% a comment\n3 3 4\n1 1 0.5\n2 1 -1e3\n3 3 2\n"
               "1 3 7\n",
        BANNER "integer symmetric\n3 3 3\n1 1 5\n2 1 -1\n3 2 4\n",
        BANNER "pattern skew-symmetric\n3 3 2\n2 1\n3 2\n",
    };
    static const char *const tokens[] = {
        "-1", "9223372036854775807", "1e308", "nan", "0x10",  "%", "\n\n",
        "\t", "2147483647",          "e",     ".",   "1 1 1", NULL};
    enum { NUM_INPUTS = 3000, MAX_LENGTH = 512 };
    int num_read = 0, num_refused = 0;
    qdr_rng rng;

    qdr_rng_init(&rng, 11);
    for (int i = 0; i < NUM_INPUTS; i++) {
        const char *seed =
            seeds[qdr_rng_below(&rng, sizeof seeds / sizeof *seeds)];
        char text[MAX_LENGTH];
        size_t length = strlen(seed);
        qdr_sparse_matrix matrix = {0};
        qdr_error error = {""};
        memcpy(text, seed, length);
        for (uint64_t n = qdr_rng_below(&rng, 4); n > 0; n--)
            length = qdr_mutate(&rng, text, length, MAX_LENGTH, tokens);
        if (read_bytes(text, length, &matrix, &error) == QDR_OK) {
            num_read++;
            for (int64_t e = 0; e < matrix.begin[matrix.num_rows]; e++)
                assert_in_range(matrix.columns[e], 0, matrix.num_rows - 1);
        } else {
            num_refused++;
            assert_null(matrix.begin);
            assert_int_equal(strncmp(error.text, path, strlen(path)), 0);
            assert_null(strchr(error.text, '\n'));
        }
        qdr_sparse_matrix_cleanup(&matrix);
    }
    assert_true(num_read > NUM_INPUTS / 10);
    assert_true(num_refused > NUM_INPUTS / 10);
}
