/* kernels/alltoallv/distributed_random/distributed_random_lock_test.c -- which
 * senders may begin, and the answers to the others. */

#include "kernels/alltoallv/distributed_random/distributed_random_lock.h"
#include "kernels/testing/unit_test.h"

TEST(one_at_a_time)
{
    qdr_lock lock = {.ahead_ns = 10};
    int64_t busy_ns = -1;

    assert_true(qdr_lock_take(&lock, 1000, 300, &busy_ns));
    assert_false(qdr_lock_take(&lock, 1000, 5, &busy_ns));
    assert_int_equal(busy_ns, 300);
    assert_false(qdr_lock_take(&lock, 1299, 5, &busy_ns));
    assert_int_equal(busy_ns, 1);
    /* It is overdue, and its remaining time is unknown. */
    assert_false(qdr_lock_take(&lock, 1300, 5, &busy_ns));
    assert_int_equal(busy_ns, 10);
    qdr_lock_release(&lock);
    assert_true(qdr_lock_take(&lock, 1200, 5, &busy_ns));
    assert_false(qdr_lock_take(&lock, 1200, 5, &busy_ns));
    assert_int_equal(busy_ns, 5);
}

TEST(the_next_may_begin_before_the_end)
{
    qdr_lock lock = {.has_go_ahead = true, .ahead_ns = 10};
    int64_t busy_ns = -1;

    assert_true(qdr_lock_take(&lock, 0, 300, &busy_ns));
    assert_false(qdr_lock_take(&lock, 100, 50, &busy_ns));
    assert_int_equal(busy_ns, 190);
    assert_true(qdr_lock_take(&lock, 290, 50, &busy_ns));
    /* Its time counts from the end of the first; a third waits for both. */
    assert_false(qdr_lock_take(&lock, 290, 50, &busy_ns));
    assert_int_equal(busy_ns, 50);
    assert_false(qdr_lock_take(&lock, 345, 50, &busy_ns));
    assert_int_equal(busy_ns, 10);
    qdr_lock_release(&lock);
    assert_true(qdr_lock_take(&lock, 345, 50, &busy_ns));
    qdr_lock_release(&lock);
    qdr_lock_release(&lock);
    /* The lock is as at the beginning. */
    assert_true(qdr_lock_take(&lock, 1000, 300, &busy_ns));
    assert_false(qdr_lock_take(&lock, 1000, 300, &busy_ns));
    assert_int_equal(busy_ns, 290);
}

TEST(a_message_that_is_not_sent)
{
    qdr_lock lock = {.has_go_ahead = true, .ahead_ns = 10};
    int64_t busy_ns = -1;

    assert_true(qdr_lock_take(&lock, 0, 300, &busy_ns));
    assert_int_equal(qdr_lock_next_ns(&lock), 290);
    assert_true(qdr_lock_take(&lock, 290, 500, &busy_ns));
    assert_int_equal(qdr_lock_next_ns(&lock), 790);
    /* The next one begins when the declined one would have. */
    qdr_lock_return(&lock, 500);
    assert_int_equal(qdr_lock_next_ns(&lock), 290);
    assert_true(qdr_lock_take(&lock, 295, 20, &busy_ns));
    assert_int_equal(qdr_lock_next_ns(&lock), 310);
    /* The first has ended; the second is late, and a third begins. */
    qdr_lock_release(&lock);
    assert_true(qdr_lock_take(&lock, 2000, 100, &busy_ns));
    qdr_lock_return(&lock, 20);
    assert_int_equal(qdr_lock_next_ns(&lock), 2090);
}
