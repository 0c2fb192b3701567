/* kernels/executor/execute.c -- the modes; see exchange.h and ../core/mode.h.
 */
#include <string.h>

#include "kernels/executor/exchange.h"

/* Between two ranks MPI keeps the order of messages, so one tag serves all. */
enum { EXCHANGE_TAG = 1 };

/* An execution under way. */
typedef struct execution {
    const qdr_exchange *plan;
    char *buffers[QDR_NUM_BUFFERS];
    MPI_Comm comm;
    qdr_error *error;
} execution;

static qdr_status check(const execution *run, const char *what, int peer,
                        int code)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;

    if (code == MPI_SUCCESS)
        return QDR_OK;
    MPI_Error_string(code, text, &length);
    return qdr_fail(run->error, QDR_ERROR_MPI, "%s rank %d: %s", what, peer,
                    text);
}

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

/* The operations of a round begin at *begin; moves it behind them. */
static qdr_range next_round(const execution *run, int64_t round, int64_t *begin)
{
    qdr_range range = {*begin, *begin};

    while (range.end < run->plan->num_operations &&
           run->plan->operations[range.end].round == round)
        range.end++;
    *begin = range.end;
    return range;
}

static qdr_status end_round(const execution *run)
{
    if (!run->plan->mode.barrier)
        return QDR_OK;
    return check(run, "barrier of", run->plan->rank, MPI_Barrier(run->comm));
}

/* Everything blocks, in the schedule's order. */
static qdr_status execute_synchronous(const execution *run)
{
    int64_t begin = 0;
    qdr_status status = QDR_OK;

    for (int64_t round = 0; round < run->plan->num_rounds && status == QDR_OK;
         round++) {
        qdr_range range = next_round(run, round, &begin);
        for (int64_t i = range.begin; i < range.end && status == QDR_OK; i++) {
            const qdr_operation *op = &run->plan->operations[i];
            if (op->is_send) {
                copy(run, op->packing);
                status = check(run, "sending to", op->peer,
                               MPI_Ssend(place_of(run, op), op->count, MPI_BYTE,
                                         op->peer, EXCHANGE_TAG, run->comm));
            } else {
                status = check(run, "receiving from", op->peer,
                               MPI_Recv(place_of(run, op), op->count, MPI_BYTE,
                                        op->peer, EXCHANGE_TAG, run->comm,
                                        MPI_STATUS_IGNORE));
                copy(run, op->packing);
            }
        }
        if (status == QDR_OK)
            status = end_round(run);
    }
    return status;
}

/* Posts the receives of a range; requests[i] belongs to operation i, and is
 * null for a send. */
static qdr_status post_receives(const execution *run, qdr_range range)
{
    qdr_status status = QDR_OK;

    for (int64_t i = range.begin; i < range.end && status == QDR_OK; i++) {
        const qdr_operation *op = &run->plan->operations[i];
        run->plan->requests[i] = MPI_REQUEST_NULL;
        if (!op->is_send)
            status = check(run, "receiving from", op->peer,
                           MPI_Irecv(place_of(run, op), op->count, MPI_BYTE,
                                     op->peer, EXCHANGE_TAG, run->comm,
                                     &run->plan->requests[i]));
    }
    return status;
}

static qdr_status await(const execution *run, qdr_range range)
{
    return check(run, "completing the transfers of", run->plan->rank,
                 MPI_Waitall((int)(range.end - range.begin),
                             run->plan->requests + range.begin,
                             MPI_STATUSES_IGNORE));
}

static qdr_status send_blocking(const execution *run, qdr_range range)
{
    qdr_status status = QDR_OK;

    for (int64_t i = range.begin; i < range.end && status == QDR_OK; i++) {
        const qdr_operation *op = &run->plan->operations[i];
        if (op->is_send)
            status = check(run, "sending to", op->peer,
                           MPI_Send(place_of(run, op), op->count, MPI_BYTE,
                                    op->peer, EXCHANGE_TAG, run->comm));
    }
    return status;
}

/* Receives of a round, then its sends. A rank may be rounds ahead of its peer,
 * yet nobody waits for ever: of the ranks in the earliest round, each finds
 * the receives of that round posted or done. */
static qdr_status execute_posted(const execution *run)
{
    int64_t begin = 0;
    qdr_status status = QDR_OK;

    for (int64_t round = 0; round < run->plan->num_rounds && status == QDR_OK;
         round++) {
        qdr_range range = next_round(run, round, &begin);
        status = post_receives(run, range);
        if (status == QDR_OK)
            status = send_blocking(run, range);
        if (status == QDR_OK)
            status = await(run, range);
        if (status == QDR_OK)
            status = end_round(run);
    }
    return status;
}

/* All receives, then the sends round by round. With a barrier the round's
 * receives are awaited before it. */
static qdr_status execute_posted_all(const execution *run)
{
    qdr_range all = {0, run->plan->num_operations};
    int64_t begin = 0;
    qdr_status status = post_receives(run, all);

    for (int64_t round = 0; round < run->plan->num_rounds && status == QDR_OK;
         round++) {
        qdr_range range = next_round(run, round, &begin);
        status = send_blocking(run, range);
        if (status == QDR_OK && run->plan->mode.barrier)
            status = await(run, range);
        if (status == QDR_OK)
            status = end_round(run);
    }
    return status == QDR_OK ? await(run, all) : status;
}

/* Starts a send once fewer than `window` are under way: the oldest one, at
 * *oldest or behind it, is awaited. */
static qdr_status send_windowed(const execution *run, qdr_range range,
                                int64_t *oldest, int *num_under_way)
{
    qdr_status status = QDR_OK;

    for (int64_t i = range.begin; i < range.end && status == QDR_OK; i++) {
        const qdr_operation *op = &run->plan->operations[i];
        if (!op->is_send)
            continue;
        if (*num_under_way == run->plan->mode.window) {
            while (!run->plan->operations[*oldest].is_send)
                (*oldest)++;
            status = check(
                run, "sending to", run->plan->operations[*oldest].peer,
                MPI_Wait(&run->plan->requests[*oldest], MPI_STATUS_IGNORE));
            (*oldest)++;
            (*num_under_way)--;
        }
        if (status == QDR_OK)
            status = check(run, "sending to", op->peer,
                           MPI_Isend(place_of(run, op), op->count, MPI_BYTE,
                                     op->peer, EXCHANGE_TAG, run->comm,
                                     &run->plan->requests[i]));
        (*num_under_way)++;
    }
    return status;
}

static qdr_status execute_window(const execution *run)
{
    qdr_range all = {0, run->plan->num_operations};
    int64_t begin = 0, oldest = 0;
    int num_under_way = 0;
    qdr_status status = post_receives(run, all);

    for (int64_t round = 0; round < run->plan->num_rounds && status == QDR_OK;
         round++) {
        qdr_range range = next_round(run, round, &begin);
        status = send_windowed(run, range, &oldest, &num_under_way);
        if (status == QDR_OK && run->plan->mode.barrier) {
            status = await(run, range);
            oldest = range.end;
            num_under_way = 0;
        }
        if (status == QDR_OK)
            status = end_round(run);
    }
    return status == QDR_OK ? await(run, all) : status;
}

qdr_status qdr_exchange_execute(const qdr_exchange *exchange, const char *send,
                                char *receive, MPI_Comm comm, qdr_error *error)
{
    static qdr_status (*const modes[QDR_NUM_MODE_KINDS])(const execution *) = {
        [QDR_SYNCHRONOUS] = execute_synchronous,
        [QDR_POSTED] = execute_posted,
        [QDR_POSTED_ALL] = execute_posted_all,
        [QDR_WINDOW] = execute_window,
    };
    /* The send buffer is only read, as the operations say. */
    execution run = {exchange,
                     {(char *)send, receive, exchange->work, exchange->packed},
                     comm,
                     error};
    qdr_status status;

    copy(&run, exchange->before);
    status = modes[exchange->mode.kind](&run);
    if (status == QDR_OK)
        copy(&run, exchange->after);
    return status;
}
