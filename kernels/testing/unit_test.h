/* kernels/testing/unit_test.h -- cmocka, with what its header needs before it.
 * TEST(name) { ... } is a test; the library's main runs all tests of a program
 * in the order of its file. */
#ifndef QUADRILLE_KERNELS_TESTING_UNIT_TEST_H
#define QUADRILLE_KERNELS_TESTING_UNIT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Every test is passed a state; few have one. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* A qdr_status is QDR_OK. A macro, so that a failure names the test's line. */
#define assert_ok(status) assert_int_equal(status, QDR_OK)

/* The words are in the text, as in the line of an error. */
#define assert_says(text, words)                                               \
    do {                                                                       \
        if (strstr((text), (words)) == NULL)                                   \
            fail_msg("'%s'; expected: '%s'", (text), (words));                 \
    } while (0)

/* The words are in what write(of, file) writes. */
#define assert_writes(write, of, words)                                        \
    do {                                                                       \
        char *written = NULL;                                                  \
        size_t length;                                                         \
        FILE *file = open_memstream(&written, &length);                        \
        write(of, file);                                                       \
        fclose(file);                                                          \
        assert_says(written, words);                                           \
        free(written);                                                         \
    } while (0)

/* TEST begins the function test_NAME and enters it in the list of main, so
 * that no test can be forgotten there. */
#define TEST(name)                                                             \
    static void test_##name(void **state);                                     \
    __attribute__((constructor)) static void add_test_##name(void)             \
    {                                                                          \
        qdr_test_add("test_" #name, test_##name);                              \
    }                                                                          \
    static void test_##name(void **state)

/* qdr_test_add appends a test to those that main runs; `name` is kept. */
void qdr_test_add(const char *name, CMUnitTestFunction function);

/* qdr_scratch_write replaces the file at `path` by one of bytes[length],
 * qdr_scratch_text and qdr_scratch_print by one of a text; else the test fails.
 */
void qdr_scratch_write(const char *path, const void *bytes, size_t length);
void qdr_scratch_text(const char *path, const char *text);
__attribute__((format(printf, 2, 3))) void
qdr_scratch_print(const char *path, const char *format, ...);

#endif
