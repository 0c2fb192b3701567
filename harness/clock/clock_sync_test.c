/* harness/clock/clock_sync_test.c -- offsets and drifts of clocks are found,
 * through real MPI.
 *
 * Every rank but 0 gets its own offset and drift. All share a host, so
 * CLOCK_MONOTONIC gives the time of rank 0. The global clock must be within 1
 * us plus half the round trip of it, at once and after a while; where ranks
 * outnumber cores the reported uncertainty is added.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "harness/clock/clock.h"
#include "harness/clock/clock_injected.h"

enum { MIN_NS = 1000 };

static int check(int rank, int p, const char *when)
{
    int64_t allowed = MIN_NS + qdr_clock_round_trip_ns() / 2;
    int64_t off;

    /* Where ranks wait for a core, time passes between the last ping and this
     * reading: the drift that the clock reports for it is added. */
    if (p > sysconf(_SC_NPROCESSORS_ONLN))
        allowed += qdr_clock_uncertainty_ns();
    off = qdr_clock_error_ns();
    printf("rank %d of %d, %s: off by %" PRId64 " ns, allowed %" PRId64 "\n",
           rank, p, when, off, allowed);
    return off > allowed;
}

int main(int argc, char **argv)
{
    const struct timespec pause = {0, 300000000};
    qdr_error error = {""};
    int rank, p, num_wrong = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    qdr_clock_inject(rank * (int64_t)777777777, rank * 15e-6);
    /* Uncorrected, the clocks of two ranks differ by 0.8 s. */
    num_wrong += rank > 0 && qdr_clock_error_ns() < 700000000;
    if (qdr_clock_init(MPI_COMM_WORLD, &error) != QDR_OK)
        num_wrong++;
    num_wrong += check(rank, p, "at once");
    for (int i = 0; i < 5; i++) {
        nanosleep(&pause, NULL);
        if (qdr_clock_resync(MPI_COMM_WORLD, &error) != QDR_OK)
            num_wrong++;
    }
    num_wrong += check(rank, p, "a second and a half later");
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_wrong > 0;
}
