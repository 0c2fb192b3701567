/* workloads/matrix_file/open_mpi_ring_test.c -- what Open MPI 4.1.4 recorded is
 * what the program sent.
 *
 * open_mpi_ring.prof is of a program of 4 ranks, its four files joined: rank r
 * sends 3 messages of 1000 (r + 1) bytes to r + 1 and 3 of 2000 (r + 1) bytes
 * to r + 2, both modulo 4; rank 0 sends one of 0 bytes to 3; and 5000 bytes are
 * broadcast from 0. Run as
 *
 *     mpirun -np 4 --mca pml_monitoring_enable 2
 *         --mca pml_monitoring_enable_output 3
 *         --mca pml_monitoring_filename ring ./ring
 *
 * open_mpi_ring_size_external.mat is what profile2mat made of it.
 */

#include "kernels/testing/unit_test.h"
#include "workloads/testing/traffic.h"

enum { P = 4 };

#define FOLDER "workloads/matrix_file/"

static void read_file(const char *name, const char *more, qdr_traffic *traffic)
{
    qdr_traffic_make("matrix_file", (qdr_workload_input){.procs = P}, traffic,
                     "file=" FOLDER "%s%s", name, more);
}

/* Bytes from src to dst, -1 without a message. */
static int64_t sent(int src, int dst)
{
    int64_t bytes = -1;

    if (dst == (src + 1) % P)
        bytes = 3 * 1000 * (src + 1);
    if (dst == (src + 2) % P)
        bytes = 3 * 2000 * (src + 1);
    if (src == 0 && dst == 3)
        bytes = 0;
    return bytes;
}

/* The broadcast of Open MPI is a binomial tree: 0 to 2 and 1, 1 to 3. */
static int64_t broadcast(int src, int dst)
{
    return (src == 0 && (dst == 1 || dst == 2)) || (src == 1 && dst == 3) ? 5000
                                                                          : 0;
}

TEST(profile)
{
    qdr_traffic traffic = {0};

    read_file("open_mpi_ring.prof", "", &traffic);
    for (int src = 0; src < P; src++)
        for (int dst = 0; dst < P; dst++) {
            int64_t m = qdr_pattern_find(&traffic.pattern, src, dst);
            int64_t expected = sent(src, dst);
            if (expected < 0) {
                assert_true(m < 0);
                continue;
            }
            assert_true(m >= 0);
            assert_int_equal(traffic.pattern.messages[m].bytes,
                             expected + broadcast(src, dst));
        }
    qdr_traffic_cleanup(&traffic);
}

/* profile2mat gives both directions the mean of the two. */
TEST(matrix)
{
    qdr_traffic traffic = {0};

    read_file("open_mpi_ring_size_external.mat", ";file_format=matrix;bytes=2",
              &traffic);
    for (int src = 0; src < P; src++)
        for (int dst = 0; dst < P; dst++) {
            int64_t m = qdr_pattern_find(&traffic.pattern, src, dst);
            int64_t there = sent(src, dst), back = sent(dst, src);
            assert_int_equal(m < 0 ? 0 : traffic.pattern.messages[m].bytes,
                             (there < 0 ? 0 : there) + (back < 0 ? 0 : back));
        }
    qdr_traffic_cleanup(&traffic);
}
