/* harness/self_tests/execute_speed.c -- what qdr_plan_execute costs by itself.
 *
 * usage: mpirun -np 2 execute_speed
 *
 * `./quadrille bench self` runs it. The plan of no messages on MPI_COMM_SELF
 * calls no MPI, so its time is all our own; two ranks cannot resolve it. The
 * plan of "mpi_alltoall" wraps MPI_Alltoall, which takes turns with it. Prints
 * one line: nanoseconds a call of the empty plan, of the wrapping plan, and of
 * MPI_Alltoall alone. Each is the fastest of NUM_TURNS means, because other
 * work on the machine only adds time.
 */
#include <mpi.h>
#include <stdio.h>

#include "harness/self_tests/speed.h"
#include "kernels/quadrille.h"

enum {
    NUM_TURNS = 1000,
    NUM_EMPTY = 10000, /* calls a turn, 10^7 in all */
    NUM_WRAPPED = 200,
    BYTES = 8
};

/* Mean of num_calls executions, or of MPI_Alltoall if the plan is NULL; ns. */
static double time_calls(qdr_plan *plan, int num_calls)
{
    char send[2 * BYTES] = {0}, receive[2 * BYTES];
    qdr_error error = {""};
    double begin_s = MPI_Wtime();

    for (int i = 0; i < num_calls; i++)
        if (plan != NULL)
            qdr_speed_require(qdr_plan_execute(plan, send, receive, &error),
                              &error);
        else
            MPI_Alltoall(send, BYTES, MPI_BYTE, receive, BYTES, MPI_BYTE,
                         MPI_COMM_WORLD);
    return (MPI_Wtime() - begin_s) * 1e9 / num_calls;
}

int main(int argc, char **argv)
{
    double empty_ns = 0, wrapped_ns = 0, alone_ns = 0;
    qdr_plan *empty = NULL, *wrapping = NULL;
    qdr_error error = {""};
    int rank, num_procs;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &num_procs);
    if (num_procs != 2) {
        fprintf(stderr, "execute_speed: %d processes; accepted: 2\n",
                num_procs);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    qdr_speed_require(qdr_plan_blocks(&empty, NULL, NULL, 0, NULL, 0, NULL,
                                      MPI_COMM_SELF, &error),
                      &error);
    qdr_speed_require(qdr_plan_alltoall(&wrapping, "mpi_alltoall", NULL, BYTES,
                                        MPI_COMM_WORLD, &error),
                      &error);
    for (int turn = 0; turn < NUM_TURNS; turn++) {
        qdr_speed_keep_min(&empty_ns, time_calls(empty, NUM_EMPTY));
        MPI_Barrier(MPI_COMM_WORLD);
        qdr_speed_keep_min(&wrapped_ns, time_calls(wrapping, NUM_WRAPPED));
        qdr_speed_keep_min(&alone_ns, time_calls(NULL, NUM_WRAPPED));
    }
    if (rank == 0)
        printf("%.2f %.2f %.2f\n", empty_ns, wrapped_ns, alone_ns);
    qdr_plan_free(&wrapping);
    qdr_plan_free(&empty);
    MPI_Finalize();
    return 0;
}
