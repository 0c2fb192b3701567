/* kernels/executor/perform.c -- performs an execution; see execution.h. */
#include <string.h>

#include "kernels/executor/execution_run.h"
#include "kernels/messaging/agreement.h"

/* Makes the requests of a persistent plan, unless they were made for these
 * buffers. */
static qdr_status bind_requests(qdr_execution *plan,
                                const qdr_execution_run *run)
{
    int code = MPI_SUCCESS;

    if (plan->is_bound &&
        memcmp(plan->bound, run->buffers, sizeof plan->bound) == 0)
        return QDR_OK;
    for (int64_t i = 0; i < plan->num_operations && code == MPI_SUCCESS; i++) {
        const qdr_bound_operation *op = &plan->operations[i];
        MPI_Request *request = &plan->requests[i];
        if (*request != MPI_REQUEST_NULL)
            code = MPI_Request_free(request);
        if (code == MPI_SUCCESS && op->is_send)
            code = MPI_Send_init(qdr_run_place(run, op), op->count,
                                 qdr_run_type(run, op), op->peer,
                                 plan->local.tag, plan->local.comm, request);
        else if (code == MPI_SUCCESS)
            code = MPI_Recv_init(qdr_run_place(run, op), op->count,
                                 qdr_run_type(run, op), op->peer,
                                 plan->local.tag, plan->local.comm, request);
    }
    memcpy(plan->bound, run->buffers, sizeof plan->bound);
    plan->is_bound = code == MPI_SUCCESS;
    return qdr_mpi_status(code, "making the requests of",
                          plan->local.layout->rank, run->error);
}

/* Calls that most runs do without are not made: a run of a few nanoseconds
 * would pay for them. */
static inline qdr_status begin(const qdr_execution_run *run)
{
    qdr_execution *plan = run->plan;
    qdr_status status = QDR_OK;

    if (plan->is_persistent)
        status = bind_requests(plan, run);
    if (status == QDR_OK && plan->before.begin < plan->before.end)
        status = qdr_run_copy_own(run, plan->before);
    plan->is_broken = status == QDR_ERROR_MPI;
    if (status == QDR_OK && plan->num_starting > 0)
        status = qdr_run_follow(run, 0, plan->num_starting);
    return status;
}

static inline qdr_status finish(const qdr_execution_run *run)
{
    const qdr_execution *plan = run->plan;
    qdr_status status = QDR_OK;

    if (plan->num_starting < plan->program.count)
        status = qdr_run_follow(run, plan->num_starting, plan->program.count);
    if (status == QDR_OK && plan->after.begin < plan->after.end)
        status = qdr_run_copy_own(run, plan->after);
    return status;
}

static inline void set_buffers(qdr_execution *execution, const char *send_from,
                               char *receive_into)
{
    /* No operation writes to the send buffer. */
    execution->buffers[QDR_SEND_BUFFER] = (char *)send_from;
    execution->buffers[QDR_RECEIVE_BUFFER] = receive_into;
    execution->buffers[QDR_TRANSIT_BUFFER] = execution->transit;
    execution->buffers[QDR_PACKED_BUFFER] = execution->packed;
}

qdr_status qdr_execution_start(qdr_execution *execution, const char *send_from,
                               char *receive_into, qdr_error *error)
{
    const qdr_execution_run run = {execution, execution->buffers, error};

    set_buffers(execution, send_from, receive_into);
    return begin(&run);
}

qdr_status qdr_execution_wait(qdr_execution *execution, qdr_error *error)
{
    const qdr_execution_run run = {execution, execution->buffers, error};

    return finish(&run);
}

qdr_status qdr_execution_perform(qdr_execution *execution,
                                 const char *send_from, char *receive_into,
                                 qdr_error *error)
{
    const qdr_execution_run run = {execution, execution->buffers, error};
    qdr_status status;

    set_buffers(execution, send_from, receive_into);
    status = begin(&run);
    return status == QDR_OK ? finish(&run) : status;
}
