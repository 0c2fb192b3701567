/* harness/simulator/clock_simulated.c -- ../clock/clock.h in the simulator.
 *
 * Simulated time is a double in seconds, so the rounding of a sum depends on
 * the time: the same cell, run first or second, would differ in the last
 * digits. Therefore every sample starts at a whole second between EPOCH_S and 2
 * EPOCH_S. Doubles have one spacing there, 2^-40 s, and a second is a multiple
 * of it. So every sample has the same rounding and the same nanoseconds,
 * independent of what ran before it.
 */
#include "harness/clock/clock.h"

#include <math.h>
#include <simgrid/actor.h>

#include "harness/simulator/processor.h"
#include "harness/simulator/skew.h"

static const double EPOCH_S = 4096;

/* Between the last stops of two ranks before a start: 2^-20 s, exact. */
static const double STOP_S = 1.0 / (1 << 20);

/* More than all stops, and than it takes to leave the agreement. */
static const double LEAVING_S = 1.0 / 16;

qdr_status qdr_clock_init(MPI_Comm comm, qdr_error *error)
{
    (void)comm;
    (void)error;
    return QDR_OK;
}

qdr_status qdr_clock_resync(MPI_Comm comm, qdr_error *error)
{
    (void)comm;
    (void)error;
    return QDR_OK;
}

int64_t qdr_clock_uncertainty_ns(void)
{
    return 0;
}

qdr_timer qdr_clock_timer(void)
{
    return (qdr_timer){0, 0};
}

int64_t qdr_clock_now_ns(void)
{
    double now, second;

    qdr_processor_settle(qdr_processor_own());
    now = MPI_Wtime();
    second = floor(now); /* now - second is exact */

    return (int64_t)second * 1000000000 + llround((now - second) * 1e9);
}

/* The first sleep may end one rounding off; from there the distance, and so the
 * next sleep, is exact. */
static void sleep_until(double time_s)
{
    while (MPI_Wtime() < time_s)
        sg_actor_sleep_until(time_s);
}

/* SimGrid continues ranks of one instant in the order in which they went to
 * sleep. Each stops at a moment of its own before the start, so that this order
 * is that of ranks, whatever they did before. */
qdr_status qdr_clock_start_together(MPI_Comm comm, uint64_t draw,
                                    qdr_error *error)
{
    double latest = MPI_Wtime();
    double start;
    int rank, num_procs;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &num_procs);
    if (MPI_Allreduce(MPI_IN_PLACE, &latest, 1, MPI_DOUBLE, MPI_MAX, comm) !=
        MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI,
                        "agreeing on a start time failed");
    start = fmax(EPOCH_S, floor(latest + LEAVING_S) + 1);
    if (start + 1 >= 2 * EPOCH_S)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "the launch is longer than %g simulated seconds; "
                        "accepted: a smaller cells_per_launch",
                        EPOCH_S);
    sleep_until(start - (num_procs - rank) * STOP_S);
    qdr_processor_poll(qdr_processor_own(), false);
    qdr_skew_draw(draw);
    sleep_until(start + qdr_skew_next_s());
    return QDR_OK;
}

qdr_status qdr_clock_agree(MPI_Comm comm, int64_t *time_ns, qdr_error *error)
{
    if (MPI_Allreduce(MPI_IN_PLACE, time_ns, 1, MPI_INT64_T, MPI_MAX, comm) ==
        MPI_SUCCESS)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_MPI, "agreeing on a time failed");
}

int64_t qdr_clock_wait_until(int64_t time_ns)
{
    sg_actor_sleep_until((double)time_ns * 1e-9);
    return 0;
}

int qdr_clock_is_simulated(void)
{
    return 1;
}
