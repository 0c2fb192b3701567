/* kernels/messaging/active_message.c -- see active_message.h. */
#include "kernels/messaging/active_message.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernels/messaging/agreement.h"
#include "kernels/messaging/mpi_status.h"

enum {
    ACTIVE_TAG = 1,
    STOP = -1, /* in place of a handler: completes the posted receive */
    MAX_DATA = 2,
};

/* How long a sleeper looks away, and the shortest sleep worth it. */
enum { SLEEP_NS = 20000 };

typedef struct packet {
    int64_t handler;
    int64_t arguments[2];
} packet;

struct qdr_active {
    MPI_Comm comm;
    int rank, num_procs;
    qdr_active_handler *const *handlers;
    int num_handlers;
    void *context;
    bool has_run; /* a handler, since the last wait */
    bool is_stopped;
    /* Over MPI. */
    packet incoming;
    MPI_Request receive;
    packet *outgoing;   /* [num_slots], a ring */
    MPI_Request *sends; /* [num_slots] */
    int num_slots, next_slot;
    qdr_status failure; /* of a handler's send */
    qdr_error reason;
    /* On a simulated machine. */
    void *end;
    int64_t *peers; /* [num_procs], the ends of all ranks: they share memory */
};

const qdr_active_network *qdr_active_machine;

MPI_Comm qdr_active_comm(const qdr_active *active)
{
    return active->comm;
}

int64_t qdr_active_now_ns(void)
{
    return (int64_t)(MPI_Wtime() * 1e9);
}

static qdr_status post_receive(qdr_active *active, qdr_error *error)
{
    return qdr_mpi_status(MPI_Irecv(&active->incoming, sizeof active->incoming,
                                    MPI_BYTE, MPI_ANY_SOURCE, ACTIVE_TAG,
                                    active->comm, &active->receive),
                          "waiting for active messages", active->rank, error);
}

/* Room for as many as the others can await at a time, and some. */
static qdr_status allocate(qdr_active *active, qdr_error *error)
{
    active->num_slots = active->num_procs + 4;
    active->outgoing =
        calloc((size_t)active->num_slots, sizeof *active->outgoing);
    active->sends = malloc((size_t)active->num_slots * sizeof *active->sends);
    active->peers = malloc((size_t)active->num_procs * sizeof *active->peers);
    if (active->outgoing == NULL || active->sends == NULL ||
        active->peers == NULL)
        return qdr_fail_memory(error, "active messages");
    for (int s = 0; s < active->num_slots; s++)
        active->sends[s] = MPI_REQUEST_NULL;
    return QDR_OK;
}

static void release(qdr_active *active)
{
    if (active->comm != MPI_COMM_NULL)
        MPI_Comm_free(&active->comm);
    free(active->outgoing);
    free(active->sends);
    free(active->peers);
    free(active);
}

/* Ranks of a simulated machine share memory: each knows where the others'
 * ends are. */
static qdr_status connect(qdr_active *active, qdr_active_mode mode,
                          qdr_error *error)
{
    if (qdr_active_machine == NULL)
        return post_receive(active, error);
    active->end = qdr_active_machine->new_end(mode);
    return qdr_gather_numbers(active->comm, (int64_t)(intptr_t)active,
                              active->peers, error);
}

qdr_status qdr_active_new(qdr_active **out_active, MPI_Comm comm,
                          qdr_active_mode mode,
                          qdr_active_handler *const *handlers, int num_handlers,
                          void *context, qdr_error *error)
{
    qdr_active *active = calloc(1, sizeof *active);
    qdr_status status = QDR_OK;

    if (active == NULL) {
        status = qdr_fail_memory(error, "active messages");
    } else {
        *active = (qdr_active){.comm = MPI_COMM_NULL,
                               .handlers = handlers,
                               .num_handlers = num_handlers,
                               .context = context,
                               .receive = MPI_REQUEST_NULL};
        MPI_Comm_rank(comm, &active->rank);
        MPI_Comm_size(comm, &active->num_procs);
        status = allocate(active, error);
    }
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK)
        status = qdr_mpi_status(MPI_Comm_dup(comm, &active->comm),
                                "a communicator of", active->rank, error);
    if (status == QDR_OK) {
        MPI_Comm_set_errhandler(active->comm, MPI_ERRORS_RETURN);
        status = connect(active, mode, error);
    }
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK)
        *out_active = active;
    else if (active != NULL)
        release(active);
    return status;
}

static void run(qdr_active *active, int source, const packet *arrived)
{
    active->has_run = true;
    if (arrived->handler == STOP)
        active->is_stopped = true;
    else
        active->handlers[arrived->handler](active, active->context, source,
                                           arrived->arguments);
}

/* Time passes on the simulated machine; then the target's handler runs, here,
 * in the memory that all share. */
static void deliver(qdr_active *active, int target, const packet *sent)
{
    qdr_active *peer = (qdr_active *)(intptr_t)active->peers[target];

    qdr_active_machine->deliver(active->end, peer->end);
    run(peer, active->rank, sent);
    qdr_active_machine->wake(peer->end);
}

static qdr_status send(qdr_active *active, int target, const packet *sent,
                       qdr_error *error)
{
    int slot = active->next_slot, index, code;

    active->next_slot = (slot + 1) % active->num_slots;
    code = MPI_Waitany(1, &active->sends[slot], &index, MPI_STATUS_IGNORE);
    active->outgoing[slot] = *sent;
    if (code == MPI_SUCCESS)
        code =
            MPI_Isend(&active->outgoing[slot], sizeof *sent, MPI_BYTE, target,
                      ACTIVE_TAG, active->comm, &active->sends[slot]);
    return qdr_mpi_status(code, "an active message to", target, error);
}

qdr_status qdr_active_send(qdr_active *active, int target, int handler,
                           int64_t argument0, int64_t argument1,
                           qdr_error *error)
{
    const packet sent = {handler, {argument0, argument1}};
    qdr_error own = {""};
    qdr_status status = QDR_OK;

    if (handler < 0 || handler >= active->num_handlers)
        status =
            qdr_fail(&own, QDR_ERROR_INPUT, "handler %d; accepted: 0 to %d",
                     handler, active->num_handlers - 1);
    else if (target < 0 || target >= active->num_procs)
        status = qdr_fail(&own, QDR_ERROR_INPUT, "rank %d; accepted: 0 to %d",
                          target, active->num_procs - 1);
    else if (qdr_active_machine != NULL)
        deliver(active, target, &sent);
    else
        status = send(active, target, &sent, &own);
    if (status != QDR_OK && error != NULL)
        *error = own;
    if (status != QDR_OK && active->failure == QDR_OK) {
        active->failure = status;
        active->reason = own;
    }
    return status;
}

static qdr_status failed_before(const qdr_active *active, qdr_error *error)
{
    if (active->failure != QDR_OK)
        *error = active->reason;
    return active->failure;
}

/* An active message has arrived: makes room for the next one, then runs it. */
static qdr_status take(qdr_active *active, int source, qdr_error *error)
{
    packet arrived = active->incoming;
    qdr_status status = QDR_OK;

    if (arrived.handler < STOP || arrived.handler >= active->num_handlers)
        return qdr_fail(error, QDR_ERROR_CHECK,
                        "rank %d sent to handler %lld, of %d", source,
                        (long long)arrived.handler, active->num_handlers);
    if (arrived.handler != STOP)
        status = post_receive(active, error);
    if (status == QDR_OK)
        run(active, source, &arrived);
    return status == QDR_OK ? failed_before(active, error) : status;
}

/* Waits until a message was handled, or data[*out_index] is complete;
 * *out_index is -1 for a message. */
static qdr_status advance(qdr_active *active, int count, MPI_Request *data,
                          int *out_index, qdr_error *error)
{
    MPI_Request all[1 + MAX_DATA];
    MPI_Status about;
    int index, code;

    all[0] = active->receive;
    memcpy(all + 1, data, (size_t)count * sizeof *data);
    code = MPI_Waitany(1 + count, all, &index, &about);
    active->receive = all[0];
    memcpy(data, all + 1, (size_t)count * sizeof *data);
    *out_index = index - 1;
    if (code != MPI_SUCCESS || index != 0)
        return qdr_mpi_status(code, "waiting of", active->rank, error);
    return take(active, about.MPI_SOURCE, error);
}

qdr_status qdr_active_wait(qdr_active *active, qdr_error *error)
{
    MPI_Request none[1];
    int index;
    qdr_status status = failed_before(active, error);

    while (!active->has_run && status == QDR_OK) {
        if (qdr_active_machine != NULL)
            qdr_active_machine->wait(active->end);
        else
            status = advance(active, 0, none, &index, error);
    }
    active->has_run = false;
    return status;
}

qdr_status qdr_active_complete(qdr_active *active, int count,
                               MPI_Request *requests, qdr_error *error)
{
    qdr_status status = failed_before(active, error);
    int index;

    if (qdr_active_machine != NULL && status == QDR_OK)
        return qdr_mpi_status(MPI_Waitall(count, requests, MPI_STATUSES_IGNORE),
                              "waiting of", active->rank, error);
    for (int i = 0; i < count && status == QDR_OK; i++)
        while (requests[i] != MPI_REQUEST_NULL && status == QDR_OK)
            status = advance(active, 1, &requests[i], &index, error);
    return status;
}

qdr_status qdr_active_sleep(qdr_active *active, int64_t duration_ns,
                            qdr_error *error)
{
    int64_t end_ns = qdr_active_now_ns() + duration_ns;
    qdr_status status = failed_before(active, error);

    if (qdr_active_machine != NULL) {
        if (status == QDR_OK)
            qdr_active_machine->sleep(active->end, duration_ns);
        return status;
    }
    while (status == QDR_OK) {
        int64_t left_ns = end_ns - qdr_active_now_ns();
        struct timespec nap = {0, left_ns < SLEEP_NS ? left_ns : SLEEP_NS};
        MPI_Status about;
        int index, has_arrived;
        if (left_ns <= 0)
            break;
        status = qdr_mpi_status(
            MPI_Testany(1, &active->receive, &index, &has_arrived, &about),
            "looking for active messages of", active->rank, error);
        if (status == QDR_OK && has_arrived)
            status = take(active, about.MPI_SOURCE, error);
        else if (status == QDR_OK)
            nanosleep(&nap, NULL);
    }
    return status;
}

/* A message to itself ends the posted receive. */
static void stop(qdr_active *active)
{
    const packet stopping = {STOP, {0, 0}};
    MPI_Request none[1];
    qdr_error error = {""};
    qdr_status status = send(active, active->rank, &stopping, &error);
    int index;

    while (!active->is_stopped && status == QDR_OK)
        status = advance(active, 0, none, &index, &error);
    if (status == QDR_OK)
        MPI_Waitall(active->num_slots, active->sends, MPI_STATUSES_IGNORE);
}

void qdr_active_free(qdr_active *active)
{
    if (active == NULL)
        return;
    if (qdr_active_machine == NULL)
        stop(active);
    else
        qdr_active_machine->free_end(active->end);
    release(active);
}
