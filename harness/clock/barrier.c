/* harness/clock/barrier.c -- see barrier.h. */
#include "harness/clock/barrier.h"

#include <stddef.h>

#include "kernels/messaging/tags.h"

/* An empty message to the rank `distance` further, and one from before. */
static int pass(MPI_Comm comm, int rank, int num_procs, int distance)
{
    return MPI_Sendrecv(NULL, 0, MPI_BYTE, (rank + distance) % num_procs,
                        QDR_TAG_BARRIER, NULL, 0, MPI_BYTE,
                        (rank - distance + num_procs) % num_procs,
                        QDR_TAG_BARRIER, comm, MPI_STATUS_IGNORE);
}

int qdr_barrier(MPI_Comm comm)
{
    int rank, num_procs, code = MPI_SUCCESS;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &num_procs);
    for (int distance = 1; distance < num_procs && code == MPI_SUCCESS;
         distance *= 2)
        code = pass(comm, rank, num_procs, distance);
    return code;
}

int qdr_barrier_latest(MPI_Comm comm, int64_t *value)
{
    int rank, num_procs, code = MPI_SUCCESS;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &num_procs);
    /* To have heard of a rank twice does no harm to a maximum. */
    for (int distance = 1; distance < num_procs && code == MPI_SUCCESS;
         distance *= 2) {
        int64_t heard = *value;
        code =
            MPI_Sendrecv(value, 1, MPI_INT64_T, (rank + distance) % num_procs,
                         QDR_TAG_BARRIER, &heard, 1, MPI_INT64_T,
                         (rank - distance + num_procs) % num_procs,
                         QDR_TAG_BARRIER, comm, MPI_STATUS_IGNORE);
        if (heard > *value)
            *value = heard;
    }
    return code;
}

int qdr_connect(MPI_Comm comm)
{
    int rank, num_procs, code = MPI_SUCCESS;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &num_procs);
    for (int distance = 1; distance < num_procs && code == MPI_SUCCESS;
         distance++)
        code = pass(comm, rank, num_procs, distance);
    return code;
}
