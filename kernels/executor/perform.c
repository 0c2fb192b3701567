/* kernels/executor/perform.c -- performs an execution's program; see
 * execution.h and ../core/program.h. */
#include <string.h>

#include "kernels/executor/execution.h"
#include "kernels/messaging/local_work.h"
#include "kernels/messaging/mpi_status.h"
#include "kernels/messaging/tags.h"

/* One run of an execution. */
typedef struct execution_run {
    qdr_execution *plan;
    char *const *buffers; /* of the plan */
    qdr_error *error;
} execution_run;

/* More elements than MPI can count are combined in turn. */
enum { MAX_COMBINED = 1 << 30 };

/* *to becomes from op to. */
static int combine(const execution_run *run, const char *from, char *to,
                   int64_t bytes)
{
    const qdr_arithmetic *with = &run->plan->local.arithmetic;
    int64_t left = bytes / with->element_bytes;
    int code = MPI_SUCCESS;

    while (left > 0 && code == MPI_SUCCESS) {
        int count = left < MAX_COMBINED ? (int)left : MAX_COMBINED;
        code = MPI_Reduce_local(from, to, count, with->type, with->op);
        from += count * with->element_bytes;
        to += count * with->element_bytes;
        left -= count;
    }
    return code;
}

/* The bytes are about to be read, or have just arrived, in this buffer. */
static void gather(const execution_run *run, qdr_buffer buffer, int64_t begin,
                   int64_t bytes)
{
    const qdr_scattered *scattered = &run->plan->scattered;

    if (scattered->gather != NULL && buffer == QDR_SEND_BUFFER)
        scattered->gather(scattered->context, begin, bytes);
}

static void scatter(const execution_run *run, qdr_buffer buffer, int64_t begin,
                    int64_t bytes)
{
    const qdr_scattered *scattered = &run->plan->scattered;

    if (scattered->scatter != NULL && buffer == QDR_RECEIVE_BUFFER)
        scattered->scatter(scattered->context, begin, bytes);
}

/* Copies, and combines; skips a part that is already in its place. */
static int copy(const execution_run *run, qdr_copy_range which)
{
    int64_t copied = 0;
    int code = MPI_SUCCESS;

    for (int64_t i = which.begin; i < which.end && code == MPI_SUCCESS; i++) {
        const qdr_copy *one = &run->plan->copies.copies[i];
        char *to = run->buffers[one->to_buffer] + one->to;
        char *from = run->buffers[one->from.buffer] + one->from.displacement;
        gather(run, one->from.buffer, one->from.displacement, one->from.bytes);
        if (one->combines && one->own_first)
            code = combine(run, to, from, one->from.bytes);
        else if (one->combines)
            code = combine(run, from, to, one->from.bytes);
        if ((!one->combines || one->own_first) && from != to) {
            memcpy(to, from, (size_t)one->from.bytes);
            copied += one->from.bytes;
        }
        scatter(run, one->to_buffer, one->to, one->from.bytes);
    }
    if (copied > 0)
        qdr_pending_copied(copied);
    return code;
}

static char *place_of(const execution_run *run,
                      const qdr_bound_operation *operation)
{
    return run->buffers[operation->buffer] + operation->displacement;
}

/* Before a send. */
static int fill(const execution_run *run, const qdr_bound_operation *op)
{
    gather(run, op->buffer, op->displacement, op->count);
    return copy(run, op->packing);
}

/* After a receive. */
static qdr_status empty(const execution_run *run, const qdr_bound_operation *op)
{
    int code = copy(run, op->packing);

    scatter(run, op->buffer, op->displacement, op->count);
    return qdr_mpi_status(code, "combining what came from", op->peer,
                          run->error);
}

static qdr_status send_synchronous(const execution_run *run,
                                   const qdr_instruction *now)
{
    const qdr_bound_operation *op = &run->plan->operations[now->begin];
    int code = fill(run, op);
    qdr_status status;

    if (code == MPI_SUCCESS)
        code = MPI_Ssend(place_of(run, op), op->count, MPI_BYTE, op->peer,
                         QDR_TAG_SCHEDULE, run->plan->local.comm);
    status = qdr_mpi_status(code, "sending to", op->peer, run->error);
    if (status == QDR_OK)
        status = qdr_mpi_status(copy(run, op->combining),
                                "combining what came in the round of", op->peer,
                                run->error);
    return status;
}

static qdr_status send(const execution_run *run, const qdr_instruction *now)
{
    const qdr_bound_operation *op = &run->plan->operations[now->begin];

    int code = fill(run, op);

    if (code == MPI_SUCCESS)
        code = MPI_Send(place_of(run, op), op->count, MPI_BYTE, op->peer,
                        QDR_TAG_SCHEDULE, run->plan->local.comm);
    return qdr_mpi_status(code, "sending to", op->peer, run->error);
}

static qdr_status receive(const execution_run *run, const qdr_instruction *now)
{
    const qdr_bound_operation *op = &run->plan->operations[now->begin];
    qdr_status status = qdr_mpi_status(
        MPI_Recv(place_of(run, op), op->count, MPI_BYTE, op->peer,
                 QDR_TAG_SCHEDULE, run->plan->local.comm, MPI_STATUS_IGNORE),
        "receiving from", op->peer, run->error);

    return status == QDR_OK ? empty(run, op) : status;
}

static qdr_status post(const execution_run *run, const qdr_instruction *now)
{
    int code = MPI_SUCCESS;

    for (int64_t i = now->begin; i < now->end && code == MPI_SUCCESS; i++) {
        const qdr_bound_operation *op = &run->plan->operations[i];
        MPI_Request *request = &run->plan->requests[i];
        if (op->is_send)
            continue;
        if (run->plan->is_persistent)
            code = MPI_Start(request);
        else
            code = MPI_Irecv(place_of(run, op), op->count, MPI_BYTE, op->peer,
                             QDR_TAG_SCHEDULE, run->plan->local.comm, request);
    }
    return qdr_mpi_status(code, "posting the receives of",
                          run->plan->local.placement->rank, run->error);
}

/* MPI_Isend or MPI_Issend. */
typedef int nonblocking_send(const void *, int, MPI_Datatype, int, int,
                             MPI_Comm, MPI_Request *);

static qdr_status start_with(const execution_run *run,
                             const qdr_instruction *now,
                             nonblocking_send *send_it)
{
    int code = MPI_SUCCESS;

    for (int64_t i = now->begin; i < now->end && code == MPI_SUCCESS; i++) {
        const qdr_bound_operation *op = &run->plan->operations[i];
        MPI_Request *request = &run->plan->requests[i];
        if (!op->is_send)
            continue;
        code = fill(run, op);
        if (code != MPI_SUCCESS)
            continue;
        if (run->plan->is_persistent)
            code = MPI_Start(request);
        else
            code = send_it(place_of(run, op), op->count, MPI_BYTE, op->peer,
                           QDR_TAG_SCHEDULE, run->plan->local.comm, request);
    }
    return qdr_mpi_status(code, "starting the sends of",
                          run->plan->local.placement->rank, run->error);
}

static qdr_status start(const execution_run *run, const qdr_instruction *now)
{
    return start_with(run, now, MPI_Isend);
}

static qdr_status start_synchronous(const execution_run *run,
                                    const qdr_instruction *now)
{
    return start_with(run, now, MPI_Issend);
}

static qdr_status arrive(const execution_run *run, const qdr_instruction *now)
{
    return qdr_mpi_status(MPI_Waitall((int)(now->end - now->begin),
                                      run->plan->requests + now->begin,
                                      MPI_STATUSES_IGNORE),
                          "completing the transfers of",
                          run->plan->local.placement->rank, run->error);
}

static qdr_status combine_arrived(const execution_run *run,
                                  const qdr_instruction *now)
{
    qdr_status status = QDR_OK;

    for (int64_t i = now->begin; i < now->end && status == QDR_OK; i++) {
        const qdr_bound_operation *op = &run->plan->operations[i];
        if (!op->is_send)
            status = empty(run, op);
    }
    return status;
}

static qdr_status await(const execution_run *run, const qdr_instruction *now)
{
    qdr_status status = arrive(run, now);

    return status == QDR_OK ? combine_arrived(run, now) : status;
}

static qdr_status barrier(const execution_run *run, const qdr_instruction *now)
{
    (void)now;
    return qdr_mpi_status(MPI_Barrier(run->plan->local.comm), "barrier of",
                          run->plan->local.placement->rank, run->error);
}

static qdr_status announce(const execution_run *run, const qdr_instruction *now)
{
    (void)now;
    return qdr_announcer_run(run->plan->announcer, run->error);
}

/* Makes the requests of a persistent plan, unless they were made for these
 * buffers. */
static qdr_status bind_requests(qdr_execution *plan, const execution_run *run)
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
            code =
                MPI_Send_init(place_of(run, op), op->count, MPI_BYTE, op->peer,
                              QDR_TAG_SCHEDULE, plan->local.comm, request);
        else if (code == MPI_SUCCESS)
            code =
                MPI_Recv_init(place_of(run, op), op->count, MPI_BYTE, op->peer,
                              QDR_TAG_SCHEDULE, plan->local.comm, request);
    }
    memcpy(plan->bound, run->buffers, sizeof plan->bound);
    plan->is_bound = code == MPI_SUCCESS;
    return qdr_mpi_status(code, "making the requests of",
                          plan->local.placement->rank, run->error);
}

/* A rank's own data, before or after its messages. */
static qdr_status copy_own(const execution_run *run, qdr_copy_range which)
{
    return qdr_mpi_status(copy(run, which), "combining the own data of",
                          run->plan->local.placement->rank, run->error);
}

/* The instructions begin .. end - 1. */
static qdr_status follow(const execution_run *run, int64_t begin, int64_t end)
{
    static qdr_status (*const calls[QDR_NUM_OPCODES])(
        const execution_run *, const qdr_instruction *) = {
        [QDR_SSEND] = send_synchronous,
        [QDR_SEND] = send,
        [QDR_RECEIVE] = receive,
        [QDR_POST] = post,
        [QDR_START] = start,
        [QDR_SSTART] = start_synchronous,
        [QDR_AWAIT] = await,
        [QDR_ARRIVE] = arrive,
        [QDR_COMBINE] = combine_arrived,
        [QDR_BARRIER] = barrier,
        [QDR_ANNOUNCE_ALL] = announce,
    };
    qdr_status status = QDR_OK;

    for (int64_t i = begin; i < end && status == QDR_OK; i++) {
        const qdr_instruction *now = &run->plan->program.instructions[i];
        status = calls[now->opcode](run, now);
        /* Others wait for a rank that gave up while it announced. */
        run->plan->is_broken =
            status == QDR_ERROR_MPI ||
            (status != QDR_OK && now->opcode == QDR_ANNOUNCE_ALL);
    }
    return status;
}

/* Calls that most runs do without are not made: a run of a few nanoseconds
 * would pay for them. */
static inline qdr_status begin(const execution_run *run)
{
    qdr_execution *plan = run->plan;
    qdr_status status = QDR_OK;

    if (plan->is_persistent)
        status = bind_requests(plan, run);
    if (status == QDR_OK && plan->before.begin < plan->before.end)
        status = copy_own(run, plan->before);
    plan->is_broken = status == QDR_ERROR_MPI;
    if (status == QDR_OK && plan->num_starting > 0)
        status = follow(run, 0, plan->num_starting);
    return status;
}

static inline qdr_status finish(const execution_run *run)
{
    const qdr_execution *plan = run->plan;
    qdr_status status = QDR_OK;

    if (plan->num_starting < plan->program.count)
        status = follow(run, plan->num_starting, plan->program.count);
    if (status == QDR_OK && plan->after.begin < plan->after.end)
        status = copy_own(run, plan->after);
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
    const execution_run run = {execution, execution->buffers, error};

    set_buffers(execution, send_from, receive_into);
    return begin(&run);
}

qdr_status qdr_execution_wait(qdr_execution *execution, qdr_error *error)
{
    const execution_run run = {execution, execution->buffers, error};

    return finish(&run);
}

qdr_status qdr_execution_perform(qdr_execution *execution,
                                 const char *send_from, char *receive_into,
                                 qdr_error *error)
{
    const execution_run run = {execution, execution->buffers, error};
    qdr_status status;

    set_buffers(execution, send_from, receive_into);
    status = begin(&run);
    return status == QDR_OK ? finish(&run) : status;
}
