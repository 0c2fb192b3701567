/* kernels/preload/programs/refused_alone.c CALL BEFORE -- a call is wrong on
 * the rank that receives: MPI refuses it there, and the other rank sends and
 * goes on. It is the first of all, or, on a communicator of its own, comes
 * after BEFORE right ones. On two ranks; prints the class of each rank's error.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PROCS = 2 };

static int perform(const char *call, int rank, MPI_Comm comm)
{
    int sent[MAX_PROCS] = {0}, received[MAX_PROCS];

    if (strcmp(call, "reduce") == 0)
        return MPI_Reduce(sent, rank == 0 ? sent : NULL, 1, MPI_INT, MPI_SUM, 0,
                          comm);
    if (strcmp(call, "gather") == 0)
        return MPI_Gather(sent, 1, MPI_INT, received, rank == 0 ? -1 : 1,
                          MPI_INT, 0, comm);
    if (strcmp(call, "bcast") == 0)
        return MPI_Bcast(sent, rank == 1 ? -1 : 1, MPI_INT, 0, comm);
    return MPI_Scatter(sent, 1, MPI_INT, received, rank == 1 ? -1 : 1, MPI_INT,
                       0, comm);
}

int main(int argc, char **argv)
{
    int before = atoi(argv[2]), rank, class = 0, classes[MAX_PROCS] = {0};
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (before > 0)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int i = 0; i < before; i++)
        MPI_Bcast(&class, 1, MPI_INT, 0, comm);
    MPI_Error_class(perform(argv[1], rank, comm), &class);
    /* No collective call: what the refused one would have received is there. */
    if (rank == 1)
        MPI_Send(&class, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&classes[1], 1, MPI_INT, 1, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    classes[rank] = class;
    if (rank == 0)
        printf("%d %d\n", classes[0], classes[1]);
    MPI_Finalize();
    return 0;
}
