/* collectives.c -- every collective of the library, once. docs/collectives.md
 * says how to compile it. */
#include <quadrille.h>
#include <stdio.h>

enum { COUNT = 1000 };

static int rank;

/* Executes a plan once and frees it. */
static void run(qdr_status status, qdr_plan **plan, const void *send,
                void *receive, qdr_error *error)
{
    if (status != QDR_OK ||
        qdr_plan_execute(*plan, send, receive, error) != QDR_OK) {
        fprintf(stderr, "rank %d: %s\n", rank, error->text);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    qdr_plan_free(plan);
}

/* Parts of different lengths: rank r has r + 1 numbers. Returns how many there
 * are in all. */
static int64_t collect(const double *part, double *all, MPI_Comm comm,
                       qdr_error *error)
{
    int64_t counts[40], total = 0;
    int p;
    qdr_plan *plan = NULL;

    MPI_Comm_size(comm, &p);
    if (p > 40)
        return 0;
    for (int r = 0; r < p; r++)
        total += counts[r] = r + 1;
    run(qdr_plan_allgather(&plan, NULL, NULL, total, counts, MPI_DOUBLE, comm,
                           error),
        &plan, part, all, error);
    return total;
}

int main(int argc, char **argv)
{
    static double all[COUNT], part[COUNT], sum[COUNT];
    MPI_Comm comm = MPI_COMM_WORLD;
    qdr_error error = {""};
    qdr_plan *plan = NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    for (int i = 0; i < COUNT; i++)
        all[i] = rank == 0 ? i : -1;

    /* From rank 0 to everybody; bytes. */
    run(qdr_plan_bcast(&plan, NULL, NULL, sizeof all, 0, comm, &error), &plan,
        all, all, &error);
    /* Each rank's part, of about COUNT / p numbers, from rank 0. */
    run(qdr_plan_scatter(&plan, NULL, NULL, COUNT, NULL, MPI_DOUBLE, 0, comm,
                         &error),
        &plan, all, part, &error);
    /* The parts back to rank 0, and then to everybody. */
    run(qdr_plan_gather(&plan, NULL, NULL, COUNT, NULL, MPI_DOUBLE, 0, comm,
                        &error),
        &plan, part, sum, &error);
    run(qdr_plan_allgather(&plan, NULL, NULL, COUNT, NULL, MPI_DOUBLE, comm,
                           &error),
        &plan, part, all, &error);
    /* The sum of everybody's numbers: at rank 0, at everybody, in parts. */
    run(qdr_plan_reduce(&plan, NULL, NULL, COUNT, MPI_DOUBLE, MPI_SUM, 0, comm,
                        &error),
        &plan, all, sum, &error);
    run(qdr_plan_allreduce(&plan, NULL, NULL, COUNT, MPI_DOUBLE, MPI_MAX, comm,
                           &error),
        &plan, MPI_IN_PLACE, all, &error);
    run(qdr_plan_reduce_scatter(&plan, NULL, NULL, COUNT, NULL, MPI_DOUBLE,
                                MPI_SUM, comm, &error),
        &plan, all, part, &error);
    if (rank == 0)
        printf("the last number is %g, its sum over all %g\n", all[COUNT - 1],
               sum[COUNT - 1]);
    if (collect(part, all, comm, &error) > COUNT)
        return 1;
    MPI_Finalize();
    return 0;
}
