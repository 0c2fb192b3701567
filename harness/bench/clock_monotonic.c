/* harness/bench/clock_monotonic.c -- clock.h on real machines.
 *
 * CLOCK_MONOTONIC is one clock for all processes of a host, so it is a global
 * clock as long as all ranks share a host; other launches are refused.
 */
#include <time.h>

#include "harness/bench/clock.h"

qdr_status qdr_clock_init(MPI_Comm comm, qdr_error *error)
{
    MPI_Comm host;
    int on_host, in_all;

    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    MPI_Comm_size(host, &on_host);
    MPI_Comm_free(&host);
    MPI_Comm_size(comm, &in_all);
    /* Every rank must come to the same answer. */
    MPI_Allreduce(MPI_IN_PLACE, &on_host, 1, MPI_INT, MPI_MIN, comm);
    if (on_host == in_all)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "a host has %d of the %d ranks; accepted are launches on "
                    "one host, whose ranks share a clock",
                    on_host, in_all);
}

int64_t qdr_clock_now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

qdr_status qdr_clock_start_together(MPI_Comm comm, qdr_error *error)
{
    if (MPI_Barrier(comm) == MPI_SUCCESS)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_MPI, "the barrier before a sample failed");
}

int qdr_clock_is_simulated(void)
{
    return 0;
}
