/* kernels/core/proof/schedule_check_test.c -- the checker counts correctly, and
 * finds a broken flag and a deadlock; delivery_test.c tests the proof of
 * delivery. */
#include <stdlib.h>
#include <string.h>

#include "kernels/core/program/program.h"
#include "kernels/core/proof/schedule_check.h"
#include "kernels/core/schedule/cost.h"
#include "kernels/testing/unit_test.h"

/* 0 <-> 1 and 2 -> 3 in round 1, 0 -> 2 in round 2. */
static const qdr_message messages[] = {
    {0, 1, 8}, {1, 0, 4}, {2, 3, 5}, {0, 2, 6}, {3, 3, 9}};
static const int64_t rounds[] = {/* sorted by src, dst: 01 02 10 23 33 */
                                 0, 2, 0, 0, -1};

typedef struct fixture {
    qdr_pattern pattern;
    qdr_problem problem;
    qdr_schedule schedule;
    qdr_error error;
} fixture;

static fixture *set_up(void)
{
    fixture *f = calloc(1, sizeof *f);

    assert_non_null(f);
    assert_ok(qdr_pattern_init(&f->pattern, 4, messages, 5, &f->error));
    assert_ok(qdr_schedule_init_assigned(&f->schedule, &f->pattern, 3, rounds,
                                         &f->error));
    f->problem = (qdr_problem){.collective = QDR_ALLTOALLV,
                               .num_procs = 4,
                               .messages.pattern = &f->pattern};
    return f;
}

static void tear_down(fixture *f)
{
    qdr_schedule_cleanup(&f->schedule);
    qdr_pattern_cleanup(&f->pattern);
    free(f);
}

static const qdr_mode synchronous = {.kind = QDR_SYNCHRONOUS};

static void assert_caught(fixture *f, bool one_port, const char *words)
{
    qdr_schedule_report report;

    assert_int_equal(qdr_schedule_check(&f->schedule, &f->problem, one_port,
                                        &synchronous, &report, &f->error),
                     QDR_ERROR_CHECK);
    assert_says(f->error.text, words);
}

TEST(good)
{
    fixture *f = set_up();
    qdr_schedule_report report;
    qdr_cost cost;

    assert_ok(qdr_schedule_check(&f->schedule, &f->problem, true, &synchronous,
                                 &report, &f->error));
    assert_int_equal(report.num_rounds, 2); /* the empty one is removed */
    assert_int_equal(report.num_messages, 4);
    assert_int_equal(report.total_bytes, 23);
    assert_int_equal(report.max_round_bytes, 17);
    assert_int_equal(report.max_fan_in, 1);
    assert_int_equal(report.traffic.max_degree, 2);
    assert_ok(qdr_cost_of_schedule(&f->schedule, &cost, &f->error));
    assert_int_equal(cost.alpha, 2);
    assert_int_equal(cost.beta, 8 + 6);
    tear_down(f);
}

TEST(stranger)
{
    fixture *f = set_up();

    f->schedule.transfers[3].src = 7;
    assert_caught(f, true, "7 -> 2");
    tear_down(f);
}

/* A transfer that joins a message, and there is none. */
TEST(joins_nothing)
{
    fixture *f = set_up();

    f->schedule.transfers[1].joins = true;
    f->schedule.transfers[2].joins = true;
    assert_caught(f, true, "joins no message from there to there");
    tear_down(f);
}

TEST(two_ports)
{
    fixture *f = set_up();
    qdr_schedule_report report;

    f->schedule.num_rounds = 1;
    f->schedule.round_begin[1] = 4;
    assert_caught(f, true, "one_port");
    assert_ok(qdr_schedule_check(&f->schedule, &f->problem, false, &synchronous,
                                 &report, &f->error));
    assert_int_equal(report.max_fan_out, 2);
    tear_down(f);
}

static qdr_status check_ends(fixture *f, const qdr_rank_schedules *ranks,
                             const char *mode_text)
{
    qdr_mode mode;

    assert_ok(qdr_mode_parse(mode_text, &mode, &f->error));
    return qdr_check_ends(ranks, &f->schedule, &mode, &f->error);
}

static void swap_operations(qdr_rank_schedules *ranks, int64_t i, int64_t j)
{
    qdr_operation kept = ranks->operations[i];

    ranks->operations[i] = ranks->operations[j];
    ranks->operations[j] = kept;
}

/* Both ends of an exchange send first: synchronous sends wait for ever, others
 * find their receives posted. */
TEST(deadlock)
{
    fixture *f = set_up();
    qdr_rank_schedules ranks = {0};

    assert_ok(qdr_rank_schedules_init(&ranks, &f->schedule, 0, 4, &f->error));
    assert_ok(check_ends(f, &ranks, "synchronous"));
    assert_false(
        ranks.operations[0].is_send); /* the lower rank receives first */
    swap_operations(&ranks, 0, 1);
    assert_int_equal(check_ends(f, &ranks, "synchronous"), QDR_ERROR_CHECK);
    assert_non_null(strstr(f->error.text, "rank 0 waits for ever to send to "
                                          "rank 1 in round 1"));
    assert_ok(check_ends(f, &ranks, "posted"));
    assert_ok(check_ends(f, &ranks, "posted_all+barrier"));
    qdr_rank_schedules_cleanup(&ranks);
    tear_down(f);
}

/* A rank that expects a message one round before it comes, and a barrier in
 * between. */
TEST(deadlock_at_a_barrier)
{
    static const char *const others[] = {"posted+barrier", "posted_all+barrier",
                                         "window:2+barrier",
                                         "persistent+barrier"};
    fixture *f = set_up();
    qdr_rank_schedules ranks = {0};
    int64_t first_of_2;

    assert_ok(qdr_rank_schedules_init(&ranks, &f->schedule, 0, 4, &f->error));
    first_of_2 = ranks.rank_begin[2];
    assert_int_equal(ranks.operations[first_of_2 + 1].round, 1);
    ranks.operations[first_of_2 + 1].round = 0;
    assert_ok(check_ends(f, &ranks, "posted"));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_int_equal(check_ends(f, &ranks, others[i]), QDR_ERROR_CHECK);
        assert_non_null(strstr(f->error.text, "rank 2 waits for ever to "
                                              "receive from rank 0"));
    }
    qdr_rank_schedules_cleanup(&ranks);
    tear_down(f);
}

/* The two ends of a message have other lengths, or one end is missing. */
TEST(disagreement)
{
    fixture *f = set_up();
    qdr_rank_schedules ranks = {0};

    assert_ok(qdr_rank_schedules_init(&ranks, &f->schedule, 0, 4, &f->error));
    ranks.operations[0].bytes++;
    assert_int_equal(check_ends(f, &ranks, "posted"), QDR_ERROR_CHECK);
    assert_non_null(strstr(f->error.text, "ranks 1 and 0 disagree"));
    ranks.operations[0].bytes--;
    ranks.rank_begin[4]--;
    assert_int_equal(check_ends(f, &ranks, "posted"), QDR_ERROR_CHECK);
    assert_non_null(strstr(f->error.text, "ranks 2 and 3 disagree"));
    qdr_rank_schedules_cleanup(&ranks);
    tear_down(f);
}

/* 5 GiB travel in five pieces, which both ends cut alike. */
TEST(long_messages_in_pieces)
{
    static const qdr_message five_gib = {1, 0, (int64_t)5 << 30};
    static const int64_t round = 0;
    fixture *f = set_up();
    qdr_pattern pattern = {0};
    qdr_schedule schedule = {0};
    qdr_schedule_report report;
    qdr_problem problem = f->problem;
    qdr_rank_schedules ranks = {0};

    assert_ok(qdr_pattern_init(&pattern, 2, &five_gib, 1, &f->error));
    assert_ok(
        qdr_schedule_init_assigned(&schedule, &pattern, 1, &round, &f->error));
    problem.num_procs = 2;
    problem.messages.pattern = &pattern;
    assert_ok(qdr_schedule_check(&schedule, &problem, true, &synchronous,
                                 &report, &f->error));
    assert_ok(qdr_rank_schedules_init(&ranks, &schedule, 0, 2, &f->error));
    assert_int_equal(ranks.rank_begin[1], 5);
    for (int64_t i = 0; i < 10; i++) {
        assert_int_equal(ranks.operations[i].skipped, i % 5 << 30);
        assert_int_equal(ranks.operations[i].bytes, 1 << 30);
        assert_int_equal(ranks.operations[i].is_last, i % 5 == 4);
    }
    qdr_rank_schedules_cleanup(&ranks);
    qdr_schedule_cleanup(&schedule);
    qdr_pattern_cleanup(&pattern);
    tear_down(f);
}
