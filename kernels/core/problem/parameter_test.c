/* kernels/core/problem/parameter_test.c -- values of every type are read and
 * printed, and wrong ones are refused with the accepted ones. */
#include <stdlib.h>
#include <string.h>

#include "kernels/core/problem/parameter.h"
#include "kernels/testing/unit_test.h"

static qdr_status check_strategy(const char *text, qdr_error *error)
{
    if (strspn(text, "SMC") == strlen(text))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "'%s' has another letter; accepted: S, M and C", text);
}

static const char *const words[] = {"none", "both", NULL};

enum {
    DELAY,
    SHARE,
    IMPROVEMENTS,
    MESH,
    STRATEGY,
    MATRIX,
    BYTES,
    NUM_PARAMETERS
};
static const qdr_parameter table[] = {
    [DELAY] = {.name = "delay_us",
               .plural = "delays_us",
               .type = QDR_INTEGER,
               .default_value = "10",
               .min = 0,
               .max = 1000},
    [SHARE] = {.name = "share",
               .type = QDR_REAL,
               .default_value = "1/4",
               .min = 0,
               .max = 1},
    [IMPROVEMENTS] = {.name = "improvements",
                      .type = QDR_WORD,
                      .default_value = "both",
                      .words = words},
    [MESH] = {.name = "mesh",
              .type = QDR_INTEGERS,
              .default_value = "2x3",
              .min = 1,
              .max = 64},
    [STRATEGY] = {.name = "strategy",
                  .type = QDR_TEXT,
                  .default_value = "SMC",
                  .check = check_strategy},
    [MATRIX] = {.name = "matrix",
                .summary = "a matrix of bytes",
                .type = QDR_FILE},
    [BYTES] = {.name = "bytes",
               .unit = "bytes",
               .type = QDR_INTEGER,
               .default_value = "8",
               .min = 0,
               .max = 0x1p40},
    [NUM_PARAMETERS] = {0}};

/* All values as in results. */
static char *print_all(const qdr_values *values)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);

    for (int i = 0; i < NUM_PARAMETERS; i++) {
        fputs(i > 0 ? ";" : "", to);
        if (values->values[i].text != NULL)
            qdr_parameter_print(&table[i], &values->values[i], to);
    }
    fclose(to);
    return text;
}

TEST(read_and_print)
{
    static const struct {
        const char *given, *printed;
    } cases[] = {
        {"", "10;0.25;both;2x3;SMC;;8"},
        {";;", "10;0.25;both;2x3;SMC;;8"},
        {"delay_us=0;share=0.1;improvements=none;mesh=4;strategy=M;matrix=a",
         "0;0.1;none;4;M;a;8"},
        {"delays_us=1000", "1000;0.25;both;2x3;SMC;;8"},
        {"share=1/3", "10;0.333333333333333;both;2x3;SMC;;8"},
        {"share=1e-1", "10;0.1;both;2x3;SMC;;8"},
        {"matrix=/home/a%20b/c%3bd.txt", "10;0.25;both;2x3;SMC;c%3Bd.txt;8"},
        {"matrix=100%25", "10;0.25;both;2x3;SMC;100%25;8"},
        {"bytes=4k", "10;0.25;both;2x3;SMC;;4096"},
        {"bytes=4Ki", "10;0.25;both;2x3;SMC;;4096"},
        {"bytes=3K", "10;0.25;both;2x3;SMC;;3072"},
        {"bytes=1M", "10;0.25;both;2x3;SMC;;1048576"},
        {"bytes=1024Gi", "10;0.25;both;2x3;SMC;;1099511627776"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char given[128], *printed;
        qdr_values values;
        qdr_error error = {""};
        strcpy(given, cases[i].given);
        qdr_values_init(&values, table);
        assert_ok(qdr_values_read(&values, "row", given, &error));
        printed = print_all(&values);
        /* A third has the digits that distinguish it from its neighbours. */
        if (strncmp(printed, "10;0.3333", 9) == 0)
            assert_true(qdr_values_real(&values, SHARE) == 1.0 / 3);
        else
            assert_string_equal(printed, cases[i].printed);
        free(printed);
    }
}

TEST(values)
{
    char given[] = "mesh=2x3x64;improvements=none;delay_us=7";
    int64_t sides[2];
    qdr_values values;
    qdr_error error = {""};

    qdr_values_init(&values, table);
    assert_ok(qdr_values_read(&values, "row", given, &error));
    assert_int_equal(qdr_values_integers(&values, MESH, sides, 2), 3);
    assert_int_equal(sides[1], 3);
    assert_int_equal(qdr_values_integer(&values, IMPROVEMENTS), 0);
    assert_int_equal(qdr_values_integer(&values, DELAY), 7);
}

TEST(refusals)
{
    static const struct {
        const char *given, *words;
    } cases[] = {
        {"dely_us=1",
         "row: parameter 'dely_us'; accepted: delay_us, share, "
         "improvements, mesh, strategy, matrix, bytes; nearest: delay_us"},
        {"delay_us=1;delay_us=2", "delay_us is given twice; accepted: once"},
        {"delay_us=1;delays_us=2", "delays_us is given twice"},
        {"delay_us", "delay_us has no value; accepted: delay_us=value"},
        {"delay_us=", "delay_us: ''; accepted: whole numbers 0 to 1000"},
        {"delay_us=-1", "delay_us: '-1'; accepted: whole numbers 0 to 1000"},
        {"delay_us=1001", "accepted: whole numbers 0 to 1000"},
        {"delay_us=1.5", "accepted: whole numbers 0 to 1000"},
        {"delay_us=07", "accepted: whole numbers 0 to 1000"},
        {"delay_us=+7", "accepted: whole numbers 0 to 1000"},
        {"delay_us= 7", "accepted: whole numbers 0 to 1000"},
        {"delay_us=99999999999999999999", "accepted: whole numbers 0 to 1000"},
        {"delay_us=1k", "accepted: whole numbers 0 to 1000"},
        {"bytes=1025G", "accepted: whole numbers 0 to 1099511627776, or such"},
        {"bytes=9007199254740993G", "accepted: whole numbers 0 to"},
        {"bytes=4kk", "accepted: whole numbers 0 to"},
        {"bytes=4kB", "accepted: whole numbers 0 to"},
        {"bytes=4m", "accepted: whole numbers 0 to"},
        {"bytes=k", "accepted: whole numbers 0 to"},
        {"share=2", "share: '2'; accepted: numbers or fractions 0 to 1"},
        {"share=nan", "accepted: numbers or fractions 0 to 1"},
        {"share=1/0", "accepted: numbers or fractions 0 to 1"},
        {"share=1/", "accepted: numbers or fractions 0 to 1"},
        {"share=1/2/2", "accepted: numbers or fractions 0 to 1"},
        {"improvements=all", "improvements: 'all'; accepted: none, both"},
        {"mesh=2x", "accepted: whole numbers such as 2x3x5, each 1 to 64"},
        {"mesh=2x65", "each 1 to 64"},
        {"mesh=x2", "each 1 to 64"},
        {"strategy=SX", "strategy: 'SX' has another letter; accepted: S, M"},
        {"strategy=", "strategy: ''; accepted: a text"},
        {"matrix=", "matrix: ''; accepted: a file"},
        {"matrix=a%2", "matrix has no value; accepted: matrix=value"},
        {"matrix=a%00", "matrix has no value"},
        {"=1", "row: parameter ''; accepted: "},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char given[128];
        qdr_values values;
        qdr_error error = {""};
        strcpy(given, cases[i].given);
        qdr_values_init(&values, table);
        assert_int_equal(qdr_values_read(&values, "row", given, &error),
                         QDR_ERROR_INPUT);
        assert_says(error.text, cases[i].words);
    }
}

TEST(required)
{
    char given[] = "matrix=a";
    qdr_values values;
    qdr_error error = {""};

    qdr_values_init(&values, table);
    assert_int_equal(qdr_values_require(&values, "row", &error),
                     QDR_ERROR_INPUT);
    assert_string_equal(error.text,
                        "row: matrix is needed (a matrix of bytes)");
    assert_ok(qdr_values_read(&values, "row", given, &error));
    assert_ok(qdr_values_require(&values, "row", &error));
}
