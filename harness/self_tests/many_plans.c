/* harness/self_tests/many_plans.c -- what many plans cost.
 *
 * usage: mpirun -np P many_plans
 *
 * `./quadrille bench self` runs it. Makes and frees NUM_MADE plans of a message
 * to the next rank on one communicator; NUM_ALIVE exist at a time. Then makes a
 * plan on each of NUM_COMMUNICATORS communicators, which are freed before their
 * plans. Prints one line: microseconds to make and free a plan, the bytes of
 * memory of a plan, microseconds to make a communicator with a plan and free
 * both, and the bytes of memory of a communicator besides MPI_Comm_dup's.
 */
#include <malloc.h>
#include <mpi.h>
#include <stdio.h>

#include "harness/self_tests/speed.h"
#include "kernels/quadrille.h"

enum {
    NUM_MADE = 100000,
    NUM_ALIVE = 1000,
    NUM_COMMUNICATORS = 10000,
    NUM_COUNTED = 200 /* communicators at a time */
};

static int rank, num_procs;

static qdr_plan *make(MPI_Comm comm)
{
    const qdr_block sent = {(rank + 1) % num_procs, 0, 8};
    const qdr_block received = {(rank + num_procs - 1) % num_procs, 0, 8};
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    qdr_speed_require(qdr_plan_blocks(&plan, "scattered", NULL, 1, &sent, 1,
                                      &received, comm, &error),
                      &error);
    return plan;
}

static double bytes_in_use(void)
{
    const struct mallinfo2 info = mallinfo2();

    return (double)info.uordblks + (double)info.hblkhd;
}

/* Of a plan. */
static double time_plans(double *out_bytes)
{
    static qdr_plan *plans[NUM_ALIVE];
    double begin_s = MPI_Wtime(), before = 0;

    for (int i = 0; i < NUM_MADE; i++) {
        qdr_plan **at = &plans[i % NUM_ALIVE];
        /* The first ones make the communicator, and the choices. */
        if (i == 1)
            before = bytes_in_use();
        if (i == NUM_ALIVE)
            *out_bytes = (bytes_in_use() - before) / (NUM_ALIVE - 1);
        qdr_plan_free(at);
        *at = make(MPI_COMM_WORLD);
    }
    for (int i = 0; i < NUM_ALIVE; i++)
        qdr_plan_free(&plans[i]);
    return (MPI_Wtime() - begin_s) * 1e6 / NUM_MADE;
}

/* Memory of NUM_COUNTED communicators, with or without a plan that was freed,
 * each. */
static double count_bytes(int has_plan)
{
    static MPI_Comm comms[NUM_COUNTED];
    double before = bytes_in_use(), bytes;

    for (int i = 0; i < NUM_COUNTED; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
        if (has_plan) {
            qdr_plan *plan = make(comms[i]);
            qdr_plan_free(&plan);
        }
    }
    bytes = (bytes_in_use() - before) / NUM_COUNTED;
    for (int i = 0; i < NUM_COUNTED; i++)
        MPI_Comm_free(&comms[i]);
    return bytes;
}

static double time_communicators(void)
{
    double begin_s = MPI_Wtime();

    for (int i = 0; i < NUM_COMMUNICATORS; i++) {
        MPI_Comm comm;
        qdr_plan *plan;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        plan = make(comm);
        MPI_Comm_free(&comm);
        qdr_plan_free(&plan);
    }
    return (MPI_Wtime() - begin_s) * 1e6 / NUM_COMMUNICATORS;
}

int main(int argc, char **argv)
{
    double plan_us, plan_bytes = 0, communicator_us, communicator_bytes;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &num_procs);
    plan_us = time_plans(&plan_bytes);
    communicator_us = time_communicators();
    communicator_bytes = count_bytes(1) - count_bytes(0);
    if (rank == 0)
        printf("%.2f %.0f %.2f %.0f\n", plan_us, plan_bytes, communicator_us,
               communicator_bytes);
    MPI_Finalize();
    return 0;
}
