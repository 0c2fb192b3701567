/* harness/simulator/message_layer.c -- the message software of a machine,
 * charged below unchanged kernels.
 *
 * Linked into simulated programs only. It defines the MPI calls of
 * kernels/executor/mpi_calls.txt; each charges its rank what the machine's
 * library cost and passes on to SimGrid's PMPI call, which simulates the
 * network. A charge is simulated time in which the rank does nothing else.
 *
 * The costs come from the software YAML that QDR_SOFTWARE names, read once a
 * rank in MPI_Init; without it nothing is charged.
 */
#include <mpi.h>
#include <simgrid/actor.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/experiment/machine.h"

/* SimGrid gives every rank its own copy of these. */
static double send_overhead_s, receive_overhead_s;

/* Posted receives, whose overhead is charged when they are awaited. */
static MPI_Request *posted;
static int num_posted, posted_capacity;

static void charge(double duration_s)
{
    if (duration_s > 0)
        sg_actor_sleep_for(duration_s);
}

int MPI_Init(int *argc, char ***argv)
{
    const char *path = getenv("QDR_SOFTWARE");
    qdr_software *software;
    qdr_error error = {""};

    if (path != NULL) {
        if (qdr_software_load(path, &software, &error) != QDR_OK) {
            fprintf(stderr, "message layer: %s\n", error.text);
            abort();
        }
        send_overhead_s = software->send_overhead_us * 1e-6;
        receive_overhead_s = software->receive_overhead_us * 1e-6;
        qdr_software_free(software);
    }
    return PMPI_Init(argc, argv);
}

/* CMMD 1.x sends synchronously: the sender prepares, waits for its receiver,
 * then the data move [ponnusamy1992, Sec. 2]. */
int MPI_Ssend(const void *buffer, int count, MPI_Datatype type, int peer,
              int tag, MPI_Comm comm)
{
    charge(send_overhead_s);
    return PMPI_Ssend(buffer, count, type, peer, tag, comm);
}

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int peer, int tag,
             MPI_Comm comm, MPI_Status *status)
{
    int code = PMPI_Recv(buffer, count, type, peer, tag, comm, status);

    charge(receive_overhead_s);
    return code;
}

/* A blocking send ends when its receiver has the data: a rendezvous, too. */
int MPI_Send(const void *buffer, int count, MPI_Datatype type, int peer,
             int tag, MPI_Comm comm)
{
    charge(send_overhead_s);
    return PMPI_Ssend(buffer, count, type, peer, tag, comm);
}

int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int peer,
              int tag, MPI_Comm comm, MPI_Request *request)
{
    charge(send_overhead_s);
    return PMPI_Issend(buffer, count, type, peer, tag, comm, request);
}

int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int peer, int tag,
              MPI_Comm comm, MPI_Request *request)
{
    int code = PMPI_Irecv(buffer, count, type, peer, tag, comm, request);

    if (num_posted == posted_capacity) {
        int capacity = posted_capacity == 0 ? 64 : 2 * posted_capacity;
        MPI_Request *grown = realloc(posted, (size_t)capacity * sizeof *grown);
        if (grown == NULL)
            return MPI_ERR_NO_MEM;
        posted = grown;
        posted_capacity = capacity;
    }
    posted[num_posted++] = *request;
    return code;
}

/* Takes the request off the posted receives; the number taken, 0 or 1. */
static int take_posted(MPI_Request request)
{
    for (int i = 0; i < num_posted; i++)
        if (posted[i] == request) {
            posted[i] = posted[--num_posted];
            return 1;
        }
    return 0;
}

int MPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses)
{
    int num_receives = 0;
    int code;

    for (int i = 0; i < count; i++)
        if (requests[i] != MPI_REQUEST_NULL)
            num_receives += take_posted(requests[i]);
    code = PMPI_Waitall(count, requests, statuses);
    charge(num_receives * receive_overhead_s);
    return code;
}

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    int num_receives = *request == MPI_REQUEST_NULL ? 0 : take_posted(*request);
    int code = PMPI_Wait(request, status);

    charge(num_receives * receive_overhead_s);
    return code;
}

/* The control network's barrier is not modelled yet: SimGrid's own, over the
 * data network. */
int MPI_Barrier(MPI_Comm comm)
{
    return PMPI_Barrier(comm);
}
