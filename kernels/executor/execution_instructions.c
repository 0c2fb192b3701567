/* kernels/executor/execution_instructions.c -- follows the instructions of a
 * run; see execution_run.h and ../core/program.h. */
#include "kernels/executor/execution_run.h"
#include "kernels/messaging/agreement.h"

/* Before a send. */
static int fill(const qdr_execution_run *run, const qdr_bound_operation *op)
{
    qdr_run_gather(run, op->buffer, op->displacement, op->count);
    return qdr_run_copy(run, op->packing);
}

/* After a receive. */
static qdr_status empty(const qdr_execution_run *run,
                        const qdr_bound_operation *op)
{
    int code = qdr_run_copy(run, op->packing);

    qdr_run_scatter(run, op->buffer, op->displacement, op->count);
    return qdr_mpi_status(code, "combining what came from", op->peer,
                          run->error);
}

static qdr_status send_synchronous(const qdr_execution_run *run,
                                   const qdr_instruction *now)
{
    const qdr_bound_operation *op = &run->plan->now->operations[now->begin];
    int code = fill(run, op);

    if (code == MPI_SUCCESS)
        code =
            MPI_Ssend(qdr_run_place(run, op), op->count, qdr_run_type(run, op),
                      op->peer, run->plan->local.tag, run->plan->local.comm);
    return qdr_mpi_status(code, "sending to", op->peer, run->error);
}

static qdr_status send(const qdr_execution_run *run, const qdr_instruction *now)
{
    const qdr_bound_operation *op = &run->plan->now->operations[now->begin];

    int code = fill(run, op);

    if (code == MPI_SUCCESS)
        code =
            MPI_Send(qdr_run_place(run, op), op->count, qdr_run_type(run, op),
                     op->peer, run->plan->local.tag, run->plan->local.comm);
    return qdr_mpi_status(code, "sending to", op->peer, run->error);
}

static qdr_status receive_only(const qdr_execution_run *run,
                               const qdr_instruction *now)
{
    const qdr_bound_operation *op = &run->plan->now->operations[now->begin];

    return qdr_mpi_status(MPI_Recv(qdr_run_place(run, op), op->count,
                                   qdr_run_type(run, op), op->peer,
                                   run->plan->local.tag, run->plan->local.comm,
                                   MPI_STATUS_IGNORE),
                          "receiving from", op->peer, run->error);
}

static qdr_status receive(const qdr_execution_run *run,
                          const qdr_instruction *now)
{
    qdr_status status = receive_only(run, now);

    return status == QDR_OK
               ? empty(run, &run->plan->now->operations[now->begin])
               : status;
}

static qdr_status post(const qdr_execution_run *run, const qdr_instruction *now)
{
    int code = MPI_SUCCESS;

    for (int64_t i = now->begin; i < now->end && code == MPI_SUCCESS; i++) {
        const qdr_bound_operation *op = &run->plan->now->operations[i];
        MPI_Request *request = &run->plan->requests[i];
        if (op->is_send)
            continue;
        if (run->plan->is_persistent)
            code = MPI_Start(request);
        else
            code = MPI_Irecv(
                qdr_run_place(run, op), op->count, qdr_run_type(run, op),
                op->peer, run->plan->local.tag, run->plan->local.comm, request);
    }
    return qdr_mpi_status(code, "posting the receives of",
                          run->plan->local.layout->rank, run->error);
}

/* MPI_Isend or MPI_Issend. */
typedef int nonblocking_send(const void *, int, MPI_Datatype, int, int,
                             MPI_Comm, MPI_Request *);

static qdr_status start_with(const qdr_execution_run *run,
                             const qdr_instruction *now,
                             nonblocking_send *send_it)
{
    int code = MPI_SUCCESS;

    for (int64_t i = now->begin; i < now->end && code == MPI_SUCCESS; i++) {
        const qdr_bound_operation *op = &run->plan->now->operations[i];
        MPI_Request *request = &run->plan->requests[i];
        if (!op->is_send)
            continue;
        code = fill(run, op);
        if (code != MPI_SUCCESS)
            continue;
        if (run->plan->is_persistent)
            code = MPI_Start(request);
        else
            code = send_it(
                qdr_run_place(run, op), op->count, qdr_run_type(run, op),
                op->peer, run->plan->local.tag, run->plan->local.comm, request);
    }
    return qdr_mpi_status(code, "starting the sends of",
                          run->plan->local.layout->rank, run->error);
}

static qdr_status start(const qdr_execution_run *run,
                        const qdr_instruction *now)
{
    return start_with(run, now, MPI_Isend);
}

static qdr_status start_synchronous(const qdr_execution_run *run,
                                    const qdr_instruction *now)
{
    return start_with(run, now, MPI_Issend);
}

static qdr_status arrive(const qdr_execution_run *run,
                         const qdr_instruction *now)
{
    return qdr_mpi_status(MPI_Waitall((int)(now->end - now->begin),
                                      run->plan->requests + now->begin,
                                      MPI_STATUSES_IGNORE),
                          "completing the transfers of",
                          run->plan->local.layout->rank, run->error);
}

static qdr_status combine_arrived(const qdr_execution_run *run,
                                  const qdr_instruction *now)
{
    qdr_status status = QDR_OK;

    for (int64_t i = now->begin; i < now->end && status == QDR_OK; i++) {
        const qdr_bound_operation *op = &run->plan->now->operations[i];
        if (!op->is_send)
            status = empty(run, op);
    }
    return status;
}

static qdr_status await(const qdr_execution_run *run,
                        const qdr_instruction *now)
{
    qdr_status status = arrive(run, now);

    return status == QDR_OK ? combine_arrived(run, now) : status;
}

static qdr_status barrier(const qdr_execution_run *run,
                          const qdr_instruction *now)
{
    (void)now;
    return qdr_mpi_status(MPI_Barrier(run->plan->local.comm), "barrier of",
                          run->plan->local.layout->rank, run->error);
}

static qdr_status announce(const qdr_execution_run *run,
                           const qdr_instruction *now)
{
    (void)now;
    return qdr_announcer_run(run->plan->announcer, run->error);
}

qdr_status qdr_run_follow(const qdr_execution_run *run, int64_t begin,
                          int64_t end)
{
    static qdr_status (*const calls[QDR_NUM_OPCODES])(
        const qdr_execution_run *, const qdr_instruction *) = {
        [QDR_SSEND] = send_synchronous,
        [QDR_SEND] = send,
        [QDR_RECEIVE] = receive,
        [QDR_RECEIVE_ONLY] = receive_only,
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
