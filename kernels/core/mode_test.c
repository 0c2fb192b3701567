/* kernels/core/mode_test.c -- modes are read as they are written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "kernels/core/mode.h"

static void test_round_trip(void **state)
{
    static const char *const modes[] = {
        "synchronous",      "posted",
        "posted_all",       "window:1",
        "window:32",        "posted+barrier",
        "window:8+barrier", "synchronous+barrier",
        "posted+announce",  "window:8+barrier+announce"};

    (void)state;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        qdr_mode mode;
        qdr_error error;
        char text[64];
        assert_int_equal(qdr_mode_parse(modes[i], &mode, &error), QDR_OK);
        qdr_mode_print(&mode, text, sizeof text);
        assert_string_equal(text, modes[i]);
    }
}

static void test_refusals(void **state)
{
    static const char *const bad[] = {"",
                                      "sync",
                                      "window",
                                      "window:0",
                                      "window:-1",
                                      "window:1x",
                                      "posted:3",
                                      "posted+barrie",
                                      "posted+barrier+barrier",
                                      "window:",
                                      "+barrier",
                                      "window:9999999",
                                      "posted ",
                                      "posted+announce+announce",
                                      "posted+announce+barrier",
                                      "+announce"};

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        qdr_mode mode = {.window = -7};
        qdr_error error = {""};
        assert_int_equal(qdr_mode_parse(bad[i], &mode, &error),
                         QDR_ERROR_INPUT);
        assert_non_null(strstr(error.text, "accepted: synchronous"));
        assert_int_equal(mode.window, -7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
