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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/machine/machine.h"
#include "harness/simulator/processor.h"
#include "harness/simulator/requests.h"

/* What a send that does not say how is, by qdr_sends. */
static const struct {
    int (*send)(const void *, int, MPI_Datatype, int, int, MPI_Comm);
    int (*isend)(const void *, int, MPI_Datatype, int, int, MPI_Comm,
                 MPI_Request *);
    int (*send_init)(const void *, int, MPI_Datatype, int, int, MPI_Comm,
                     MPI_Request *);
} sends[QDR_NUM_SENDS] = {
    [QDR_SENDS_RENDEZVOUS] = {PMPI_Ssend, PMPI_Issend, PMPI_Ssend_init},
    [QDR_SENDS_EAGER] = {PMPI_Send, PMPI_Isend, PMPI_Send_init},
};

/* SimGrid gives every rank its own copy of these. */
static double send_overhead_s, receive_overhead_s, combining_s_per_byte;
static int sends_by; /* a qdr_sends */
static qdr_processor *processor;

/* Posted receives, whose overhead is charged when they are awaited; and the
 * persistent ones, posted or not. */
static qdr_requests posted, persistent_receives;

static void charge(double duration_s)
{
    qdr_processor_work(processor, duration_s);
}

int MPI_Init(int *argc, char ***argv)
{
    const char *path = getenv("QDR_SOFTWARE");
    qdr_software *software;
    qdr_active_costs active = {0, 0};
    qdr_error error = {""};

    if (path != NULL) {
        if (qdr_software_load(path, &software, &error) != QDR_OK) {
            fprintf(stderr, "message layer: %s\n", error.text);
            abort();
        }
        send_overhead_s = software->send_overhead_us * 1e-6;
        receive_overhead_s = software->receive_overhead_us * 1e-6;
        combining_s_per_byte = software->gamma_ns * 1e-9;
        sends_by = software->sends;
        active = (qdr_active_costs){software->active_send_us * 1e-6,
                                    software->active_receive_us * 1e-6};
        qdr_software_free(software);
    }
    processor = qdr_processor_new(&active);
    return PMPI_Init(argc, argv);
}

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

int MPI_Send(const void *buffer, int count, MPI_Datatype type, int peer,
             int tag, MPI_Comm comm)
{
    charge(send_overhead_s);
    return sends[sends_by].send(buffer, count, type, peer, tag, comm);
}

int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int peer,
              int tag, MPI_Comm comm, MPI_Request *request)
{
    charge(send_overhead_s);
    return sends[sends_by].isend(buffer, count, type, peer, tag, comm, request);
}

int MPI_Issend(const void *buffer, int count, MPI_Datatype type, int peer,
               int tag, MPI_Comm comm, MPI_Request *request)
{
    charge(send_overhead_s);
    return PMPI_Issend(buffer, count, type, peer, tag, comm, request);
}

int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int peer, int tag,
              MPI_Comm comm, MPI_Request *request)
{
    int code = PMPI_Irecv(buffer, count, type, peer, tag, comm, request);

    return code == MPI_SUCCESS ? qdr_request_add(&posted, *request) : code;
}

int MPI_Send_init(const void *buffer, int count, MPI_Datatype type, int peer,
                  int tag, MPI_Comm comm, MPI_Request *request)
{
    return sends[sends_by].send_init(buffer, count, type, peer, tag, comm,
                                     request);
}

int MPI_Recv_init(void *buffer, int count, MPI_Datatype type, int peer, int tag,
                  MPI_Comm comm, MPI_Request *request)
{
    int code = PMPI_Recv_init(buffer, count, type, peer, tag, comm, request);

    return code == MPI_SUCCESS ? qdr_request_add(&persistent_receives, *request)
                               : code;
}

int MPI_Start(MPI_Request *request)
{
    if (qdr_request_find(&persistent_receives, *request) >= 0) {
        int code = qdr_request_add(&posted, *request);
        return code == MPI_SUCCESS ? PMPI_Start(request) : code;
    }
    charge(send_overhead_s);
    return PMPI_Start(request);
}

int MPI_Request_free(MPI_Request *request)
{
    qdr_request_take(&persistent_receives, *request);
    return PMPI_Request_free(request);
}

int MPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses)
{
    int num_receives = 0;
    int code;

    for (int i = 0; i < count; i++)
        num_receives += qdr_request_take(&posted, requests[i]);
    code = PMPI_Waitall(count, requests, statuses);
    charge(num_receives * receive_overhead_s);
    return code;
}

/* A copy, because a wait clears what it completes; NULL if memory is out. */
static MPI_Request *copy_requests(int count, const MPI_Request *requests)
{
    size_t bytes = (size_t)count * sizeof *requests;
    MPI_Request *copied = malloc(bytes + 1);

    if (copied != NULL)
        memcpy(copied, requests, bytes);
    return copied;
}

/* Charges the receive among before[], which is freed, that is complete:
 * `index`, or MPI_UNDEFINED. */
static void charge_completed(MPI_Request *before, int index)
{
    if (index != MPI_UNDEFINED)
        charge(qdr_request_take(&posted, before[index]) * receive_overhead_s);
    free(before);
}

int MPI_Waitany(int count, MPI_Request *requests, int *index,
                MPI_Status *status)
{
    MPI_Request *before = copy_requests(count, requests);
    int code = before == NULL ? MPI_ERR_NO_MEM
                              : PMPI_Waitany(count, requests, index, status);

    charge_completed(before, code == MPI_SUCCESS ? *index : MPI_UNDEFINED);
    return code;
}

int MPI_Testany(int count, MPI_Request *requests, int *index, int *flag,
                MPI_Status *status)
{
    MPI_Request *before = copy_requests(count, requests);
    int code = before == NULL
                   ? MPI_ERR_NO_MEM
                   : PMPI_Testany(count, requests, index, flag, status);

    charge_completed(before,
                     code == MPI_SUCCESS && *flag ? *index : MPI_UNDEFINED);
    return code;
}

/* Arithmetic: the node's processor combines so many bytes a second. */
int MPI_Reduce_local(const void *from, void *into, int count, MPI_Datatype type,
                     MPI_Op op)
{
    int code = PMPI_Reduce_local(from, into, count, type, op);
    int size = 0;

    if (code == MPI_SUCCESS)
        code = PMPI_Type_size(type, &size);
    charge((double)count * size * combining_s_per_byte);
    return code;
}

/* The control network's sums, concatenation and barrier are not modelled yet:
 * SimGrid's own, over the data network. */
int MPI_Reduce_scatter_block(const void *send, void *receive, int count,
                             MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    return PMPI_Reduce_scatter_block(send, receive, count, type, op, comm);
}

int MPI_Allgatherv(const void *send, int count, MPI_Datatype send_type,
                   void *receive, const int *counts, const int *displacements,
                   MPI_Datatype receive_type, MPI_Comm comm)
{
    return PMPI_Allgatherv(send, count, send_type, receive, counts,
                           displacements, receive_type, comm);
}

int MPI_Barrier(MPI_Comm comm)
{
    return PMPI_Barrier(comm);
}
