/* harness/self_tests/update_speed.c -- what qdr_plan_update costs.
 *
 * usage: mpirun -np P update_speed ALGORITHM
 *
 * `./quadrille bench self` runs it. Every rank has a message for every other,
 * whose lengths change at each call; receives are given. Updates of one plan
 * take turns with plans made anew, and with an MPI_Alltoall of lengths, which
 * programs call if a rank knows its own only. Prints one line: microseconds of
 * an update, of planning and freeing, and of that MPI_Alltoall. Each is the
 * fastest of NUM_TURNS means, because other work on the machine only adds time.
 */
#include <mpi.h>
#include <stdio.h>

#include "harness/self_tests/speed.h"
#include "kernels/quadrille.h"

enum { NUM_TURNS = 50, NUM_CALLS = 20, MAX_PROCS = 64, LONGEST = 4096 };

static int rank, num_procs;

/* Of the message src -> dst in step `step`. */
static int64_t length_of(int src, int dst, int step)
{
    return 1 + (src * 131 + dst * 31 + step * 17) % LONGEST;
}

/* This rank's messages in a step; returns their number. */
static int place(int step, qdr_block *sends, qdr_block *receives)
{
    int count = 0;

    for (int r = 0; r < num_procs; r++) {
        int64_t begin = (int64_t)r * LONGEST;
        if (r == rank)
            continue;
        sends[count] = (qdr_block){r, begin, length_of(rank, r, step)};
        receives[count++] = (qdr_block){r, begin, length_of(r, rank, step)};
    }
    return count;
}

/* Mean of NUM_CALLS updates of `plan`, or of plans made anew if it is NULL; us.
 */
static double time_plans(qdr_plan *plan, const char *algorithm, int first_step)
{
    qdr_block sends[MAX_PROCS], receives[MAX_PROCS];
    qdr_error error = {""};
    double begin_s = MPI_Wtime();

    for (int i = 0; i < NUM_CALLS; i++) {
        int count = place(first_step + i, sends, receives);
        qdr_plan *made = NULL;
        if (plan != NULL) {
            const qdr_messages next = {.size = sizeof next,
                                       .num_sends = count,
                                       .sends = sends,
                                       .num_receives = count,
                                       .receives = receives};
            qdr_speed_require(qdr_plan_update(plan, &next, &error), &error);
            continue;
        }
        qdr_speed_require(qdr_plan_blocks(&made, algorithm, NULL, count, sends,
                                          count, receives, MPI_COMM_WORLD,
                                          &error),
                          &error);
        qdr_plan_free(&made);
    }
    return (MPI_Wtime() - begin_s) * 1e6 / NUM_CALLS;
}

static double time_lengths(void)
{
    int64_t sent[MAX_PROCS] = {0}, received[MAX_PROCS];
    double begin_s = MPI_Wtime();

    for (int i = 0; i < NUM_CALLS; i++)
        MPI_Alltoall(sent, 1, MPI_INT64_T, received, 1, MPI_INT64_T,
                     MPI_COMM_WORLD);
    return (MPI_Wtime() - begin_s) * 1e6 / NUM_CALLS;
}

int main(int argc, char **argv)
{
    double update_us = 0, plan_us = 0, lengths_us = 0;
    qdr_block sends[MAX_PROCS], receives[MAX_PROCS];
    qdr_plan *plan = NULL;
    qdr_error error = {""};
    int count;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &num_procs);
    if (argc != 2 || num_procs < 2 || num_procs > MAX_PROCS) {
        fprintf(stderr, "usage: mpirun -np 2 to %d update_speed ALGORITHM\n",
                MAX_PROCS);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    count = place(0, sends, receives);
    qdr_speed_require(qdr_plan_blocks(&plan, argv[1], NULL, count, sends, count,
                                      receives, MPI_COMM_WORLD, &error),
                      &error);
    for (int turn = 0; turn < NUM_TURNS; turn++) {
        MPI_Barrier(MPI_COMM_WORLD);
        qdr_speed_keep_min(&update_us, time_plans(plan, argv[1], turn));
        qdr_speed_keep_min(&plan_us, time_plans(NULL, argv[1], turn));
        qdr_speed_keep_min(&lengths_us, time_lengths());
    }
    if (rank == 0)
        printf("%.2f %.2f %.2f\n", update_us, plan_us, lengths_us);
    qdr_plan_free(&plan);
    MPI_Finalize();
    return 0;
}
