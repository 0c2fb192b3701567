/* kernels/messaging/transfer_time.c -- see transfer_time.h. */
#include "kernels/messaging/transfer_time.h"

#include <float.h>
#include <stdlib.h>

#include "kernels/messaging/agreement.h"
#include "kernels/messaging/tags.h"

enum { LENGTH = 1 << 16, NUM_TRIES = 3 };

/* Seconds for `count` bytes to the peer and as many from it. */
static double exchange(char *buffers, int count, int peer, MPI_Comm comm,
                       int *code)
{
    MPI_Request request = MPI_REQUEST_NULL;
    double begin_s = MPI_Wtime();

    if (*code == MPI_SUCCESS)
        *code = MPI_Irecv(buffers + LENGTH, count, MPI_BYTE, peer,
                          QDR_TAG_TRANSFER_TIME, comm, &request);
    if (*code == MPI_SUCCESS)
        *code = MPI_Ssend(buffers, count, MPI_BYTE, peer, QDR_TAG_TRANSFER_TIME,
                          comm);
    if (*code == MPI_SUCCESS)
        *code = MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
    return MPI_Wtime() - begin_s;
}

static void keep_min(double *min, double found)
{
    if (found < *min)
        *min = found;
}

qdr_status qdr_transfer_time_measure(MPI_Comm comm, qdr_transfer_time *out_time,
                                     qdr_error *error)
{
    char *buffers = calloc(LENGTH, 2);
    int rank, num_procs, peer, code = MPI_SUCCESS;
    double empty_s = DBL_MAX, long_s = DBL_MAX;
    int64_t found_ps[2] = {0, 0}; /* start-up, a byte */
    qdr_status status =
        buffers == NULL ? qdr_fail_memory(error, "two messages") : QDR_OK;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &num_procs);
    peer = rank ^ 1;
    status = qdr_agree(comm, status, error);
    /* The first try makes the connection; the fastest was disturbed least. */
    for (int i = 0; i < NUM_TRIES && status == QDR_OK && peer < num_procs;
         i++) {
        keep_min(&empty_s, exchange(buffers, 0, peer, comm, &code));
        keep_min(&long_s, exchange(buffers, LENGTH, peer, comm, &code));
    }
    free(buffers);
    if (status == QDR_OK)
        status = qdr_agree(
            comm, qdr_mpi_status(code, "timing messages to", peer, error),
            error);
    if (status == QDR_OK && peer < num_procs) {
        found_ps[0] = (int64_t)(empty_s * 1e12);
        if (long_s > empty_s)
            found_ps[1] = (int64_t)((long_s - empty_s) * 1e12 / LENGTH);
    }
    if (status == QDR_OK)
        status = qdr_agree_max(comm, found_ps, 2, error);
    *out_time = (qdr_transfer_time){(double)found_ps[0] / 1000,
                                    (double)found_ps[1] / 1000};
    return status;
}

int64_t qdr_transfer_time_ns(const qdr_transfer_time *time, int64_t bytes)
{
    return (int64_t)(time->startup_ns + (double)bytes * time->byte_ns);
}
