/* kernels/executor/execute.c -- performs a plan's program; see exchange.h and
 * ../core/program.h. */
#include <string.h>

#include "kernels/executor/dynamic.h"
#include "kernels/executor/exchange.h"
#include "kernels/library/library_engine.h"
#include "kernels/messaging/mpi_status.h"

/* Between two ranks MPI keeps the order of messages, so one tag serves all. */
enum { EXCHANGE_TAG = 1 };

/* An execution under way. */
typedef struct execution {
    const qdr_exchange *plan;
    char *buffers[QDR_NUM_BUFFERS];
    qdr_error *error;
} execution;

static void copy(const execution *run, qdr_range which)
{
    for (int64_t i = which.begin; i < which.end; i++) {
        const qdr_copy *one = &run->plan->copies[i];
        memcpy(run->buffers[one->to_buffer] + one->to,
               run->buffers[one->from_buffer] + one->from, (size_t)one->bytes);
    }
}

static char *place_of(const execution *run, const qdr_operation *operation)
{
    return run->buffers[operation->buffer] + operation->displacement;
}

static qdr_status send_synchronous(const execution *run,
                                   const qdr_instruction *now)
{
    const qdr_operation *op = &run->plan->operations[now->begin];

    copy(run, op->packing);
    return qdr_mpi_status(MPI_Ssend(place_of(run, op), op->count, MPI_BYTE,
                                    op->peer, EXCHANGE_TAG, run->plan->comm),
                          "sending to", op->peer, run->error);
}

static qdr_status send(const execution *run, const qdr_instruction *now)
{
    const qdr_operation *op = &run->plan->operations[now->begin];

    copy(run, op->packing);
    return qdr_mpi_status(MPI_Send(place_of(run, op), op->count, MPI_BYTE,
                                   op->peer, EXCHANGE_TAG, run->plan->comm),
                          "sending to", op->peer, run->error);
}

static qdr_status receive(const execution *run, const qdr_instruction *now)
{
    const qdr_operation *op = &run->plan->operations[now->begin];
    qdr_status status = qdr_mpi_status(
        MPI_Recv(place_of(run, op), op->count, MPI_BYTE, op->peer, EXCHANGE_TAG,
                 run->plan->comm, MPI_STATUS_IGNORE),
        "receiving from", op->peer, run->error);

    copy(run, op->packing);
    return status;
}

static qdr_status post(const execution *run, const qdr_instruction *now)
{
    int code = MPI_SUCCESS;

    for (int64_t i = now->begin; i < now->end && code == MPI_SUCCESS; i++) {
        const qdr_operation *op = &run->plan->operations[i];
        MPI_Request *request = &run->plan->requests[i];
        if (op->is_send)
            continue;
        if (run->plan->is_persistent)
            code = MPI_Start(request);
        else
            code = MPI_Irecv(place_of(run, op), op->count, MPI_BYTE, op->peer,
                             EXCHANGE_TAG, run->plan->comm, request);
    }
    return qdr_mpi_status(code, "posting the receives of",
                          run->plan->placement.rank, run->error);
}

static qdr_status start(const execution *run, const qdr_instruction *now)
{
    int code = MPI_SUCCESS;

    for (int64_t i = now->begin; i < now->end && code == MPI_SUCCESS; i++) {
        const qdr_operation *op = &run->plan->operations[i];
        MPI_Request *request = &run->plan->requests[i];
        if (!op->is_send)
            continue;
        copy(run, op->packing);
        if (run->plan->is_persistent)
            code = MPI_Start(request);
        else
            code = MPI_Isend(place_of(run, op), op->count, MPI_BYTE, op->peer,
                             EXCHANGE_TAG, run->plan->comm, request);
    }
    return qdr_mpi_status(code, "starting the sends of",
                          run->plan->placement.rank, run->error);
}

static qdr_status await(const execution *run, const qdr_instruction *now)
{
    int code =
        MPI_Waitall((int)(now->end - now->begin),
                    run->plan->requests + now->begin, MPI_STATUSES_IGNORE);

    for (int64_t i = now->begin; i < now->end && code == MPI_SUCCESS; i++)
        if (!run->plan->operations[i].is_send)
            copy(run, run->plan->operations[i].packing);
    return qdr_mpi_status(code, "completing the transfers of",
                          run->plan->placement.rank, run->error);
}

static qdr_status barrier(const execution *run, const qdr_instruction *now)
{
    (void)now;
    return qdr_mpi_status(MPI_Barrier(run->plan->comm), "barrier of",
                          run->plan->placement.rank, run->error);
}

/* Makes the requests of a persistent plan, unless the buffers are still those
 * that they were made for. */
static qdr_status bind_requests(qdr_exchange *plan, const execution *run)
{
    int code = MPI_SUCCESS;

    if (plan->is_bound &&
        memcmp(plan->bound, run->buffers, sizeof plan->bound) == 0)
        return QDR_OK;
    for (int64_t i = 0; i < plan->num_operations && code == MPI_SUCCESS; i++) {
        const qdr_operation *op = &plan->operations[i];
        MPI_Request *request = &plan->requests[i];
        if (*request != MPI_REQUEST_NULL)
            code = MPI_Request_free(request);
        if (code == MPI_SUCCESS && op->is_send)
            code = MPI_Send_init(place_of(run, op), op->count, MPI_BYTE,
                                 op->peer, EXCHANGE_TAG, plan->comm, request);
        else if (code == MPI_SUCCESS)
            code = MPI_Recv_init(place_of(run, op), op->count, MPI_BYTE,
                                 op->peer, EXCHANGE_TAG, plan->comm, request);
    }
    memcpy(plan->bound, run->buffers, sizeof plan->bound);
    plan->is_bound = code == MPI_SUCCESS;
    return qdr_mpi_status(code, "making the requests of", plan->placement.rank,
                          run->error);
}

static qdr_status run_program(qdr_exchange *exchange, const char *send_buffer,
                              char *receive_buffer, qdr_error *error)
{
    static qdr_status (*const calls[QDR_NUM_OPCODES])(
        const execution *, const qdr_instruction *) = {
        [QDR_SSEND] = send_synchronous,
        [QDR_SEND] = send,
        [QDR_RECEIVE] = receive,
        [QDR_POST] = post,
        [QDR_START] = start,
        [QDR_AWAIT] = await,
        [QDR_BARRIER] = barrier,
    };
    /* The send buffer is only read, as the operations say. */
    execution run = {
        exchange,
        {(char *)send_buffer, receive_buffer, exchange->work, exchange->packed},
        error};
    qdr_status status = QDR_OK;

    if (exchange->is_persistent)
        status = bind_requests(exchange, &run);
    copy(&run, exchange->before);
    for (int64_t i = 0; i < exchange->program.count && status == QDR_OK; i++) {
        const qdr_instruction *now = &exchange->program.instructions[i];
        status = calls[now->opcode](&run, now);
    }
    if (status == QDR_OK)
        copy(&run, exchange->after);
    return status;
}

qdr_status qdr_exchange_execute(qdr_exchange *exchange, const char *send,
                                char *receive, qdr_error *error)
{
    qdr_status status;

    if (exchange->is_broken)
        return qdr_fail(error, QDR_ERROR_MPI,
                        "rank %d: an earlier execution of this plan failed; "
                        "accepted: a new plan",
                        exchange->placement.rank);
    if (exchange->library != NULL)
        status =
            qdr_library_call_execute(exchange->library, send, receive, error);
    else if (exchange->dynamic != NULL)
        status = qdr_dynamic_execute(exchange->dynamic, send, receive, error);
    else
        status = run_program(exchange, send, receive, error);
    /* Other failures come to their end: a stranger's length, for example. */
    exchange->is_broken = status == QDR_ERROR_MPI;
    return status;
}
