/* kernels/executor/transit_test.c -- pieces of a block on their way through a
 * rank: each has a place of its own, and leaves as it came. */

#include "kernels/executor/transit.h"
#include "kernels/testing/unit_test.h"

/* Rank 0 sends rank 2 a block of 100 bytes by way of rank 1, in two pieces. */
TEST(pieces)
{
    static const qdr_message message = {0, 2, 100};
    const qdr_transfer moves[] = {
        {.src = 0, .dst = 1, .bytes = 60, .num_blocks = 1},
        {.src = 0, .dst = 1, .offset = 60, .bytes = 40, .num_blocks = 1},
        {.src = 1, .dst = 2, .bytes = 60, .num_blocks = 1},
        {.src = 1, .dst = 2, .offset = 60, .bytes = 40, .num_blocks = 1}};
    qdr_schedule schedule = {.num_procs = 3, .forwards = true};
    qdr_pattern pattern = {0};
    qdr_rank_schedules own = {0};
    qdr_transit transit;

    assert_ok(qdr_pattern_init(&pattern, 3, &message, 1, NULL));
    for (int i = 0; i < 4; i++)
        assert_ok(qdr_schedule_append(&schedule, i == 2, moves[i], NULL));
    assert_ok(qdr_rank_schedules_init(&own, &schedule, 1, 1, NULL));
    assert_ok(qdr_transit_init(
        &transit, &(qdr_problem){.num_procs = 3, .messages.pattern = &pattern},
        &schedule, &own, NULL));
    assert_int_equal(qdr_transit_enter(&transit, 0, 0, 60), 0);
    assert_int_equal(qdr_transit_enter(&transit, 0, 60, 40), 60);
    assert_int_equal(transit.bytes, 100);
    /* Pieces that did not come. */
    assert_int_equal(qdr_transit_leave(&transit, 0, 0, 100), -1);
    assert_int_equal(qdr_transit_leave(&transit, 0, 30, 30), -1);
    assert_int_equal(qdr_transit_leave(&transit, 1, 0, 60), -1);
    assert_int_equal(qdr_transit_leave(&transit, 0, 60, 40), 60);
    assert_int_equal(qdr_transit_leave(&transit, 0, 0, 60), 0);
    qdr_transit_cleanup(&transit);
    qdr_rank_schedules_cleanup(&own);
    qdr_schedule_cleanup(&schedule);
    qdr_pattern_cleanup(&pattern);
}
