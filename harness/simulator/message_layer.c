/* harness/simulator/message_layer.c -- the message software of a machine,
 * charged below unchanged kernels.
 *
 * Linked into simulated programs only. It defines the MPI calls of
 * kernels/executor/mpi_calls.txt; each charges its rank what the machine's
 * library cost and passes on to SimGrid's PMPI call, which simulates the
 * network. A charge is simulated time in which the rank does nothing else.
 *
 * message_costs.c reads the costs; control_network.c has the collective
 * operations.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/machine/machine.h"
#include "harness/simulator/message_costs.h"
#include "harness/simulator/offers.h"
#include "harness/simulator/processor.h"
#include "harness/simulator/rendezvous.h"
#include "harness/simulator/requests.h"

/* The protocol of a standard-mode send, by qdr_sends. */
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

/* Messages in progress, which cost time when they are awaited; and those of
 * persistent requests, started or not. SimGrid gives every rank its own copy.
 */
static qdr_requests posted, requested, persistent_sends, persistent_receives;

static void charge(double duration_s)
{
    qdr_processor_work(qdr_processor_own(), duration_s);
}

static int64_t bytes_of(int count, MPI_Datatype type)
{
    int size = 0;

    PMPI_Type_size(type, &size);
    return (int64_t)count * size;
}

/* The start of every send. Returns whether its receive is posted already. */
static bool begin_send(int64_t bytes, int peer, int tag, MPI_Comm comm)
{
    charge(qdr_message_costs_own()->send_overhead_s);
    return qdr_rendezvous_request(bytes, peer, tag, comm);
}

/* The start of a send that does not block. */
static void start_send(int64_t bytes, int peer, int tag, MPI_Comm comm)
{
    if (!begin_send(bytes, peer, tag, comm))
        qdr_offer_announce(peer, tag, comm);
}

typedef int sending_call(const void *, int, MPI_Datatype, int, int, MPI_Comm);

/* A send that blocks. Only bytes are offered, so that a tail is contiguous. */
static int send_blocking(sending_call *send, const void *buffer, int count,
                         MPI_Datatype type, int peer, int tag, MPI_Comm comm)
{
    bool is_met = begin_send(bytes_of(count, type), peer, tag, comm);
    qdr_message_offer *granted = NULL;
    int64_t tail_bytes = 0;
    int code;

    if (!is_met && type != MPI_BYTE)
        qdr_offer_announce(peer, tag, comm);
    else if (!is_met)
        granted = qdr_offer(buffer, count, peer, tag, comm, &tail_bytes);
    code = send(buffer, count - (int)tail_bytes, type, peer, tag, comm);
    qdr_rendezvous_end(peer, tag, comm);
    if (granted != NULL)
        qdr_offer_end(granted, peer, comm);
    return code;
}

int MPI_Ssend(const void *buffer, int count, MPI_Datatype type, int peer,
              int tag, MPI_Comm comm)
{
    return send_blocking(PMPI_Ssend, buffer, count, type, peer, tag, comm);
}

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int peer, int tag,
             MPI_Comm comm, MPI_Status *status)
{
    const qdr_message_costs *costs = qdr_message_costs_own();
    int code;

    code = qdr_offer_receive(buffer, count, type, peer, tag, comm, status);
    /* A charge of 0 would wait for the message before. */
    if (costs->receive_overhead_s > 0)
        charge(costs->receive_overhead_s);
    qdr_processor_expect(qdr_processor_own(), costs->receive_latency_s);
    return code;
}

int MPI_Send(const void *buffer, int count, MPI_Datatype type, int peer,
             int tag, MPI_Comm comm)
{
    return send_blocking(sends[qdr_message_costs_own()->sends].send, buffer,
                         count, type, peer, tag, comm);
}

/* Records a message in progress, in a set. */
static int note(qdr_requests *set, int code, const MPI_Request *request,
                qdr_pending_message message)
{
    if (code != MPI_SUCCESS)
        return code;
    message.request = *request;
    return qdr_request_add(set, &message);
}

int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int peer,
              int tag, MPI_Comm comm, MPI_Request *request)
{
    start_send(bytes_of(count, type), peer, tag, comm);
    return note(&requested,
                sends[qdr_message_costs_own()->sends].isend(
                    buffer, count, type, peer, tag, comm, request),
                request,
                (qdr_pending_message){.peer = peer, .tag = tag, .comm = comm});
}

int MPI_Issend(const void *buffer, int count, MPI_Datatype type, int peer,
               int tag, MPI_Comm comm, MPI_Request *request)
{
    start_send(bytes_of(count, type), peer, tag, comm);
    return note(
        &requested, PMPI_Issend(buffer, count, type, peer, tag, comm, request),
        request, (qdr_pending_message){.peer = peer, .tag = tag, .comm = comm});
}

int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int peer, int tag,
              MPI_Comm comm, MPI_Request *request)
{
    qdr_processor_settle(qdr_processor_own());
    qdr_offer_refuse(peer, tag, comm);
    qdr_rendezvous_receive(peer, tag, comm, true);
    return note(
        &posted, PMPI_Irecv(buffer, count, type, peer, tag, comm, request),
        request, (qdr_pending_message){.peer = peer, .tag = tag, .comm = comm});
}

int MPI_Send_init(const void *buffer, int count, MPI_Datatype type, int peer,
                  int tag, MPI_Comm comm, MPI_Request *request)
{
    return note(&persistent_sends,
                sends[qdr_message_costs_own()->sends].send_init(
                    buffer, count, type, peer, tag, comm, request),
                request,
                (qdr_pending_message){.peer = peer,
                                      .tag = tag,
                                      .comm = comm,
                                      .bytes = bytes_of(count, type)});
}

int MPI_Recv_init(void *buffer, int count, MPI_Datatype type, int peer, int tag,
                  MPI_Comm comm, MPI_Request *request)
{
    return note(&persistent_receives,
                PMPI_Recv_init(buffer, count, type, peer, tag, comm, request),
                request,
                (qdr_pending_message){.peer = peer, .tag = tag, .comm = comm});
}

int MPI_Start(MPI_Request *request)
{
    const qdr_pending_message *sent =
        qdr_request_find(&persistent_sends, *request);
    const qdr_pending_message *received =
        qdr_request_find(&persistent_receives, *request);
    int code = MPI_SUCCESS;

    if (sent != NULL) {
        start_send(sent->bytes, sent->peer, sent->tag, sent->comm);
        code = qdr_request_add(&requested, sent);
    }
    if (received != NULL) {
        qdr_processor_settle(qdr_processor_own());
        qdr_offer_refuse(received->peer, received->tag, received->comm);
        qdr_rendezvous_receive(received->peer, received->tag, received->comm,
                               true);
        code = qdr_request_add(&posted, received);
    }
    return code == MPI_SUCCESS ? PMPI_Start(request) : code;
}

int MPI_Request_free(MPI_Request *request)
{
    qdr_pending_message freed;

    if (!qdr_request_take(&persistent_sends, *request, &freed))
        qdr_request_take(&persistent_receives, *request, &freed);
    return PMPI_Request_free(request);
}

/* The start of every wait. Returns a copy, because a wait clears what it
 * completes; NULL if memory is out. */
static MPI_Request *begin_wait(int count, const MPI_Request *requests)
{
    size_t bytes = (size_t)count * sizeof *requests;
    MPI_Request *copied = malloc(bytes + 1);

    qdr_processor_settle(qdr_processor_own());
    if (copied != NULL)
        memcpy(copied, requests, bytes);
    return copied;
}

/* The message of a request is over. */
static void end_message(MPI_Request request)
{
    qdr_pending_message ended;

    if (qdr_request_take(&posted, request, &ended))
        charge(qdr_message_costs_own()->completion_s);
    else if (qdr_request_take(&requested, request, &ended))
        qdr_rendezvous_end(ended.peer, ended.tag, ended.comm);
}

int MPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses)
{
    MPI_Request *before = begin_wait(count, requests);
    int code = before == NULL ? MPI_ERR_NO_MEM
                              : PMPI_Waitall(count, requests, statuses);

    for (int i = 0; i < count && code == MPI_SUCCESS; i++)
        end_message(before[i]);
    free(before);
    return code;
}

int MPI_Waitany(int count, MPI_Request *requests, int *index,
                MPI_Status *status)
{
    MPI_Request *before = begin_wait(count, requests);
    int code = before == NULL ? MPI_ERR_NO_MEM
                              : PMPI_Waitany(count, requests, index, status);

    if (code == MPI_SUCCESS && *index != MPI_UNDEFINED)
        end_message(before[*index]);
    free(before);
    return code;
}

int MPI_Testany(int count, MPI_Request *requests, int *index, int *flag,
                MPI_Status *status)
{
    MPI_Request *before = begin_wait(count, requests);
    int code = before == NULL
                   ? MPI_ERR_NO_MEM
                   : PMPI_Testany(count, requests, index, flag, status);

    if (code == MPI_SUCCESS && *flag && *index != MPI_UNDEFINED)
        end_message(before[*index]);
    free(before);
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
    charge((double)count * size *
           qdr_message_costs_own()->combining_s_per_byte);
    return code;
}
