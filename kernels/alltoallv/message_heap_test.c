/* kernels/alltoallv/message_heap_test.c -- rests leave a heap by length, in
 * whatever order they came, after few comparisons. */
#include "kernels/alltoallv/row_heaps.h"
#include "kernels/core/base/rng.h"
#include "kernels/testing/unit_test.h"

enum { MAX_RESTS = 33, MAX_LEFT = 8 };

static void check(int num_rests, qdr_rng *rng)
{
    qdr_rest rests[MAX_RESTS];
    qdr_message_heap heap = {rests, num_rests};
    int64_t seen = 0;

    for (int i = 0; i < num_rests; i++)
        rests[i] = (qdr_rest){(int64_t)qdr_rng_below(rng, MAX_LEFT), i, 0, 0};
    assert_in_range(qdr_message_heap_make(&heap),
                    num_rests > 1 ? num_rests - 1 : 0, 2 * num_rests);
    for (int i = num_rests - 1; i >= 0; i--) {
        assert_in_range(qdr_message_heap_pop(&heap), 0, 10);
        assert_int_equal(heap.count, i);
        seen |= (int64_t)1 << rests[i].place;
        if (i == num_rests - 1)
            continue;
        assert_true(rests[i].left <= rests[i + 1].left);
        if (rests[i].left == rests[i + 1].left)
            assert_true(rests[i].place > rests[i + 1].place);
    }
    assert_int_equal(seen, ((int64_t)1 << num_rests) - 1);
}

TEST(order)
{
    qdr_rng rng;

    qdr_rng_init(&rng, 1993);
    for (int num_rests = 0; num_rests <= MAX_RESTS; num_rests++)
        for (int i = 0; i < 100; i++)
            check(num_rests, &rng);
}
