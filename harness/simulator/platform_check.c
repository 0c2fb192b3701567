/* harness/simulator/platform_check.c -- what the simulated network delivers.
 *
 * Without message software (QDR_SOFTWARE unset) it measures, on 32 nodes, the
 * latency of an empty message and the rate of a node when groups of nodes send
 * to each other at once, and holds each against what the paper says of the
 * machine and the model's own arithmetic. Prints a table; exit status 1 if a
 * row is off.
 *
 * Source: [ponnusamy1992, Sec. 2]: 20 MB/s within a cluster of four, 5 MB/s
 * system-wide, 16 of 20 packet bytes are data; 9 MB/s of a node's interface
 * from [wang1993, Table 2].
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/clock/clock.h"

enum { NUM_NODES = 32, LARGE_BYTES = 1000000 };

/* Each rank below `senders` sends `bytes` to rank XOR `distance`; returns the
 * time until all have arrived, in seconds, on rank 0. */
static double time_senders(int senders, int distance, int bytes, char *buffer)
{
    qdr_error error;
    int rank;
    bool is_late;
    int64_t begin, end, last;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    qdr_clock_start_together(MPI_COMM_WORLD, QDR_START_BARRIER, 0, &is_late,
                             &error);
    begin = qdr_clock_now_ns();
    if (rank < senders)
        MPI_Ssend(buffer, bytes, MPI_BYTE, rank ^ distance, 0, MPI_COMM_WORLD);
    else if ((rank ^ distance) < senders)
        MPI_Recv(buffer, bytes, MPI_BYTE, rank ^ distance, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    end = qdr_clock_now_ns();
    MPI_Reduce(&end, &last, 1, MPI_INT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
    return (double)(last - begin) * 1e-9;
}

/* One message pattern, and the rate that one sender should see. In each, the
 * ranks below `senders` send to the rank that differs by XOR `distance`. */
static const struct {
    const char *what;
    int senders, distance;
    double expected_mb_s;
} rows[] = {
    /* A node alone is bound by its interface wherever it sends. */
    {"1 node, within its four", 1, 1, 9},
    {"1 node, within its sixteen", 1, 4, 9},
    {"1 node, across the root", 1, 16, 9},
    /* 4 nodes: two send to the other two; nothing leaves the four. */
    {"4 nodes, 2 send", 2, 2, 9},
    /* 16 nodes: all of each four leave it, 4 x 10 x 0.8 / 4. */
    {"16 nodes, 8 send to other fours", 8, 8, 8},
    /* 32 nodes: all of sixteen leave it, 16 x 5 x 0.8 / 16: the bisection. */
    {"32 nodes, 16 send, bisection", 16, 16, 4},
};

/* Half of the published 88 us (the software charges the other half), and the
 * one packet, 16 bytes of data at 9 MB/s, that SimGrid, like the CM-5, moves
 * for an empty message. */
static const double expected_latency_us = 44 + 16 / 9.0;

static int is_near(double found, double expected)
{
    return fabs(found - expected) <= 0.01 * expected;
}

int main(int argc, char **argv)
{
    char *buffer;
    int rank, num_off = 0, num_procs;
    double latency_us;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &num_procs);
    buffer = calloc(LARGE_BYTES, 1);
    if (num_procs != NUM_NODES || buffer == NULL) {
        fprintf(stderr, "platform_check: %d processes; accepted: %d\n",
                num_procs, NUM_NODES);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    for (int distance = 1; distance < NUM_NODES; distance *= 2) {
        latency_us = time_senders(1, distance, 0, buffer) * 1e6;
        num_off += rank == 0 && !is_near(latency_us, expected_latency_us);
        if (rank == 0)
            printf(
                "latency to rank %2d              %6.2f us    expected %.4g\n",
                distance, latency_us, expected_latency_us);
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double seconds = time_senders(rows[i].senders, rows[i].distance,
                                      LARGE_BYTES, buffer);
        double mb_s = LARGE_BYTES / 1e6 / (seconds - 44e-6);
        num_off += rank == 0 && !is_near(mb_s, rows[i].expected_mb_s);
        if (rank == 0)
            printf("%-31s %6.2f MB/s  expected %.4g\n", rows[i].what, mb_s,
                   rows[i].expected_mb_s);
    }
    free(buffer);
    MPI_Bcast(&num_off, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return num_off > 0;
}
