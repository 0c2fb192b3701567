/* harness/self_tests/planning_calls.c -- prints how many collective calls of
 * MPI a planning call makes, a csv line per operation.
 *
 * Type, operator and parts are the simplest; every rank sends one message.
 */
#include <stdio.h>
#include <stdlib.h>

#include "kernels/quadrille.h"

static int rank, p, num_calls;

/* Plans in shared memory, which have no mode, need more calls. */
static const qdr_plan_options messages = {.size = sizeof messages,
                                          .mode = "dataflow"};

/* Replace the library's own; those that planning may use. */
#define COUNT(name, parameters, arguments)                                     \
    int MPI_##name parameters                                                  \
    {                                                                          \
        num_calls++;                                                           \
        return PMPI_##name arguments;                                          \
    }

COUNT(Allreduce,
      (const void *from, void *to, int count, MPI_Datatype type, MPI_Op op,
       MPI_Comm comm),
      (from, to, count, type, op, comm))
COUNT(Bcast,
      (void *data, int count, MPI_Datatype type, int root, MPI_Comm comm),
      (data, count, type, root, comm))
COUNT(Comm_dup, (MPI_Comm comm, MPI_Comm *out), (comm, out))
COUNT(Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm *out),
      (comm, color, key, out))
COUNT(Barrier, (MPI_Comm comm), (comm))
COUNT(Allgather,
      (const void *from, int count, MPI_Datatype type, void *to, int to_count,
       MPI_Datatype to_type, MPI_Comm comm),
      (from, count, type, to, to_count, to_type, comm))
COUNT(Allgatherv,
      (const void *from, int count, MPI_Datatype type, void *to,
       const int *counts, const int *begins, MPI_Datatype to_type,
       MPI_Comm comm),
      (from, count, type, to, counts, begins, to_type, comm))
COUNT(Reduce_scatter_block,
      (const void *from, void *to, int count, MPI_Datatype type, MPI_Op op,
       MPI_Comm comm),
      (from, to, count, type, op, comm))

static qdr_status plan(int operation, qdr_plan **out, qdr_error *error)
{
    const MPI_Comm comm = MPI_COMM_WORLD;
    const MPI_Datatype type = MPI_DOUBLE;
    const qdr_block sent = {.peer = (rank + 1) % p, .bytes = 8},
                    received = {.peer = (rank + p - 1) % p, .bytes = 8};

    switch (operation) {
    case 0:
        return qdr_plan_bcast(out, NULL, &messages, (int64_t)8 * p, 0, comm,
                              error);
    case 1:
        return qdr_plan_scatter(out, NULL, &messages, p, NULL, type, 0, comm,
                                error);
    case 2:
        return qdr_plan_gather(out, NULL, &messages, p, NULL, type, 0, comm,
                               error);
    case 3:
        return qdr_plan_allgather(out, NULL, &messages, p, NULL, type, comm,
                                  error);
    case 4:
        return qdr_plan_reduce(out, NULL, &messages, p, type, MPI_SUM, 0, comm,
                               error);
    case 5:
        return qdr_plan_allreduce(out, NULL, &messages, p, type, MPI_SUM, comm,
                                  error);
    case 6:
        return qdr_plan_reduce_scatter(out, NULL, &messages, p, NULL, type,
                                       MPI_SUM, comm, error);
    default:
        return qdr_plan_blocks(out, NULL, NULL, 1, &sent, 1, &received, comm,
                               error);
    }
}

int main(int argc, char **argv)
{
    static const char *const names[] = {
        "bcast",  "scatter",   "gather",         "allgather",
        "reduce", "allreduce", "reduce_scatter", "alltoallv"};
    qdr_plan *first = NULL;
    qdr_error error = {""};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    /* The first plan of a communicator copies it, once. */
    if (plan(0, &first, &error) != QDR_OK) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    if (rank == 0)
        printf("operation,calls\n");
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
        qdr_plan *made = NULL;
        num_calls = 0;
        if (plan(i, &made, &error) != QDR_OK) {
            fprintf(stderr, "%s: %s\n", names[i], error.text);
            return EXIT_FAILURE;
        }
        if (rank == 0)
            printf("%s,%d\n", names[i], num_calls);
        qdr_plan_free(&made);
    }
    qdr_plan_free(&first);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
