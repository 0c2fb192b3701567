/* kernels/core/program/own_data_test.c -- which messages use a rank's own data
 * where the caller has them, and what is left to copy. */
#include "kernels/core/program/own_data.h"
#include "kernels/testing/unit_test.h"

enum { MAX_MESSAGES = 4, PEER = 1 };

/* A message of a rank that has bytes 10 .. 29 of a vector of 40. */
typedef struct message {
    char kind; /* s: sent; c: received and combined; r: received */
    int round;
    int64_t offset, bytes;
    bool is_straight;
} message;

static const qdr_vector_part own = {10, 30};

/* A rank's messages in the order of its operations, and its own bytes that are
 * copied before they change, or stay. */
typedef struct rank_case {
    const char *what;
    message messages[MAX_MESSAGES];
    bool may_not_be; /* the first one */
    qdr_vector_part copied;
} rank_case;

static const rank_case cases[] = {
    {"an exchange: nothing is copied",
     {{'s', 0, 10, 20, true}, {'c', 0, 10, 20, true}},
     false,
     {0, 0}},
    {"the second that is combined has room of its own",
     {{'c', 0, 10, 20, true}, {'c', 0, 10, 20, false}},
     false,
     {0, 0}},
    {"what changed is sent from the region",
     {{'c', 0, 10, 20, true}, {'s', 1, 10, 20, false}},
     false,
     {0, 0}},
    {"in a round all sends come before",
     {{'c', 0, 10, 20, true}, {'s', 0, 10, 20, true}},
     false,
     {0, 0}},
    {"a part alone",
     {{'s', 0, 20, 10, true}, {'c', 0, 10, 10, true}},
     false,
     {0, 0}},
    {"with what others have",
     {{'s', 0, 10, 20, true}, {'r', 0, 30, 10, false}, {'s', 1, 10, 30, false}},
     false,
     {10, 30}},
    {"after the copy was sent, its place is not free",
     {{'r', 0, 30, 10, false},
      {'s', 1, 20, 20, false},
      {'c', 2, 20, 10, false}},
     false,
     {20, 30}},
    {"what is received over own data",
     {{'s', 0, 10, 20, true}, {'r', 1, 10, 20, false}},
     false,
     {0, 0}},
    {"operands in another order",
     {{'c', 0, 10, 20, false}, {'c', 1, 10, 20, false}},
     true,
     {10, 30}},
    {"no bytes",
     {{'s', 0, 15, 0, false}, {'c', 0, 10, 20, true}},
     false,
     {0, 0}},
};

static int64_t max_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}
static int64_t min_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void assert_copied(const rank_case *at, const qdr_touched_bytes *touched,
                          const qdr_own_data *data)
{
    int64_t copied = 0, found = 0;

    for (int64_t s = 0; s < touched->num_segments; s++) {
        qdr_vector_part bytes = qdr_touched_bytes_segment(touched, s);
        int64_t inside = min_of(bytes.end, at->copied.end) -
                         max_of(bytes.begin, at->copied.begin);
        if ((data->ended[s] & QDR_COPIED) == 0)
            continue;
        copied += bytes.end - bytes.begin;
        found += max_of(inside, 0);
    }
    assert_int_equal(copied, at->copied.end - at->copied.begin);
    assert_int_equal(found, copied);
}

static void assert_case(const rank_case *at)
{
    qdr_transfer transfers[MAX_MESSAGES] = {{0}};
    qdr_operation operations[MAX_MESSAGES] = {{0}};
    bool may_be[MAX_MESSAGES] = {!at->may_not_be, true, true, true};
    const qdr_schedule schedule = {.num_procs = 2, .transfers = transfers};
    qdr_touched_bytes touched;
    qdr_own_data data;
    int count = 0;

    for (; count < MAX_MESSAGES && at->messages[count].kind != 0; count++) {
        const message *one = &at->messages[count];
        transfers[count] = (qdr_transfer){.offset = one->offset,
                                          .bytes = one->bytes,
                                          .num_blocks = 1,
                                          .combines = one->kind == 'c'};
        operations[count] = (qdr_operation){.is_send = one->kind == 's',
                                            .is_last = true,
                                            .peer = PEER,
                                            .round = one->round,
                                            .begin = count,
                                            .end = count + 1,
                                            .bytes = one->bytes};
    }
    assert_ok(
        qdr_touched_bytes_init(&touched, operations, count, &schedule, NULL));
    assert_ok(qdr_own_data_init(&data, &touched, &own, may_be, NULL));
    for (int m = 0; m < count; m++)
        if (data.is_straight[m] != at->messages[m].is_straight)
            fail_msg("%s: message %d", at->what, m);
    assert_copied(at, &touched, &data);
    qdr_own_data_cleanup(&data);
    qdr_touched_bytes_cleanup(&touched);
}

TEST(messages_and_copies)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_case(&cases[i]);
}
