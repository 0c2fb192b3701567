/* workloads/matrix_file/ranka1995_figure1_test.c -- the matrix of Figure 1 as
 * printed: 8 ranks, and every row and column sums to t = 10. */

#include "kernels/testing/unit_test.h"
#include "workloads/matrix_file/pattern_file.h"

enum { P = 8, TRAFFIC = 10 };

/* Entry by entry, read from the figure a second time: equal sums alone would
 * not notice a rectangle of slips. */
TEST(entries)
{
    static const int64_t figure[P][P] = {
        {0, 3, 1, 0, 2, 1, 2, 1}, {1, 0, 2, 2, 1, 1, 3, 0},
        {4, 1, 0, 2, 0, 2, 0, 1}, {0, 2, 0, 0, 0, 3, 1, 4},
        {3, 0, 4, 0, 0, 2, 1, 0}, {1, 2, 1, 2, 0, 0, 0, 4},
        {0, 2, 1, 0, 7, 0, 0, 0}, {1, 0, 1, 4, 0, 1, 3, 0}};
    static const char path[] = "workloads/matrix_file/ranka1995_figure1.txt";
    qdr_pattern pattern = {0};
    qdr_error error = {""};

    assert_ok(qdr_pattern_read(&pattern, path, &error));
    assert_int_equal(pattern.num_procs, P);
    for (int rank = 0; rank < P; rank++) {
        int64_t sum_out = 0, sum_in = 0;
        for (int other = 0; other < P; other++) {
            int64_t m = qdr_pattern_find(&pattern, rank, other);
            assert_int_equal(m < 0 ? 0 : pattern.messages[m].bytes,
                             figure[rank][other]);
            assert_true(m < 0 || rank != other);
            sum_out += figure[rank][other];
            sum_in += figure[other][rank];
        }
        assert_int_equal(sum_out, TRAFFIC);
        assert_int_equal(sum_in, TRAFFIC);
    }
    qdr_pattern_cleanup(&pattern);
}
