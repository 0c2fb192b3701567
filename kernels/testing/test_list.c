/* kernels/testing/test_list.c -- the tests of a program, and its main. */
#include "kernels/testing/unit_test.h"

enum { MAX_TESTS = 64 };

static struct CMUnitTest tests[MAX_TESTS]; /* cmocka skips those of no name */
static int num_tests;

void qdr_test_add(const char *name, CMUnitTestFunction function)
{
    assert_true(num_tests < MAX_TESTS);
    tests[num_tests++] = (struct CMUnitTest){name, function, NULL, NULL, NULL};
}

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
