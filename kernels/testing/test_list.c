/* kernels/testing/test_list.c -- the tests of a program, its main, and files
 * that tests write, to be read. */
#include <stdio.h>

#include "kernels/testing/unit_test.h"

enum { MAX_TESTS = 64 };

static struct CMUnitTest tests[MAX_TESTS]; /* cmocka skips those of no name */
static int num_tests;

void qdr_test_add(const char *name, CMUnitTestFunction function)
{
    assert_true(num_tests < MAX_TESTS);
    tests[num_tests++] = (struct CMUnitTest){name, function, NULL, NULL, NULL};
}

void qdr_scratch_write(const char *path, const void *bytes, size_t length)
{
    FILE *file;

    /* A new file each time: truncation would flush it to the disk. */
    remove(path);
    file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

void qdr_scratch_text(const char *path, const char *text)
{
    qdr_scratch_write(path, text, strlen(text));
}

void qdr_scratch_print(const char *path, const char *format, ...)
{
    char text[20000];
    va_list values;

    va_start(values, format);
    assert_in_range(vsnprintf(text, sizeof text, format, values), 0,
                    sizeof text - 1);
    va_end(values);
    qdr_scratch_text(path, text);
}

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
