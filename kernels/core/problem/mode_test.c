/* kernels/core/problem/mode_test.c -- modes are read as they are written. */
#include <string.h>

#include "kernels/core/problem/mode.h"
#include "kernels/testing/unit_test.h"

TEST(round_trip)
{
    static const char *const modes[] = {"synchronous",
                                        "posted",
                                        "posted_all",
                                        "window:1",
                                        "window:32",
                                        "posted+barrier",
                                        "paced",
                                        "paced:1",
                                        "paced:4096",
                                        "paced:8+barrier",
                                        "dataflow",
                                        "dataflow:4096",
                                        "dataflow+barrier",
                                        "window:8+barrier",
                                        "synchronous+barrier",
                                        "posted+announce",
                                        "window:8+barrier+announce"};

    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        qdr_mode mode;
        qdr_error error;
        char text[64];
        assert_ok(qdr_mode_parse(modes[i], &mode, &error));
        qdr_mode_print(&mode, text, sizeof text);
        assert_string_equal(text, modes[i]);
    }
}

TEST(refusals)
{
    static const char *const bad[] = {"",
                                      "sync",
                                      "window",
                                      "window:0",
                                      "window:-1",
                                      "window:1x",
                                      "posted:3",
                                      "paced:",
                                      "paced:0",
                                      "paced:1000001",
                                      "dataflow:",
                                      "dataflow:0",
                                      "dataflow:1000001",
                                      "posted+barrie",
                                      "posted+barrier+barrier",
                                      "window:",
                                      "+barrier",
                                      "window:9999999",
                                      "posted ",
                                      "posted+announce+announce",
                                      "posted+announce+barrier",
                                      "+announce"};

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        qdr_mode mode = {.window = -7};
        qdr_error error = {""};
        assert_int_equal(qdr_mode_parse(bad[i], &mode, &error),
                         QDR_ERROR_INPUT);
        assert_non_null(strstr(error.text, "accepted: synchronous"));
        assert_int_equal(mode.window, -7);
    }
}

/* So many bytes as are carried in alpha, on the level where they are fewer. */
TEST(paces)
{
    const qdr_network today = {.alpha_us = 1.5, .beta_ns = 0.1};
    const qdr_network endless = {.alpha_us = 1.5};
    const qdr_network levels = {.alpha_us = 1.5,
                                .beta_ns = 0.1,
                                .inside_alpha_us = 0.5,
                                .inside_beta_ns = 0.1};
    qdr_mode paced = {.kind = QDR_PACED}, given = {QDR_PACED, 0, 7, 0, 0};
    qdr_mode other = {.kind = QDR_POSTED}, flow = {.kind = QDR_DATAFLOW};

    qdr_mode_pace(&paced, &today);
    assert_int_equal(paced.paced_bytes, 15000);
    qdr_mode_pace(&given, &today);
    assert_int_equal(given.paced_bytes, 7);
    qdr_mode_pace(&other, &today);
    assert_int_equal(other.paced_bytes, 0);
    qdr_mode_pace(&flow, &today);
    assert_int_equal(flow.paced_bytes, 15000);
    paced.paced_bytes = 0;
    qdr_mode_pace(&paced, &endless);
    assert_int_equal(paced.paced_bytes, 1000000);
    paced.paced_bytes = 0;
    qdr_mode_pace(&paced, &levels);
    assert_int_equal(paced.paced_bytes, 5000);
}
