/* kernels/core/base/rng_test.c -- the generator gives its published numbers. */

#include "kernels/core/base/rng.h"
#include "kernels/testing/unit_test.h"

/* splitmix64 from seed 1234567, as published with its reference code. */
TEST(splitmix64)
{
    const uint64_t expected[4] = {6457827717110365317u, 3203168211198807973u,
                                  9817491932198370423u, 4593380528125082431u};
    qdr_rng rng;

    qdr_rng_init(&rng, 1234567);
    for (int i = 0; i < 4; i++)
        assert_true(rng.state[i] == expected[i]);
}

/* xoshiro256** from the state 1 2 3 4: first outputs by hand from the paper's
 * definition, rotl(s1 * 5, 7) * 9. */
TEST(xoshiro)
{
    qdr_rng rng = {{1, 2, 3, 4}};

    assert_true(qdr_rng_next(&rng) == 11520);
    assert_true(qdr_rng_next(&rng) == 0);
    assert_true(qdr_rng_next(&rng) == 1509978240);
    assert_true(qdr_rng_next(&rng) == 1215971899390074240);
}

TEST(below_is_uniform)
{
    enum { BOUND = 7, DRAWS = 70000 };
    int count[BOUND] = {0};
    qdr_rng rng;

    qdr_rng_init(&rng, 0);
    for (int i = 0; i < DRAWS; i++)
        count[qdr_rng_below(&rng, BOUND)]++;
    /* Five standard deviations of a binomial(70000, 1/7) are 463. */
    for (int i = 0; i < BOUND; i++)
        assert_in_range(count[i], 10000 - 463, 10000 + 463);
}
