/* kernels/core/proof/delivery_test.c -- the proof of delivery accepts correct
 * schedules, and finds each kind of planted error.
 *
 * Schedules are written as a user would draw them, a line of transfers a round,
 * by hand: of messages, of a broadcast, and of reductions in one piece and in
 * halves.
 */
#include <string.h>

#include "kernels/core/proof/delivery.h"
#include "kernels/testing/unit_test.h"

enum { P = 4, BYTES = 10 };

/* The messages of a pattern of 4 ranks: 01 02 10 23, and a local one. */
static const qdr_message messages[] = {
    {0, 1, 8}, {0, 2, 6}, {1, 0, 4}, {2, 3, 5}, {3, 3, 9}};

/* One transfer of a schedule, with its round. */
typedef struct line {
    int round; /* from 1; 0: the end */
    qdr_transfer transfer;
} line;

/* "carry" moves so many blocks; "piece" some bytes of one. */
#define CARRY(from, to, block, number, length)                                 \
    {                                                                          \
        .src = (from), .dst = (to), .first = (block), .bytes = (length),       \
        .num_blocks = (number)                                                 \
    }
#define PIECE(from, to, block, begin, length)                                  \
    {                                                                          \
        .src = (from), .dst = (to), .first = (block), .offset = (begin),       \
        .bytes = (length), .num_blocks = 1                                     \
    }
#define VECTOR(from, to) PIECE(from, to, 0, 0, BYTES)
#define COMBINE(from, to, begin, length)                                       \
    {                                                                          \
        .src = (from), .dst = (to), .offset = (begin), .bytes = (length),      \
        .num_blocks = 1, .combines = true                                      \
    }

/* The proof's verdict on lines of a collective; its words in `error`. */
static qdr_status prove_order(qdr_collective collective, bool is_ordered,
                              const line *lines, qdr_error *error)
{
    qdr_pattern pattern = {0};
    qdr_problem problem = {.collective = collective, .num_procs = P};
    qdr_schedule schedule = {.num_procs = P, .forwards = true};
    qdr_status status;

    if (qdr_collective_has_vector(collective)) {
        problem.vector = (qdr_vector_problem){
            .root = 1, .bytes = BYTES, .is_ordered = is_ordered};
    } else {
        assert_ok(qdr_pattern_init(&pattern, P, messages, 5, error));
        problem.messages.pattern = &pattern;
    }
    for (int i = 0; lines[i].round != 0; i++)
        assert_ok(qdr_schedule_append(
            &schedule, i > 0 && lines[i].round != lines[i - 1].round,
            lines[i].transfer, error));
    status = qdr_check_delivery(&schedule, &problem, error);
    qdr_schedule_cleanup(&schedule);
    qdr_pattern_cleanup(&pattern);
    return status;
}

static qdr_status prove(qdr_collective collective, const line *lines,
                        qdr_error *error)
{
    return prove_order(collective, false, lines, error);
}

enum { MAX_LINES = 12 };

TEST(right)
{
    static const struct {
        qdr_collective collective;
        line lines[MAX_LINES];
    } right[] = {
        {QDR_ALLTOALLV, /* straight, one message in pieces */
         {{1, CARRY(0, 1, 0, 1, 8)},
          {1, CARRY(1, 0, 2, 1, 4)},
          {1, PIECE(2, 3, 3, 2, 3)},
          {2, CARRY(0, 2, 1, 1, 6)},
          {2, PIECE(2, 3, 3, 0, 2)}}},
        {QDR_ALLTOALLV, /* by way of rank 3, two blocks at a time */
         {{1, CARRY(0, 3, 0, 2, 14)},
          {2, CARRY(3, 1, 0, 1, 8)},
          {2, CARRY(3, 2, 1, 1, 6)},
          {3, CARRY(1, 0, 2, 1, 4)},
          {3, CARRY(2, 3, 3, 1, 5)}}},
        {QDR_BCAST, {{1, VECTOR(1, 0)}, {2, VECTOR(1, 2)}, {2, VECTOR(0, 3)}}},
        {QDR_BCAST, /* scattered in halves, and collected */
         {{1, PIECE(1, 0, 0, 0, 5)},
          {2, PIECE(1, 2, 0, 5, 5)},
          {3, PIECE(0, 2, 0, 0, 5)},
          {3, PIECE(2, 0, 0, 5, 5)},
          {4, VECTOR(2, 3)}}},
        {QDR_REDUCE,
         {{1, COMBINE(0, 1, 0, BYTES)},
          {1, COMBINE(3, 2, 0, BYTES)},
          {2, COMBINE(2, 1, 0, BYTES)}}},
        {QDR_ALLREDUCE, /* by recursive doubling: all exchange, and combine */
         {{1, COMBINE(0, 1, 0, BYTES)},
          {1, COMBINE(1, 0, 0, BYTES)},
          {1, COMBINE(2, 3, 0, BYTES)},
          {1, COMBINE(3, 2, 0, BYTES)},
          {2, COMBINE(0, 2, 0, BYTES)},
          {2, COMBINE(2, 0, 0, BYTES)},
          {2, COMBINE(1, 3, 0, BYTES)},
          {2, COMBINE(3, 1, 0, BYTES)}}},
        {QDR_ALLREDUCE, /* to rank 1, and from it */
         {{1, COMBINE(0, 1, 0, BYTES)},
          {2, COMBINE(2, 1, 0, BYTES)},
          {3, COMBINE(3, 1, 0, BYTES)},
          {4, VECTOR(1, 0)},
          {5, VECTOR(1, 2)},
          {6, VECTOR(1, 3)}}},
    };

    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        qdr_error error = {""};
        if (prove(right[i].collective, right[i].lines, &error) != QDR_OK)
            fail_msg("case %zu: %s", i, error.text);
    }
}

static const struct {
    qdr_collective collective;
    const char *words; /* that the proof must say */
    line lines[MAX_LINES];
} planted[] = {
    {QDR_ALLTOALLV,
     "byte 0 never comes to rank 2", /* a message is lost */
     {{1, CARRY(0, 1, 0, 1, 8)},
      {1, CARRY(1, 0, 2, 1, 4)},
      {1, CARRY(2, 3, 3, 1, 5)}}},
    {QDR_ALLTOALLV, /* sent twice: it is gone */
     "round 2: rank 0 sends, and does not hold, byte 0 of the message 0 -> 1",
     {{1, CARRY(0, 1, 0, 1, 8)}, {2, CARRY(0, 1, 0, 1, 8)}}},
    {QDR_ALLTOALLV, /* twice in one round */
     "round 1: rank 0 sends, and does not hold,",
     {{1, CARRY(0, 1, 0, 1, 8)}, {1, CARRY(0, 1, 0, 1, 8)}}},
    {QDR_ALLTOALLV, /* sent on before it is there */
     "round 1: rank 3 sends, and does not hold, byte 0 of the message 0 -> 1",
     {{1, CARRY(0, 3, 0, 1, 8)}, {1, CARRY(3, 1, 0, 1, 8)}}},
    {QDR_ALLTOALLV, /* somebody else's message */
     "rank 2 sends, and does not hold, byte 0 of the message 0 -> 1",
     {{1, CARRY(2, 1, 0, 1, 8)}}},
    {QDR_ALLTOALLV, /* its last byte is missing */
     "the message 0 -> 2: byte 5 never comes to rank 2",
     {{1, CARRY(0, 1, 0, 1, 8)},
      {1, CARRY(1, 0, 2, 1, 4)},
      {2, PIECE(0, 2, 1, 0, 5)},
      {2, CARRY(2, 3, 3, 1, 5)}}},
    {QDR_ALLTOALLV, /* pieces overlap */
     "rank 0 sends, and does not hold, byte 3 of the message 0 -> 1",
     {{1, PIECE(0, 1, 0, 0, 4)}, {2, PIECE(0, 1, 0, 3, 5)}}},
    {QDR_ALLTOALLV, /* a piece beyond the end */
     "carries bytes 6 to 8 of the message 0 -> 1, which has 8",
     {{1, PIECE(0, 1, 0, 6, 3)}}},
    {QDR_ALLTOALLV, /* an interval that is not all blocks */
     "carries 13 bytes from byte 0 on; its blocks have 14",
     {{1, CARRY(0, 1, 0, 2, 13)}}},
    {QDR_ALLTOALLV, /* an interval beyond the blocks */
     "carries blocks 4 to 5; accepted: 0 to 4",
     {{1, CARRY(3, 1, 4, 2, 9)}}},
    {QDR_ALLTOALLV, "carries blocks 0 to -2", {{1, CARRY(0, 1, 0, -1, 0)}}},
    {QDR_ALLTOALLV, "carries 5 bytes", {{1, CARRY(0, 1, 0, 0, 5)}}},
    {QDR_BCAST,
     "the vector: byte 0 never comes to rank 3",
     {{1, VECTOR(1, 0)}, {2, VECTOR(1, 2)}}},
    {QDR_BCAST,
     "rank 0 sends, and does not hold, byte 0 of the vector",
     {{1, VECTOR(1, 2)}, {2, VECTOR(0, 3)}}},
    {QDR_BCAST,
     "round 2: rank 0 gets, and has already, byte 0 of the vector",
     {{1, VECTOR(1, 0)}, {2, VECTOR(1, 0)}}},
    {QDR_BCAST, /* only half of it */
     "the vector: byte 5 never comes to rank 0",
     {{1, PIECE(1, 0, 0, 0, 5)}, {2, VECTOR(1, 2)}, {3, VECTOR(1, 3)}}},
    {QDR_BCAST, /* half of it, twice */
     "rank 0 gets, and has already, byte 5 of the vector",
     {{1, PIECE(1, 0, 0, 5, 5)}, {2, VECTOR(1, 0)}}},
    {QDR_BCAST, /* combined, with nothing */
     "rank 0 combines, and holds nothing of, byte 0 of the vector",
     {{1, COMBINE(1, 0, 0, BYTES)}}},
    {QDR_REDUCE, /* a contribution is missing */
     "rank 1 ends with byte 0 of the vector from ranks 0-2; accepted: from 0-3",
     {{1, COMBINE(0, 1, 0, BYTES)}, {2, COMBINE(2, 1, 0, BYTES)}}},
    {QDR_REDUCE, /* one is there twice: that of rank 2, on two ways */
     "combines the contribution of rank 2 a second time, from rank 3",
     {{1, COMBINE(2, 3, 0, BYTES)},
      {2, COMBINE(2, 1, 0, BYTES)},
      {3, COMBINE(3, 1, 0, BYTES)}}},
    {QDR_REDUCE, /* sent twice */
     "round 2: rank 1 combines the contribution of rank 0 a second time",
     {{1, COMBINE(0, 1, 0, BYTES)}, {2, COMBINE(0, 1, 0, BYTES)}}},
    {QDR_REDUCE, /* moved where it must be combined: the sum is overwritten */
     "rank 1 ends with byte 0 of the vector from ranks 3; accepted: from 0-3",
     {{1, COMBINE(0, 1, 0, BYTES)},
      {2, COMBINE(2, 1, 0, BYTES)},
      {3, VECTOR(3, 1)}}},
    {QDR_REDUCE, /* all but its second half: a partial vector */
     "rank 1 ends with byte 5 of the vector from ranks 0-2; accepted: from 0-3",
     {{1, COMBINE(0, 1, 0, BYTES)},
      {2, COMBINE(2, 1, 0, BYTES)},
      {3, COMBINE(3, 1, 0, 5)}}},
    {QDR_REDUCE, /* the root is another */
     "rank 1 ends with byte 0 of the vector from ranks 1; accepted: from 0-3",
     {{1, COMBINE(1, 0, 0, BYTES)},
      {1, COMBINE(3, 2, 0, BYTES)},
      {2, COMBINE(2, 0, 0, BYTES)}}},
    {QDR_ALLREDUCE, /* all ranks but one get it */
     "rank 3 ends with byte 0 of the vector from ranks 3; accepted: from 0-3",
     {{1, COMBINE(0, 1, 0, BYTES)},
      {2, COMBINE(2, 1, 0, BYTES)},
      {3, COMBINE(3, 1, 0, BYTES)},
      {4, VECTOR(1, 0)},
      {5, VECTOR(1, 2)}}},
    {QDR_ALLREDUCE, /* sent on a round too early: not everything is in it */
     "from ranks 0-2; accepted: from 0-3",
     {{1, COMBINE(0, 1, 0, BYTES)},
      {2, COMBINE(2, 1, 0, BYTES)},
      {3, COMBINE(3, 1, 0, BYTES)},
      {3, VECTOR(1, 0)},
      {4, VECTOR(1, 2)},
      {5, VECTOR(1, 3)}}},
    {QDR_ALLREDUCE, /* a sum is combined with what is in it */
     "combines the contribution of rank 0 a second time, from rank 1",
     {{1, COMBINE(0, 1, 0, BYTES)}, {2, COMBINE(1, 0, 0, BYTES)}}},
};

TEST(planted)
{
    for (size_t i = 0; i < sizeof planted / sizeof *planted; i++) {
        qdr_error error = {""};
        if (prove(planted[i].collective, planted[i].lines, &error) !=
            QDR_ERROR_CHECK)
            fail_msg("case %zu is not caught: %s", i, planted[i].words);
        assert_says(error.text, planted[i].words);
    }
}

/* With an operator that does not commute the order counts; the same schedules
 * are right with one that does. */
TEST(order)
{
    static const struct {
        const char *words; /* NULL: it is in order */
        line lines[MAX_LINES];
    } orders[] = {
        {NULL, /* 3 to 2, and both sides to 1 */
         {{1, COMBINE(0, 1, 0, BYTES)},
          {1, COMBINE(3, 2, 0, BYTES)},
          {2, COMBINE(2, 1, 0, BYTES)}}},
        {NULL, /* halves by different ways */
         {{1, COMBINE(0, 1, 0, 5)},
          {1, COMBINE(2, 3, 5, 5)},
          {2, COMBINE(2, 1, 0, 5)},
          {3, COMBINE(3, 1, 0, BYTES)},
          {4, COMBINE(0, 1, 5, 5)}}},
        {NULL, /* in one round, in any order of transfers */
         {{1, COMBINE(3, 1, 0, BYTES)},
          {1, COMBINE(2, 1, 0, BYTES)},
          {1, COMBINE(0, 1, 0, BYTES)}}},
        {"round 1: rank 1 combines with what comes from rank 3, and their "
         "ranks are not in order", /* over a gap */
         {{1, COMBINE(3, 1, 0, BYTES)},
          {2, COMBINE(2, 1, 0, BYTES)},
          {3, COMBINE(0, 1, 0, BYTES)}}},
        {"round 4: rank 1 combines with what comes from rank 0", /* who has
              the data of rank 3 */
         {{1, COMBINE(0, 1, 0, BYTES)},
          {2, VECTOR(3, 0)},
          {3, COMBINE(2, 1, 0, BYTES)},
          {4, COMBINE(0, 1, 0, BYTES)}}},
    };

    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        qdr_error error = {""};
        qdr_status status =
            prove_order(QDR_REDUCE, true, orders[i].lines, &error);
        if ((status == QDR_OK) != (orders[i].words == NULL) ||
            (status != QDR_OK && strstr(error.text, orders[i].words) == NULL))
            fail_msg("case %zu: '%s'", i, error.text);
        if (prove(QDR_REDUCE, orders[i].lines, &error) != QDR_OK)
            fail_msg("case %zu: %s", i, error.text);
    }
}
