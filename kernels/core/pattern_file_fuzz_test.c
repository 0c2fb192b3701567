/* kernels/core/pattern_file_fuzz_test.c -- the parser meets damaged files.
 *
 * Seeded mutations of good files: bytes flipped, cut, doubled, tokens replaced
 * by awkward ones. Each must be read or be refused with one line that names the
 * file; the sanitizer builds (--config=asan, --config=ubsan) watch the rest.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "kernels/core/pattern_file.h"
#include "kernels/testing/mutate.h"

enum { NUM_INPUTS = 10000, MAX_LENGTH = 512 };

static const char *const path = "pattern_file_fuzz_test.tmp";

static const char *const seeds[] = {
    "0 1 2\n3 0 4\n5 6 0\n",
    "0 1\n\n1 0\n",
    "%%MatrixMarket matrix coordinate integer general\n% a comment\n"
    "3 3 2\n1 2 5\n3 1 0\n",
};

static const char *const tokens[] = {"-1",
                                     "9223372036854775807",
                                     "9223372036854775808",
                                     "1e3",
                                     "0x10",
                                     "nan",
                                     "%",
                                     "%%MatrixMarket",
                                     "\n\n",
                                     "\t",
                                     "+",
                                     "4194305",
                                     NULL};

static void test_mutations(void **state)
{
    int num_read = 0, num_refused = 0;
    qdr_rng rng;

    (void)state;
    qdr_rng_init(&rng, 20261121);
    for (int i = 0; i < NUM_INPUTS; i++) {
        const char *seed =
            seeds[qdr_rng_below(&rng, sizeof seeds / sizeof *seeds)];
        char text[MAX_LENGTH];
        size_t length = strlen(seed);
        qdr_pattern pattern = {0};
        qdr_error error = {""};
        FILE *file = fopen(path, "w");

        memcpy(text, seed, length);
        for (uint64_t n = qdr_rng_below(&rng, 4); n > 0; n--)
            length = qdr_mutate(&rng, text, length, MAX_LENGTH, tokens);
        assert_non_null(file);
        fwrite(text, 1, length, file);
        fclose(file);
        if (qdr_pattern_read(&pattern, path, &error) == QDR_OK) {
            num_read++;
            assert_true(pattern.num_procs > 0);
        } else {
            num_refused++;
            assert_null(pattern.messages);
            assert_int_equal(strncmp(error.text, path, strlen(path)), 0);
            assert_null(strchr(error.text, '\n'));
        }
        qdr_pattern_cleanup(&pattern);
    }
    /* Neither side of the parser may have been left out. */
    assert_true(num_read > NUM_INPUTS / 10);
    assert_true(num_refused > NUM_INPUTS / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_mutations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
