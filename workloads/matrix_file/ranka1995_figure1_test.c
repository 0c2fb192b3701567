/* workloads/matrix_file/ranka1995_figure1_test.c -- the matrix of Figure 1 as
 * printed: 8 ranks, and every row and column sums to t = 10. */

#include "kernels/testing/unit_test.h"
#include "workloads/matrix_file/pattern_file.h"

enum { P = 8, TRAFFIC = 10 };

static void read_figure(qdr_pattern *pattern)
{
    static const char path[] = "workloads/matrix_file/ranka1995_figure1.txt";
    qdr_error error = {""};

    assert_ok(qdr_pattern_read(pattern, path, &error));
}

TEST(sums)
{
    int64_t sum_out[P] = {0}, sum_in[P] = {0};
    qdr_pattern pattern = {0};

    read_figure(&pattern);
    assert_int_equal(pattern.num_procs, P);
    for (int64_t m = 0; m < pattern.num_messages; m++) {
        assert_int_not_equal(pattern.messages[m].src, pattern.messages[m].dst);
        sum_out[pattern.messages[m].src] += pattern.messages[m].bytes;
        sum_in[pattern.messages[m].dst] += pattern.messages[m].bytes;
    }
    for (int rank = 0; rank < P; rank++) {
        assert_int_equal(sum_out[rank], TRAFFIC);
        assert_int_equal(sum_in[rank], TRAFFIC);
    }
    qdr_pattern_cleanup(&pattern);
}

/* Entry by entry, read from the figure a second time: equal sums alone would
 * not notice a rectangle of slips. */
TEST(entries)
{
    static const int64_t figure[P][P] = {
        {0, 3, 1, 0, 2, 1, 2, 1}, {1, 0, 2, 2, 1, 1, 3, 0},
        {4, 1, 0, 2, 0, 2, 0, 1}, {0, 2, 0, 0, 0, 3, 1, 4},
        {3, 0, 4, 0, 0, 2, 1, 0}, {1, 2, 1, 2, 0, 0, 0, 4},
        {0, 2, 1, 0, 7, 0, 0, 0}, {1, 0, 1, 4, 0, 1, 3, 0}};
    qdr_pattern pattern = {0};

    read_figure(&pattern);
    for (int src = 0; src < P; src++)
        for (int dst = 0; dst < P; dst++) {
            int64_t m = qdr_pattern_find(&pattern, src, dst);
            assert_int_equal(m < 0 ? 0 : pattern.messages[m].bytes,
                             figure[src][dst]);
        }
    qdr_pattern_cleanup(&pattern);
}
