/* kernels/executor/round_order_test.c -- ranks that exchange their data in a
 * round, with several others each, combine them in one order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/executor/round_order.h"
#include "kernels/testing/unit_test.h"

enum { MAX_PROCS = 7, MAX_TEXT = 8 * MAX_PROCS };

/* Data are texts: that of rank r is its digit, and "(ab)" is a combined with
 * b. Places of a rank: its own, and one for what comes from each rank. */
typedef struct rank {
    int number;
    char own[MAX_TEXT], came[MAX_PROCS][MAX_TEXT];
    qdr_rank_schedules operations;
    qdr_bound_operation bound[2 * MAX_PROCS];
    qdr_copies copies;
} rank;

/* One round, in which ranks send their vectors. */
static void make_schedule(qdr_schedule *schedule, int p,
                          bool (*sends)(int src, int dst))
{
    qdr_schedule_builder builder = {.forwards = true};

    for (int src = 0; src < p; src++)
        for (int dst = 0; dst < p; dst++)
            if (src != dst && sends(src, dst))
                assert_ok(
                    qdr_schedule_builder_add(&builder, 0,
                                             (qdr_transfer){.src = src,
                                                            .dst = dst,
                                                            .bytes = 1,
                                                            .num_blocks = 1,
                                                            .combines = true},
                                             NULL));
    assert_ok(qdr_schedule_builder_finish(&builder, QDR_OK, p, schedule, NULL));
}

/* A receive's data are combined with the rank's: in their place or, if the
 * rank's are the first operand, where they arrived. */
static void bind_receive(rank *r, int peer, bool own_first)
{
    const qdr_span came = {QDR_PACKED_BUFFER, peer, 1};
    const qdr_span own = {QDR_RECEIVE_BUFFER, 0, 1};

    if (own_first) {
        qdr_copies_add(&r->copies, (qdr_copy){own, came, true});
        qdr_copies_add(&r->copies, (qdr_copy){came, own, false});
    } else {
        qdr_copies_add(&r->copies, (qdr_copy){came, own, true});
    }
}

static void bind(rank *r, const qdr_operand_order *orders)
{
    for (int64_t i = 0; i < r->operations.rank_begin[1]; i++) {
        const qdr_operation *own = &r->operations.operations[i];
        int64_t begin = r->copies.count;
        if (!own->is_send)
            bind_receive(r, own->peer, orders[i] == QDR_OWN_FIRST);
        r->bound[i] =
            (qdr_bound_operation){.is_send = own->is_send,
                                  .peer = own->peer,
                                  .packing = {begin, r->copies.count}};
    }
}

static char *place_of(rank *r, qdr_span span)
{
    return span.buffer == QDR_PACKED_BUFFER ? r->came[span.displacement]
                                            : r->own;
}

static void combine(const char *left, const char *right, char *into)
{
    char text[2 * MAX_TEXT + 3];

    snprintf(text, sizeof text, "(%s%s)", left, right);
    assert_true(strlen(text) < MAX_TEXT);
    strcpy(into, text);
}

/* As perform.c has it. */
static void copy(rank *r, qdr_copy_range which)
{
    for (int64_t i = which.begin; i < which.end; i++) {
        const qdr_copy *one = &r->copies.copies[i];
        char *to = place_of(r, one->to);
        char *from = place_of(r, one->from);
        if (one->combines)
            combine(from, to, to);
        else
            strcpy(to, from);
    }
}

/* What came is combined in order. */
static void perform(rank *r)
{
    const char own[] = {(char)('0' + r->number), '\0'};

    strcpy(r->own, own);
    for (int64_t i = 0; i < r->operations.rank_begin[1]; i++) {
        const qdr_bound_operation *bound = &r->bound[i];
        if (!bound->is_send)
            snprintf(r->came[bound->peer], MAX_TEXT, "%d", bound->peer);
        copy(r, bound->packing);
    }
}

/* A rank's text at the end. */
static void run(const qdr_schedule *schedule, int number, bool is_ordered,
                char *out_text)
{
    rank r = {.number = number};
    qdr_operand_order orders[2 * MAX_PROCS];
    qdr_round_order order = {.rank = number,
                             .is_ordered = is_ordered,
                             .schedule = schedule,
                             .orders = orders,
                             .operations = r.bound,
                             .copies = &r.copies};

    assert_ok(
        qdr_rank_schedules_init(&r.operations, schedule, number, 1, NULL));
    order.own = r.operations.operations;
    order.num_operations = r.operations.rank_begin[1];
    qdr_round_order_find(&order);
    bind(&r, orders);
    qdr_round_order_settle(&order);
    assert_false(r.copies.has_failed);
    perform(&r);
    strcpy(out_text, r.own);
    qdr_rank_schedules_cleanup(&r.operations);
    free(r.copies.copies);
}

static bool always(int src, int dst)
{
    (void)src;
    (void)dst;
    return true;
}

/* "((01)2)" of three ranks. */
static void expect_text(int p, char *out_text)
{
    strcpy(out_text, "0");
    for (int i = 1; i < p; i++) {
        const char next[] = {(char)('0' + i), '\0'};
        combine(out_text, next, out_text);
    }
}

TEST(all_ranks_have_one_order)
{
    for (int p = 1; p <= MAX_PROCS; p++) {
        qdr_schedule schedule = {0};
        char expected[MAX_TEXT], found[MAX_TEXT];
        make_schedule(&schedule, p, always);
        expect_text(p, expected);
        for (int is_ordered = 0; is_ordered < 2; is_ordered++)
            for (int number = 0; number < p; number++) {
                run(&schedule, number, is_ordered == 1, found);
                assert_string_equal(found, expected);
            }
        qdr_schedule_cleanup(&schedule);
    }
}

static bool is_to_2(int src, int dst)
{
    (void)src;
    return dst == 2;
}

/* A rank that only receives combines as messages come, unless the operator does
 * not commute. */
TEST(receives_alone)
{
    qdr_schedule schedule = {0};
    char found[MAX_TEXT];

    make_schedule(&schedule, 5, is_to_2);
    run(&schedule, 2, false, found);
    assert_string_equal(found, "(4(3(1(02))))");
    run(&schedule, 2, true, found);
    assert_string_equal(found, "((((01)2)3)4)");
    qdr_schedule_cleanup(&schedule);
}
