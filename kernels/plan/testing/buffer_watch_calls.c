/* kernels/plan/testing/buffer_watch_calls.c -- the calls that it watches; see
 * buffer_watch.h. */
#include "kernels/plan/testing/buffer_watch.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* A transfer that MPI may be at, or a persistent request. */
typedef struct transfer {
    MPI_Request request;
    const char *begin, *end;
    bool is_receive;
    bool is_active;
    bool is_persistent;
} transfer;

static transfer *transfers;
static size_t num_transfers, room;

static transfer describe(const void *buffer, int count, MPI_Datatype type,
                         bool is_receive)
{
    MPI_Aint lower, extent;

    MPI_Type_get_true_extent(type, &lower, &extent);
    return (transfer){.request = MPI_REQUEST_NULL,
                      .begin = buffer,
                      .end = (const char *)buffer + count * extent,
                      .is_receive = is_receive};
}

static void begin(const transfer *made)
{
    for (size_t i = 0; i < num_transfers; i++) {
        const transfer *other = &transfers[i];
        if (!other->is_active || made->begin >= other->end ||
            other->begin >= made->end ||
            (!made->is_receive && !other->is_receive))
            continue;
        if (qdr_num_overlaps++ < 3)
            fprintf(stderr, "a %s of %ld bytes begins over those of a %s\n",
                    made->is_receive ? "receive" : "send",
                    (long)(made->end - made->begin),
                    other->is_receive ? "receive" : "send");
    }
}

static void keep(transfer made, MPI_Request request)
{
    made.request = request;
    if (num_transfers == room) {
        room = 2 * room + 64;
        transfers = realloc(transfers, room * sizeof *transfers);
        if (transfers == NULL)
            abort();
    }
    transfers[num_transfers++] = made;
}

static void drop(size_t i)
{
    transfers[i] = transfers[--num_transfers];
}

static void complete(MPI_Request request)
{
    for (size_t i = 0; i < num_transfers; i++) {
        if (transfers[i].request != request)
            continue;
        transfers[i].is_active = false;
        if (!transfers[i].is_persistent)
            drop(i);
        return;
    }
}

int MPI_Send(const void *buffer, int count, MPI_Datatype type, int peer,
             int tag, MPI_Comm comm)
{
    const transfer made = describe(buffer, count, type, false);

    begin(&made);
    return PMPI_Send(buffer, count, type, peer, tag, comm);
}

int MPI_Ssend(const void *buffer, int count, MPI_Datatype type, int peer,
              int tag, MPI_Comm comm)
{
    const transfer made = describe(buffer, count, type, false);

    begin(&made);
    return PMPI_Ssend(buffer, count, type, peer, tag, comm);
}

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int peer, int tag,
             MPI_Comm comm, MPI_Status *status)
{
    const transfer made = describe(buffer, count, type, true);

    begin(&made);
    return PMPI_Recv(buffer, count, type, peer, tag, comm, status);
}

static void start(transfer made, MPI_Request request)
{
    begin(&made);
    made.is_active = true;
    keep(made, request);
}

int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int peer,
              int tag, MPI_Comm comm, MPI_Request *request)
{
    int code = PMPI_Isend(buffer, count, type, peer, tag, comm, request);

    start(describe(buffer, count, type, false), *request);
    return code;
}

int MPI_Issend(const void *buffer, int count, MPI_Datatype type, int peer,
               int tag, MPI_Comm comm, MPI_Request *request)
{
    int code = PMPI_Issend(buffer, count, type, peer, tag, comm, request);

    start(describe(buffer, count, type, false), *request);
    return code;
}

int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int peer, int tag,
              MPI_Comm comm, MPI_Request *request)
{
    int code = PMPI_Irecv(buffer, count, type, peer, tag, comm, request);

    start(describe(buffer, count, type, true), *request);
    return code;
}

int MPI_Send_init(const void *buffer, int count, MPI_Datatype type, int peer,
                  int tag, MPI_Comm comm, MPI_Request *request)
{
    int code = PMPI_Send_init(buffer, count, type, peer, tag, comm, request);
    transfer made = describe(buffer, count, type, false);

    made.is_persistent = true;
    keep(made, *request);
    return code;
}

int MPI_Recv_init(void *buffer, int count, MPI_Datatype type, int peer, int tag,
                  MPI_Comm comm, MPI_Request *request)
{
    int code = PMPI_Recv_init(buffer, count, type, peer, tag, comm, request);
    transfer made = describe(buffer, count, type, true);

    made.is_persistent = true;
    keep(made, *request);
    return code;
}

int MPI_Start(MPI_Request *request)
{
    for (size_t i = 0; i < num_transfers; i++)
        if (transfers[i].request == *request) {
            begin(&transfers[i]);
            transfers[i].is_active = true;
        }
    return PMPI_Start(request);
}

int MPI_Request_free(MPI_Request *request)
{
    for (size_t i = 0; i < num_transfers; i++)
        if (transfers[i].request == *request) {
            drop(i);
            break;
        }
    return PMPI_Request_free(request);
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[])
{
    for (int i = 0; i < count; i++)
        if (requests[i] != MPI_REQUEST_NULL)
            complete(requests[i]);
    return PMPI_Waitall(count, requests, statuses);
}
