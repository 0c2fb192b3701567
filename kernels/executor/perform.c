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
        const qdr_bound_operation *op = &plan->now->operations[i];
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
static inline qdr_status follow(const qdr_execution_run *run, int64_t begin,
                                int64_t end)
{
    return begin < end ? qdr_run_follow(run, begin, end) : QDR_OK;
}

static inline qdr_status copy(const qdr_execution_run *run,
                              qdr_copy_range which)
{
    qdr_status status =
        which.begin < which.end ? qdr_run_copy_own(run, which) : QDR_OK;

    if (status == QDR_ERROR_MPI)
        run->plan->is_broken = true;
    return status;
}

static inline qdr_status begin(const qdr_execution_run *run)
{
    qdr_execution *plan = run->plan;
    qdr_status status = QDR_OK;

    if (plan->is_persistent)
        status = bind_requests(plan, run);
    plan->is_broken = status == QDR_ERROR_MPI;
    if (status == QDR_OK && plan->now->num_leading == 0)
        status = copy(run, plan->now->own);
    return status == QDR_OK ? follow(run, 0, plan->num_starting) : status;
}

/* A rank's own data are copied while its messages travel. */
static inline qdr_status finish(const qdr_execution_run *run)
{
    const qdr_execution *plan = run->plan;
    int64_t next = plan->num_starting, leading = plan->now->num_leading;
    qdr_status status = QDR_OK;

    if (leading > 0) {
        status = follow(run, next, leading);
        next = leading;
        if (status == QDR_OK)
            status = copy(run, plan->now->own);
    }
    if (status == QDR_OK)
        status = follow(run, next, plan->program.count);
    return status == QDR_OK ? copy(run, plan->now->after) : status;
}

static inline void set_buffers(qdr_execution *execution, const char *send_from,
                               char *receive_into)
{
    /* No operation writes to the send buffer. */
    execution->buffers[QDR_SEND_BUFFER] = (char *)send_from;
    execution->buffers[QDR_RECEIVE_BUFFER] = receive_into;
    execution->buffers[QDR_TRANSIT_BUFFER] = execution->transit;
    execution->buffers[QDR_PACKED_BUFFER] = execution->packed;
    execution->now = execution->in_place.operations != NULL &&
                             send_from == receive_into + execution->own_begin
                         ? &execution->in_place
                         : &execution->binding;
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
