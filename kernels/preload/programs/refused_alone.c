/* kernels/preload/programs/refused_alone.c CALL -- the program's first call is
 * wrong on the rank that receives: MPI refuses it there, and the other rank
 * sends and goes on. On two ranks; prints the class of each rank's error. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { MAX_PROCS = 2 };

static int perform(const char *call, int rank)
{
    int sent[MAX_PROCS] = {0}, received[MAX_PROCS];

    if (strcmp(call, "reduce") == 0)
        return MPI_Reduce(sent, rank == 0 ? sent : NULL, 1, MPI_INT, MPI_SUM, 0,
                          MPI_COMM_WORLD);
    if (strcmp(call, "gather") == 0)
        return MPI_Gather(sent, 1, MPI_INT, received, rank == 0 ? -1 : 1,
                          MPI_INT, 0, MPI_COMM_WORLD);
    if (strcmp(call, "bcast") == 0)
        return MPI_Bcast(sent, rank == 1 ? -1 : 1, MPI_INT, 0, MPI_COMM_WORLD);
    return MPI_Scatter(sent, 1, MPI_INT, received, rank == 1 ? -1 : 1, MPI_INT,
                       0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, class, classes[MAX_PROCS] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Error_class(perform(argc > 1 ? argv[1] : "", rank), &class);
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
