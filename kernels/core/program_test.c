/* kernels/core/program_test.c -- the calls that mode `paced` makes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kernels/core/program.h"

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

    assert_int_equal(qdr_program_init(&program, operations, NUM_OPERATIONS,
                                      &schedule, &mode, NULL),
                     QDR_OK);
    assert_int_equal(program.count, count);
    for (int i = 0; i < count; i++)
        assert_int_equal(program.instructions[i].opcode, expected[i]);
    qdr_program_cleanup(&program);
}

/* Sends of B bytes or more wait for their receivers. */
static void test_paced_by_bytes(void **state)
{
    static const qdr_opcode calls[] = {QDR_POST,  QDR_SEND,  QDR_SSEND,
                                       QDR_SSEND, QDR_AWAIT, QDR_POST,
                                       QDR_SEND,  QDR_AWAIT};

    (void)state;
    assert_calls(100, calls, sizeof calls / sizeof *calls);
}

/* Without B every send waits: a proof for it holds for every network. */
static void test_paced_alone(void **state)
{
    static const qdr_opcode calls[] = {QDR_POST,  QDR_SSEND, QDR_SSEND,
                                       QDR_SSEND, QDR_AWAIT, QDR_POST,
                                       QDR_SSEND, QDR_AWAIT};

    (void)state;
    assert_calls(0, calls, sizeof calls / sizeof *calls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paced_by_bytes),
        cmocka_unit_test(test_paced_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
