/* workloads/synthetic/permutations_test.c -- disjoint, of equal chance, never
 * at a dead end. */
#include <stdlib.h>
#include <string.h>

#include "kernels/testing/unit_test.h"
#include "workloads/synthetic/permutations.h"

static qdr_message *make(int p, int count, bool has_fixed_points, uint64_t seed)
{
    qdr_message *messages = NULL;
    qdr_error error = {""};
    qdr_rng rng;

    qdr_rng_init(&rng, seed);
    assert_ok(qdr_permutations_new(
        &messages, (qdr_permutations){p, count, has_fixed_points}, &rng,
        &error));
    return messages;
}

/* Each block of p messages is a permutation, and no pair comes twice. */
static void check(const qdr_message *messages, int p, int count,
                  bool has_fixed_points)
{
    char *is_pair = calloc((size_t)p * (size_t)p, 1);

    for (int j = 0; j < count; j++) {
        char *is_image = calloc((size_t)p, 1);
        for (int row = 0; row < p; row++) {
            const qdr_message *message = &messages[(int64_t)j * p + row];
            char *seen = &is_pair[(int64_t)row * p + message->dst];
            assert_int_equal(message->src, row);
            assert_in_range(message->dst, 0, p - 1);
            assert_true(has_fixed_points || message->dst != row);
            assert_false(is_image[message->dst] || *seen);
            is_image[message->dst] = *seen = 1;
        }
        free(is_image);
    }
    free(is_pair);
}

TEST(disjoint)
{
    for (int p = 1; p <= 64; p += p == 33 ? 31 : 1)
        for (int count = 0; count <= p; count++)
            for (uint64_t seed = 0; seed < 2; seed++)
                for (int fixed = count == p; fixed <= 1; fixed++) {
                    qdr_message *messages = make(p, count, fixed, seed);
                    check(messages, p, count, fixed);
                    free(messages);
                }
}

/* All of them, and a few, at sizes where a search that starts again at a dead
 * end would not return. */
TEST(large)
{
    static const struct {
        int p, count;
    } sizes[] = {{512, 511}, {512, 128}, {512, 127}, {4096, 4}};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        qdr_message *messages =
            make(sizes[i].p, sizes[i].count, false, 1993 + i);
        check(messages, sizes[i].p, sizes[i].count, false);
        free(messages);
    }
}

static int number_of(const qdr_message *messages)
{
    return messages[0].dst * 64 + messages[1].dst * 16 + messages[2].dst * 4 +
           messages[3].dst;
}

/* With fixed points each permutation, alone, is uniform among all 24 of p = 4:
 * 1000 each in 24000 seeds, with standard deviation 31. */
TEST(each_permutation_uniform)
{
    static int seen[4][256];

    for (uint64_t seed = 0; seed < 24000; seed++) {
        qdr_message *messages = make(4, 4, true, seed);
        for (int j = 0; j < 4; j++)
            seen[j][number_of(&messages[4 * j])]++;
        free(messages);
    }
    for (int j = 0; j < 4; j++) {
        int num_kinds = 0;
        for (int kind = 0; kind < 256; kind++) {
            num_kinds += seen[j][kind] > 0;
            assert_true(seen[j][kind] == 0 || abs(seen[j][kind] - 1000) < 155);
        }
        assert_int_equal(num_kinds, 24);
    }
}

/* Without, every pair is as likely as any other, of a list and of a hash set:
 * of 240, degree / 15 in 4000 seeds; the widest standard deviation is 30. */
TEST(every_pair_equally_likely)
{
    static const int degrees[] = {1, 3, 6, 12};

    for (size_t i = 0; i < sizeof degrees / sizeof *degrees; i++) {
        static int seen[16][16];
        int expected = 4000 * degrees[i] / 15;
        memset(seen, 0, sizeof seen);
        for (uint64_t seed = 0; seed < 4000; seed++) {
            qdr_message *messages = make(16, degrees[i], false, seed);
            for (int m = 0; m < 16 * degrees[i]; m++)
                seen[messages[m].src][messages[m].dst]++;
            free(messages);
        }
        for (int src = 0; src < 16; src++)
            for (int dst = 0; dst < 16; dst++)
                assert_true(abs(seen[src][dst] - (src == dst ? 0 : expected)) <
                            150);
    }
}
