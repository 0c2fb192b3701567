/* workloads/matrix_file/pattern_file_fuzz_test.c -- the parser meets damaged
 * files.
 *
 * Seeded mutations of good files: bytes flipped, cut, doubled, tokens replaced
 * by awkward ones. Each must be read or be refused with one line that names the
 * file; the sanitizer builds (--config=asan, --config=ubsan) watch the rest.
 */
#include <stdio.h>
#include <string.h>

#include "kernels/testing/mutate.h"
#include "kernels/testing/unit_test.h"
#include "workloads/matrix_file/pattern_file.h"

enum { NUM_INPUTS = 10000, MAX_LENGTH = 512 };

static const char *const path = "pattern_file_fuzz_test.tmp";

static const struct {
    const char *format, *text;
} seeds[] = {
    {"auto", "0 1 2\n3 0 4\n5 6 0\n"},
    {"auto", "0 1\n\n1 0\n"},
    {"auto", "%%MatrixMarket matrix coordinate integer general\n% a comment\n"
             "3 3 2\n1 2 5\n3 1 0\n"},
    {"auto", "%%MatrixMarket matrix coordinate real symmetric\n"
             "3 3 2\n2 1 5.0\n3 1 1e3\n"},
    {"auto", "%%MatrixMarket matrix coordinate pattern general\n"
             "3 3 2\n1 2\n3 1\n"},
    {"nccl_tests", "0 1.5 2\n3 0 4\n5 6 0\n"},
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
                                     ",",
                                     "symmetric",
                                     NULL};

TEST(mutations)
{
    int num_read[sizeof seeds / sizeof *seeds] = {0};
    int num_refused[sizeof seeds / sizeof *seeds] = {0};
    qdr_rng rng;

    qdr_rng_init(&rng, 20261121);
    for (int i = 0; i < NUM_INPUTS; i++) {
        size_t which = qdr_rng_below(&rng, sizeof seeds / sizeof *seeds);
        const char *seed = seeds[which].text;
        const qdr_pattern_choice choice = {seeds[which].format, 2, 3};
        char text[MAX_LENGTH];
        size_t length = strlen(seed);
        qdr_pattern pattern = {0};
        qdr_error error = {""};

        memcpy(text, seed, length);
        for (uint64_t n = qdr_rng_below(&rng, 4); n > 0; n--)
            length = qdr_mutate(&rng, text, length, MAX_LENGTH, tokens);
        qdr_scratch_write(path, text, length);
        if (qdr_pattern_read_as(&pattern, path, &choice, &error) == QDR_OK) {
            num_read[which]++;
            assert_true(pattern.num_procs > 0);
        } else {
            num_refused[which]++;
            assert_null(pattern.messages);
            assert_int_equal(strncmp(error.text, path, strlen(path)), 0);
            assert_null(strchr(error.text, '\n'));
        }
        qdr_pattern_cleanup(&pattern);
    }
    /* Neither side of a parser may have been left out. */
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        assert_true(num_read[i] > NUM_INPUTS / 100);
        assert_true(num_refused[i] > NUM_INPUTS / 100);
    }
}
