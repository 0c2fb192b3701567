/* harness/clock/clock_follow_test.c -- a clock whose drift changes is followed.
 *
 * For QDR_SECONDS (12) seconds every rank but 0 has a clock whose drift
 * alternates between 15 and 16 millionths, like that of a machine that warms up
 * and cools down. Ten times a second the clocks are followed, if that is due,
 * and compared with CLOCK_MONOTONIC: they may be off by 2 us and half a round
 * trip.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "harness/clock/clock.h"
#include "harness/clock/clock_injected.h"

enum { MIN_NS = 2000, TURN = 40 /* tenths of a second */ };

static const double drifts[] = {15e-6, 16e-6};

int main(int argc, char **argv)
{
    const struct timespec pause = {0, 100000000};
    const char *seconds = getenv("QDR_SECONDS");
    int num_checks = 10 * (seconds == NULL ? 12 : atoi(seconds));
    qdr_error error = {""};
    int64_t worst_ns = 0;
    int rank, num_wrong = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    qdr_clock_inject(rank * (int64_t)777777777, rank * drifts[0]);
    num_wrong += qdr_clock_init(MPI_COMM_WORLD, &error) != QDR_OK;
    for (int i = 0; i < num_checks; i++) {
        int64_t off_ns;
        nanosleep(&pause, NULL);
        if (i % TURN == 0)
            qdr_clock_inject_drift(rank * drifts[i / TURN % 2]);
        num_wrong += qdr_clock_resync(MPI_COMM_WORLD, &error) != QDR_OK;
        off_ns = qdr_clock_error_ns();
        num_wrong += off_ns > MIN_NS + qdr_clock_round_trip_ns() / 2;
        if (off_ns > worst_ns)
            worst_ns = off_ns;
    }
    printf("rank %d, %d s: off by at most %" PRId64 " ns, it says %" PRId64
           " at most; the last round trip took %" PRId64 "\n",
           rank, num_checks / 10, worst_ns, qdr_clock_uncertainty_ns(),
           qdr_clock_round_trip_ns());
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_wrong > 0;
}
