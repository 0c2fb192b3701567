/* kernels/alltoallv/distributed_random/distributed_random_waiting_test.c --
 * senders wait in the order in which they asked. */

#include "kernels/alltoallv/distributed_random/distributed_random_waiting.h"
#include "kernels/testing/unit_test.h"

TEST(order)
{
    qdr_waiting waiting = {0};

    assert_ok(qdr_waiting_init(&waiting, 3, NULL));
    assert_int_equal(qdr_waiting_add(&waiting, 7, 100), 0);
    assert_int_equal(qdr_waiting_add(&waiting, 2, 30), 100);
    assert_int_equal(qdr_waiting_add(&waiting, 5, 1), 130);
    /* One that asks again keeps its place. */
    assert_int_equal(qdr_waiting_add(&waiting, 2, 30), 100);
    assert_int_equal(waiting.count, 3);
    qdr_waiting_remove(&waiting, 4);
    assert_int_equal(waiting.count, 3);
    qdr_waiting_remove(&waiting, 7);
    assert_int_equal(waiting.count, 2);
    assert_int_equal(waiting.senders[0].source, 2);
    assert_int_equal(waiting.senders[0].duration_ns, 30);
    assert_int_equal(waiting.senders[1].source, 5);
    qdr_waiting_remove(&waiting, 5);
    assert_int_equal(qdr_waiting_add(&waiting, 7, 9), 30);
    /* One with a promise keeps its place, and is no longer waited for. */
    assert_int_equal(qdr_waiting_next(&waiting)->source, 2);
    assert_false(qdr_waiting_is_promised(&waiting, 2));
    qdr_waiting_next(&waiting)->is_promised = true;
    assert_true(qdr_waiting_is_promised(&waiting, 2));
    assert_false(qdr_waiting_is_promised(&waiting, 8));
    assert_int_equal(qdr_waiting_next(&waiting)->source, 7);
    assert_int_equal(qdr_waiting_add(&waiting, 7, 9), 0);
    qdr_waiting_next(&waiting)->is_promised = true;
    assert_null(qdr_waiting_next(&waiting));
    qdr_waiting_cleanup(&waiting);
    qdr_waiting_cleanup(&waiting);
}
