/* kernels/executor/perform.c -- performs an execution; see execution.h. */
#include <string.h>

#include "kernels/executor/execution.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/local_work.h"

/* What an action that failed was doing: one that blocks for its peer. */
static const char *const doing[QDR_NUM_ACTIONS] = {
    [QDR_DO_SEND] = "sending to",
    [QDR_DO_SSEND] = "sending to",
    [QDR_DO_RECEIVE] = "receiving from",
    [QDR_DO_ISEND] = "starting the sends of",
    [QDR_DO_ISSEND] = "starting the sends of",
    [QDR_DO_IRECV] = "posting the receives of",
    [QDR_DO_START_SEND] = "starting the sends of",
    [QDR_DO_START_RECEIVE] = "posting the receives of",
    [QDR_DO_WAIT] = "completing the transfers of",
    [QDR_DO_COMBINE] = "combining the data of",
    [QDR_DO_BARRIER] = "barrier of",
};

static qdr_status fail(const qdr_execution *plan, const qdr_action *action,
                       int code, qdr_error *error)
{
    return qdr_mpi_fail(code, doing[action->kind],
                        action->kind <= QDR_DO_RECEIVE
                            ? action->peer
                            : plan->local.layout->rank,
                        error);
}

/* An action that MPI performs. */
static inline int call_mpi(const qdr_execution *plan, const qdr_action *action,
                           void *at)
{
    MPI_Request *request = &plan->requests[action->request];
    MPI_Comm comm = plan->local.comm;
    int count = action->count, peer = action->peer, tag = plan->local.tag;
    MPI_Datatype type = action->type;

    switch (action->kind) {
    case QDR_DO_SEND:
        return MPI_Send(at, count, type, peer, tag, comm);
    case QDR_DO_SSEND:
        return MPI_Ssend(at, count, type, peer, tag, comm);
    case QDR_DO_RECEIVE:
        return MPI_Recv(at, count, type, peer, tag, comm, MPI_STATUS_IGNORE);
    case QDR_DO_ISEND:
        return MPI_Isend(at, count, type, peer, tag, comm, request);
    case QDR_DO_ISSEND:
        return MPI_Issend(at, count, type, peer, tag, comm, request);
    case QDR_DO_IRECV:
        return MPI_Irecv(at, count, type, peer, tag, comm, request);
    case QDR_DO_START_SEND:
    case QDR_DO_START_RECEIVE:
        return MPI_Start(request);
    case QDR_DO_WAIT:
        return MPI_Waitall(count, request, MPI_STATUSES_IGNORE);
    case QDR_DO_COMBINE:
        return MPI_Reduce_local(plan->buffers[action->from_buffer] +
                                    action->from,
                                at, count, type, plan->local.arithmetic->op);
    default:
        return MPI_Barrier(comm);
    }
}

/* The program's data; see ../core/problem/indexed_buffer.h. */
static void call_program(const qdr_indexed_buffer *data,
                         const qdr_action *action)
{
    (action->kind == QDR_DO_GATHER ? data->gather : data->scatter)(
        data->context, action->place, action->bytes);
}

/* The actions from `action` to the one before `end`. */
static qdr_status run(qdr_execution *plan, const qdr_action *action,
                      const qdr_action *end, qdr_error *error)
{
    int64_t copied = 0, num_copies = 0;

    for (; action < end; action++) {
        char *at = plan->buffers[action->buffer] + action->place;
        const char *from;
        int code;
        switch (action->kind) {
        case QDR_DO_COPY:
            from = plan->buffers[action->from_buffer] + action->from;
            if (at == from) /* in place */
                break;
            memcpy(at, from, (size_t)action->bytes);
            copied += action->bytes;
            num_copies++;
            break;
        case QDR_DO_CHARGE:
            if (copied > 0) {
                qdr_pending_copied(copied);
                qdr_pending_packed(num_copies);
            }
            copied = num_copies = 0;
            break;
        case QDR_DO_GATHER:
        case QDR_DO_SCATTER:
            call_program(&plan->indexed, action);
            break;
        case QDR_DO_ANNOUNCE:
            code = qdr_announcer_run(plan->announcer, error);
            if (code != QDR_OK)
                return (qdr_status)code;
            break;
        default:
            code = call_mpi(plan, action, at);
            if (code != MPI_SUCCESS)
                return fail(plan, action, code, error);
        }
    }
    return QDR_OK;
}

/* Makes the request of a persistent action. */
static int make_request(qdr_execution *plan, const qdr_action *action)
{
    MPI_Request *request = &plan->requests[action->request];
    char *at = plan->buffers[action->buffer] + action->place;
    bool is_send = action->kind == QDR_DO_START_SEND;
    int code = MPI_SUCCESS;

    if (!is_send && action->kind != QDR_DO_START_RECEIVE)
        return MPI_SUCCESS;
    if (*request != MPI_REQUEST_NULL)
        code = MPI_Request_free(request);
    if (code == MPI_SUCCESS && is_send)
        code = MPI_Send_init(at, action->count, action->type, action->peer,
                             plan->local.tag, plan->local.comm, request);
    else if (code == MPI_SUCCESS)
        code = MPI_Recv_init(at, action->count, action->type, action->peer,
                             plan->local.tag, plan->local.comm, request);
    return code;
}

/* Makes the requests of a persistent plan, unless they were made for these
 * buffers. */
static qdr_status bind_requests(qdr_execution *plan, qdr_error *error)
{
    int code = MPI_SUCCESS;

    if (memcmp(plan->bound, plan->buffers, sizeof plan->bound) == 0)
        return QDR_OK;
    for (int64_t i = 0; i < plan->now->count && code == MPI_SUCCESS; i++)
        code = make_request(plan, &plan->now->actions[i]);
    memcpy(plan->bound, plan->buffers, sizeof plan->bound);
    return qdr_mpi_status(code, "making the requests of",
                          plan->local.layout->rank, error);
}

static inline qdr_status begin(qdr_execution *plan, const char *send_from,
                               char *receive_into, qdr_error *error)
{
    /* No action writes to the send buffer. */
    plan->buffers[QDR_SEND_BUFFER] = (char *)send_from;
    plan->buffers[QDR_RECEIVE_BUFFER] = receive_into;
    plan->now =
        plan->placement.is_apart && send_from == receive_into + plan->own_begin
            ? &plan->in_place_actions
            : &plan->actions;
    return plan->is_persistent ? bind_requests(plan, error) : QDR_OK;
}

qdr_status qdr_execution_perform(qdr_execution *plan, const char *send_from,
                                 char *receive_into, qdr_error *error)
{
    qdr_status status = begin(plan, send_from, receive_into, error);

    return status == QDR_OK ? run(plan, plan->now->actions,
                                  plan->now->actions + plan->now->count, error)
                            : status;
}

/* A receive that the wait begins with is started before it. */
static bool begins_with_receive(const qdr_action *next, const qdr_action *end)
{
    return next < end && next->kind == QDR_DO_RECEIVE;
}

qdr_status qdr_execution_start(qdr_execution *plan, const char *send_from,
                               char *receive_into, qdr_error *error)
{
    const qdr_action *first, *next;
    qdr_action posted;
    qdr_status status = begin(plan, send_from, receive_into, error);

    first = plan->now->actions;
    next = first + plan->now->num_starting;
    if (status == QDR_OK)
        status = run(plan, first, next, error);
    if (status != QDR_OK ||
        !begins_with_receive(next, first + plan->now->count))
        return status;
    posted = *next;
    posted.kind = QDR_DO_IRECV;
    return run(plan, &posted, &posted + 1, error);
}

qdr_status qdr_execution_wait(qdr_execution *plan, qdr_error *error)
{
    const qdr_action *next = plan->now->actions + plan->now->num_starting;
    const qdr_action *end = plan->now->actions + plan->now->count;
    qdr_action posted;
    qdr_status status = QDR_OK;

    if (begins_with_receive(next, end)) {
        posted = *next++;
        posted.kind = QDR_DO_WAIT;
        posted.count = 1;
        status = run(plan, &posted, &posted + 1, error);
    }
    return status == QDR_OK ? run(plan, next, end, error) : status;
}
