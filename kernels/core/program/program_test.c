/* kernels/core/program/program_test.c -- the calls that modes make, and the
 * check of their order. */
#include <string.h>

#include "kernels/core/program/program.h"
#include "kernels/testing/unit_test.h"

/* A round of a receive and of sends around 100 bytes, and one of a send. */
static const qdr_operation operations[] = {
    {.peer = 1, .bytes = 1000},
    {.is_send = true, .peer = 1, .bytes = 99},
    {.is_send = true, .peer = 2, .bytes = 100},
    {.is_send = true, .peer = 3, .bytes = 101},
    {.is_send = true, .peer = 1, .round = 1, .bytes = 5}};
enum { NUM_OPERATIONS = sizeof operations / sizeof *operations };

static void assert_calls(int paced_bytes, const qdr_opcode *expected, int count)
{
    const qdr_schedule schedule = {.num_procs = 4, .num_rounds = 2};
    const qdr_mode mode = {.kind = QDR_PACED, .paced_bytes = paced_bytes};
    qdr_program program;

    assert_ok(qdr_program_init(&program, operations, NUM_OPERATIONS, &schedule,
                               &mode, NULL));
    assert_int_equal(program.count, count);
    for (int i = 0; i < count; i++)
        assert_int_equal(program.instructions[i].opcode, expected[i]);
    qdr_program_cleanup(&program);
}

/* Sends of B bytes or more wait for their receivers. */
TEST(paced_by_bytes)
{
    static const qdr_opcode calls[] = {QDR_POST,  QDR_SEND,  QDR_SSEND,
                                       QDR_SSEND, QDR_AWAIT, QDR_POST,
                                       QDR_SEND,  QDR_AWAIT};

    assert_calls(100, calls, sizeof calls / sizeof *calls);
}

/* Without B every send waits: a proof for it holds for every network. */
TEST(paced_alone)
{
    static const qdr_opcode calls[] = {QDR_POST,  QDR_SSEND, QDR_SSEND,
                                       QDR_SSEND, QDR_AWAIT, QDR_POST,
                                       QDR_SSEND, QDR_AWAIT};

    assert_calls(0, calls, sizeof calls / sizeof *calls);
}

/* A rank in the middle of a chain passes on three pieces of 100 bytes of a
 * vector, and then combines what comes back with the first one. */
static qdr_transfer transfers[] = {
    {.src = 0, .dst = 1, .bytes = 100, .num_blocks = 1},
    {.src = 1, .dst = 2, .bytes = 100, .num_blocks = 1},
    {.src = 0, .dst = 1, .offset = 100, .bytes = 100, .num_blocks = 1},
    {.src = 1, .dst = 2, .offset = 100, .bytes = 100, .num_blocks = 1},
    {.src = 2, .dst = 1, .bytes = 100, .num_blocks = 1, .combines = true}};
static const qdr_schedule chain = {.num_procs = 3,
                                   .forwards = true,
                                   .num_rounds = 4,
                                   .num_transfers = 5,
                                   .transfers = transfers};
static const qdr_operation of_middle[] = {
    {.is_last = true, .peer = 0, .begin = 0, .end = 1, .bytes = 100},
    {true, true, 2, 1, 1, 2, 0, 100},
    {false, true, 0, 1, 2, 3, 0, 100},
    {true, true, 2, 2, 3, 4, 0, 100},
    {false, true, 2, 3, 4, 5, 0, 100}};
enum { NUM_OF_MIDDLE = sizeof of_middle / sizeof *of_middle };

typedef struct call {
    qdr_opcode opcode;
    int64_t begin, end;
} call;

static void assert_middle(const qdr_mode *mode, const call *expected, int count)
{
    qdr_program program;

    assert_ok(qdr_program_init(&program, of_middle, NUM_OF_MIDDLE, &chain, mode,
                               NULL));
    assert_int_equal(program.count, count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(program.instructions[i].opcode, expected[i].opcode);
        assert_int_equal(program.instructions[i].begin, expected[i].begin);
        assert_int_equal(program.instructions[i].end, expected[i].end);
    }
    assert_ok(
        qdr_check_order(&program, of_middle, NUM_OF_MIDDLE, &chain, 1, NULL));
    qdr_program_cleanup(&program);
}

static void assert_flow(int paced_bytes, const call *expected, int count)
{
    const qdr_mode mode = {.kind = QDR_DATAFLOW, .paced_bytes = paced_bytes};

    assert_middle(&mode, expected, count);
}

/* What is combined has room of its own: all receives are posted first. */
TEST(receives_with_room_are_posted)
{
    static const qdr_mode posted_all = {.kind = QDR_POSTED_ALL};
    static const call calls[] = {{QDR_POST, 0, 5}, {QDR_AWAIT, 0, 1},
                                 {QDR_SEND, 1, 2}, {QDR_AWAIT, 1, 3},
                                 {QDR_SEND, 3, 4}, {QDR_AWAIT, 3, 4},
                                 {QDR_AWAIT, 4, 5}};

    assert_middle(&posted_all, calls, sizeof calls / sizeof *calls);
}

/* The last receive is over bytes that an earlier round sends: it is posted
 * after that one. */
TEST(receives_over_sent_bytes_wait)
{
    static const qdr_mode window = {.kind = QDR_WINDOW, .window = 3};
    static const call calls[] = {{QDR_POST, 0, 4},  {QDR_AWAIT, 0, 1},
                                 {QDR_START, 1, 2}, {QDR_AWAIT, 1, 3},
                                 {QDR_POST, 4, 5},  {QDR_START, 3, 4},
                                 {QDR_AWAIT, 3, 4}, {QDR_AWAIT, 4, 5}};

    transfers[4].combines = false;
    assert_middle(&window, calls, sizeof calls / sizeof *calls);
    transfers[4].combines = true;
}

/* What comes before the round's last send is combined after it. */
TEST(blocking_calls_combine_last)
{
    static const qdr_mode synchronous = {.kind = QDR_SYNCHRONOUS};
    static qdr_transfer moved[] = {
        {.src = 1, .dst = 0, .bytes = 8, .num_blocks = 1, .combines = true},
        {.src = 0, .dst = 1, .bytes = 8, .num_blocks = 1, .combines = true}};
    static const qdr_schedule exchange = {.num_procs = 2,
                                          .forwards = true,
                                          .num_rounds = 1,
                                          .num_transfers = 2,
                                          .transfers = moved};
    static const qdr_operation own[] = {{false, true, 1, 0, 0, 1, 0, 8},
                                        {true, true, 1, 0, 1, 2, 0, 8}};
    static const qdr_opcode expected[] = {QDR_RECEIVE_ONLY, QDR_SSEND,
                                          QDR_COMBINE};
    qdr_program program;

    assert_ok(
        qdr_program_init(&program, own, 2, &exchange, &synchronous, NULL));
    assert_int_equal(program.count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(program.instructions[i].opcode, expected[i]);
    assert_ok(qdr_check_order(&program, own, 2, &exchange, 0, NULL));
    qdr_program_cleanup(&program);
}

/* All receives are posted first; a send waits for its piece alone. */
TEST(short_messages_flow)
{
    static const call calls[] = {{QDR_POST, 0, 5},   {QDR_AWAIT, 0, 1},
                                 {QDR_SEND, 1, 2},   {QDR_AWAIT, 2, 3},
                                 {QDR_SEND, 3, 4},   {QDR_ARRIVE, 4, 5},
                                 {QDR_COMBINE, 4, 5}};

    assert_flow(101, calls, sizeof calls / sizeof *calls);
}

/* A long receive is posted when the one before it is there, a long send started
 * when the one before it is over. */
TEST(long_messages_are_in_lockstep)
{
    static const call calls[] = {
        {QDR_POST, 0, 1},    {QDR_AWAIT, 0, 1},  {QDR_POST, 2, 3},
        {QDR_SSTART, 1, 2},  {QDR_AWAIT, 2, 3},  {QDR_POST, 4, 5},
        {QDR_AWAIT, 1, 2},   {QDR_SSTART, 3, 4}, {QDR_ARRIVE, 4, 5},
        {QDR_COMBINE, 4, 5}, {QDR_AWAIT, 3, 4}};

    assert_flow(100, calls, sizeof calls / sizeof *calls);
}

/* Programs that the check must refuse. */
TEST(wrong_orders_are_refused)
{
    static const struct {
        const char *reason;
        int count;
        qdr_instruction calls[8];
    } wrong[] = {{"an earlier one still writes its bytes",
                  6,
                  {{QDR_POST, 0, 5},
                   {QDR_SEND, 1, 2},
                   {QDR_AWAIT, 0, 1},
                   {QDR_AWAIT, 2, 3},
                   {QDR_SEND, 3, 4},
                   {QDR_AWAIT, 4, 5}}},
                 {"an earlier one still reads its bytes",
                  7,
                  {{QDR_POST, 0, 5},
                   {QDR_AWAIT, 0, 1},
                   {QDR_START, 1, 2},
                   {QDR_AWAIT, 2, 3},
                   {QDR_SEND, 3, 4},
                   {QDR_AWAIT, 4, 5},
                   {QDR_AWAIT, 1, 2}}},
                 {"it starts before earlier ones",
                  7,
                  {{QDR_POST, 0, 5},
                   {QDR_AWAIT, 0, 1},
                   {QDR_AWAIT, 2, 3},
                   {QDR_SEND, 3, 4},
                   {QDR_SEND, 1, 2},
                   {QDR_AWAIT, 4, 5}}},
                 {"it is never complete",
                  6,
                  {{QDR_POST, 0, 5},
                   {QDR_AWAIT, 0, 1},
                   {QDR_START, 1, 2},
                   {QDR_AWAIT, 2, 3},
                   {QDR_SEND, 3, 4},
                   {QDR_ARRIVE, 4, 5}}},
                 {"its data are taken twice",
                  7,
                  {{QDR_POST, 0, 5},
                   {QDR_AWAIT, 0, 1},
                   {QDR_SEND, 1, 2},
                   {QDR_AWAIT, 2, 3},
                   {QDR_SEND, 3, 4},
                   {QDR_AWAIT, 4, 5},
                   {QDR_COMBINE, 4, 5}}},
                 {"it is awaited before it starts", 1, {{QDR_AWAIT, 0, 5}}},
                 {"it starts twice", 2, {{QDR_POST, 0, 5}, {QDR_POST, 2, 3}}}};

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        qdr_instruction calls[8];
        const qdr_program program = {wrong[i].count, calls};
        qdr_error error = {""};
        for (int c = 0; c < wrong[i].count; c++)
            calls[c] = wrong[i].calls[c];
        assert_int_equal(qdr_check_order(&program, of_middle, NUM_OF_MIDDLE,
                                         &chain, 1, &error),
                         QDR_ERROR_CHECK);
        assert_non_null(strstr(error.text, wrong[i].reason));
    }
}

/* Rank 1 of 4 exchanges a piece with all others in a round. */
TEST(sends_take_turns)
{
    enum { NUM_EXCHANGES = 3 };
    static const int others[NUM_EXCHANGES] = {0, 2, 3};
    static const call expected[] = {
        {QDR_POST, 0, 5},    {QDR_SEND, 3, 4},   {QDR_SEND, 5, 6},
        {QDR_SEND, 1, 2},    {QDR_ARRIVE, 0, 1}, {QDR_COMBINE, 0, 1},
        {QDR_ARRIVE, 4, 5},  {QDR_ARRIVE, 2, 3}, {QDR_COMBINE, 2, 3},
        {QDR_COMBINE, 4, 5},
    };
    const qdr_mode mode = {.kind = QDR_DATAFLOW, .paced_bytes = 101};
    qdr_transfer moved[2 * NUM_EXCHANGES];
    qdr_operation own[2 * NUM_EXCHANGES];
    const qdr_schedule exchange = {.num_procs = 4,
                                   .forwards = true,
                                   .num_rounds = 1,
                                   .num_transfers = 2 * NUM_EXCHANGES,
                                   .transfers = moved};
    qdr_program program;

    for (int i = 0; i < 2 * NUM_EXCHANGES; i++) {
        int other = others[i / 2];
        bool is_send = i % 2 == 1;
        moved[i] = (qdr_transfer){.src = is_send ? 1 : other,
                                  .dst = is_send ? other : 1,
                                  .bytes = 100,
                                  .num_blocks = 1,
                                  .combines = true};
        own[i] = (qdr_operation){is_send, true, other, 0, i, i + 1, 0, 100};
    }
    assert_ok(qdr_program_init(&program, own, 2 * NUM_EXCHANGES, &exchange,
                               &mode, NULL));
    assert_int_equal(program.count, sizeof expected / sizeof *expected);
    for (int i = 0; i < program.count; i++) {
        assert_int_equal(program.instructions[i].opcode, expected[i].opcode);
        assert_int_equal(program.instructions[i].begin, expected[i].begin);
    }
    assert_ok(
        qdr_check_order(&program, own, 2 * NUM_EXCHANGES, &exchange, 1, NULL));
    qdr_program_cleanup(&program);
}
