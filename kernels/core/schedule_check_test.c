/* kernels/core/schedule_check_test.c -- the checker finds what is planted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/cost.h"
#include "kernels/core/schedule_check.h"
#include "kernels/core/view.h"

/* 0 <-> 1 and 2 -> 3 in round 1, 0 -> 2 in round 2. */
static const qdr_message messages[] = {
    {0, 1, 8}, {1, 0, 4}, {2, 3, 5}, {0, 2, 6}, {3, 3, 9}};
static const int64_t rounds[] = {/* sorted by src, dst: 01 02 10 23 33 */
                                 0, 2, 0, 0, -1};

typedef struct fixture {
    qdr_pattern pattern;
    qdr_schedule schedule;
    qdr_error error;
} fixture;

static int setup(void **state)
{
    fixture *f = calloc(1, sizeof *f);

    assert_non_null(f);
    assert_int_equal(qdr_pattern_init(&f->pattern, 4, messages, 5, &f->error),
                     QDR_OK);
    assert_int_equal(qdr_schedule_init_assigned(&f->schedule, &f->pattern, 3,
                                                rounds, &f->error),
                     QDR_OK);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;

    qdr_schedule_cleanup(&f->schedule);
    qdr_pattern_cleanup(&f->pattern);
    free(f);
    return 0;
}

static void assert_caught(fixture *f, bool one_port, const char *words)
{
    qdr_schedule_report report;

    assert_int_equal(qdr_schedule_check(&f->schedule, &f->pattern, one_port,
                                        &report, &f->error),
                     QDR_ERROR_CHECK);
    if (strstr(f->error.text, words) == NULL)
        fail_msg("'%s' should say '%s'", f->error.text, words);
}

static void test_good(void **state)
{
    fixture *f = *state;
    qdr_schedule_report report;
    qdr_cost cost;

    assert_int_equal(
        qdr_schedule_check(&f->schedule, &f->pattern, true, &report, &f->error),
        QDR_OK);
    assert_int_equal(report.num_rounds, 2); /* the empty one is closed up */
    assert_int_equal(report.num_transfers, 4);
    assert_int_equal(report.total_bytes, 23);
    assert_int_equal(report.max_round_bytes, 17);
    assert_int_equal(report.max_fan_in, 1);
    assert_int_equal(report.max_ports, 1);
    assert_int_equal(report.pattern.max_degree, 2);
    assert_int_equal(qdr_cost_of_schedule(&f->schedule, &cost, &f->error),
                     QDR_OK);
    assert_int_equal(cost.alpha, 2);
    assert_int_equal(cost.beta, 8 + 6);
}

static void test_twice(void **state)
{
    fixture *f = *state;

    /* An init leaves room for one transfer more. */
    f->schedule.transfers[4] = f->schedule.transfers[3];
    f->schedule.num_transfers++;
    f->schedule.round_begin[f->schedule.num_rounds]++;
    assert_caught(f, true, "0 -> 2: byte 0 is sent twice");
}

static void test_lost(void **state)
{
    fixture *f = *state;

    f->schedule.num_transfers--;
    f->schedule.round_begin[f->schedule.num_rounds]--;
    assert_caught(f, true, "0 -> 2: 0 of 6 bytes");
}

static void test_truncated(void **state)
{
    fixture *f = *state;

    f->schedule.transfers[3].bytes--;
    assert_caught(f, true, "5 of 6 bytes");
}

static void test_overlapping_pieces(void **state)
{
    fixture *f = *state;

    f->schedule.transfers[3].offset = 1;
    assert_caught(f, true, "byte 0 is sent twice or never");
}

static void test_not_in_the_pattern(void **state)
{
    fixture *f = *state;

    f->schedule.transfers[3].src = 3;
    assert_caught(f, true, "0 -> 2: 0 of 6");
    f->schedule.transfers[3].src = 7;
    assert_caught(f, true, "7 -> 2");
}

static void test_two_ports(void **state)
{
    fixture *f = *state;
    qdr_schedule_report report;

    f->schedule.num_rounds = 1;
    f->schedule.round_begin[1] = 4;
    assert_caught(f, true, "one_port");
    assert_int_equal(qdr_schedule_check(&f->schedule, &f->pattern, false,
                                        &report, &f->error),
                     QDR_OK);
    assert_int_equal(report.max_ports, 2);
    assert_int_equal(report.max_fan_out, 2);
}

/* Both ends of an exchange send first: synchronous sends wait for ever. */
static void test_deadlock(void **state)
{
    fixture *f = *state;
    qdr_views views = {0};
    qdr_action first;

    assert_int_equal(qdr_views_init(&views, &f->schedule, 0, 4, &f->error),
                     QDR_OK);
    assert_int_equal(qdr_views_check_deadlock(&views, &f->error), QDR_OK);
    assert_false(views.actions[0].is_send); /* the lower rank receives first */
    first = views.actions[0];
    views.actions[0] = views.actions[1];
    views.actions[1] = first;
    assert_int_equal(qdr_views_check_deadlock(&views, &f->error),
                     QDR_ERROR_CHECK);
    assert_non_null(strstr(f->error.text, "rank 0 waits for ever to send to "
                                          "rank 1 in round 1"));
    qdr_views_cleanup(&views);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_good),
        TEST(test_twice),
        TEST(test_lost),
        TEST(test_truncated),
        TEST(test_overlapping_pieces),
        TEST(test_not_in_the_pattern),
        TEST(test_two_ports),
        TEST(test_deadlock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
