/* kernels/executor/exchange.c -- see exchange.h. */
#include "kernels/executor/exchange.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/view.h"
#include "kernels/executor/combining.h"

/* Between two ranks MPI keeps the order of messages, so one tag serves all. */
enum { EXCHANGE_TAG = 1 };

static void place(qdr_block *blocks, int64_t *count, int64_t *length, int peer,
                  int64_t bytes)
{
    blocks[(*count)++] = (qdr_block){peer, *length, bytes};
    *length += bytes;
}

/* Packs this rank's row and column of the pattern into the two buffers. A
 * message to itself is a copy at the start. */
static qdr_status place_blocks(qdr_exchange *exchange,
                               const qdr_pattern *pattern, qdr_error *error)
{
    int rank = exchange->rank;
    size_t num_out = 0, num_in = 0;

    for (int64_t m = 0; m < pattern->num_messages; m++) {
        num_out += pattern->messages[m].src == rank;
        num_in += pattern->messages[m].dst == rank;
    }
    /* All three are released by qdr_exchange_cleanup. */
    exchange->sends = malloc((num_out + 1) * sizeof *exchange->sends);
    exchange->receives = malloc((num_in + 1) * sizeof *exchange->receives);
    exchange->copies = malloc(sizeof *exchange->copies);
    if (exchange->sends == NULL || exchange->receives == NULL ||
        exchange->copies == NULL)
        return qdr_fail_memory(error, "the blocks of an exchange");
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        if (message.src == rank && message.dst == rank)
            exchange->copies[exchange->before.end++] = (qdr_copy){
                QDR_SEND_BUFFER, QDR_RECEIVE_BUFFER, exchange->send_bytes,
                exchange->receive_bytes, message.bytes};
        if (message.src == rank)
            place(exchange->sends, &exchange->num_sends, &exchange->send_bytes,
                  message.dst, message.bytes);
        if (message.dst == rank)
            place(exchange->receives, &exchange->num_receives,
                  &exchange->receive_bytes, message.src, message.bytes);
    }
    return QDR_OK;
}

static int by_peer(const void *left, const void *right)
{
    const qdr_block *a = left, *b = right;

    return (a->peer > b->peer) - (a->peer < b->peer);
}

/* Where the message to or from `peer` stands; every action has one. */
static int64_t displacement_of(const qdr_exchange *exchange, bool is_send,
                               int peer)
{
    const qdr_block key = {.peer = peer};
    const qdr_block *found =
        is_send ? bsearch(&key, exchange->sends, (size_t)exchange->num_sends,
                          sizeof key, by_peer)
                : bsearch(&key, exchange->receives,
                          (size_t)exchange->num_receives, sizeof key, by_peer);

    return found->displacement;
}

static qdr_status plan_direct(qdr_exchange *exchange, const qdr_views *view,
                              qdr_error *error)
{
    for (int64_t i = 0; i < view->rank_begin[1]; i++) {
        qdr_action action = view->actions[i];
        if (action.bytes > INT_MAX)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "a message of %lld bytes, accepted are 0 to %d",
                            (long long)action.bytes, INT_MAX);
        exchange->operations[i] = (qdr_operation){
            action.is_send,
            action.peer,
            (int)action.bytes,
            action.is_send ? QDR_SEND_BUFFER : QDR_RECEIVE_BUFFER,
            displacement_of(exchange, action.is_send, action.peer) +
                action.offset,
            {0, 0}};
    }
    exchange->num_operations = view->rank_begin[1];
    return QDR_OK;
}

static qdr_status plan_operations(qdr_exchange *exchange,
                                  const qdr_schedule *schedule,
                                  qdr_error *error)
{
    qdr_views view = {0};
    qdr_status status =
        qdr_views_init(&view, schedule, exchange->rank, 1, error);

    if (status != QDR_OK)
        return status;
    /* Released by qdr_exchange_cleanup. */
    exchange->operations =
        malloc(((size_t)view.rank_begin[1] + 1) * sizeof *exchange->operations);
    if (exchange->operations == NULL)
        status = qdr_fail_memory(error, "the operations of an exchange");
    else if (schedule->blocks == NULL)
        status = plan_direct(exchange, &view, error);
    else
        status = qdr_exchange_plan_combining(exchange, schedule, &view, error);
    qdr_views_cleanup(&view);
    return status;
}

qdr_status qdr_exchange_init(qdr_exchange *exchange,
                             const qdr_schedule *schedule,
                             const qdr_pattern *pattern, int rank,
                             qdr_error *error)
{
    qdr_exchange made = {.rank = rank};
    qdr_status status = place_blocks(&made, pattern, error);

    if (status == QDR_OK)
        status = plan_operations(&made, schedule, error);
    if (status == QDR_OK)
        *exchange = made;
    else
        qdr_exchange_cleanup(&made);
    return status;
}

void qdr_exchange_cleanup(qdr_exchange *exchange)
{
    free(exchange->operations);
    free(exchange->copies);
    free(exchange->work);
    free(exchange->packed);
    free(exchange->sends);
    free(exchange->receives);
    *exchange = (qdr_exchange){0};
}

static qdr_status fail_mpi(const qdr_operation *operation, int code,
                           qdr_error *error)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;

    MPI_Error_string(code, text, &length);
    return qdr_fail(error, QDR_ERROR_MPI, "%s rank %d: %s",
                    operation->is_send ? "sending to" : "receiving from",
                    operation->peer, text);
}

static void copy(const qdr_exchange *exchange, char *const *buffers,
                 qdr_copies which)
{
    for (int64_t i = which.begin; i < which.end; i++) {
        const qdr_copy *one = &exchange->copies[i];
        memcpy(buffers[one->to_buffer] + one->to,
               buffers[one->from_buffer] + one->from, (size_t)one->bytes);
    }
}

qdr_status qdr_exchange_execute(const qdr_exchange *exchange, const char *send,
                                char *receive, MPI_Comm comm, qdr_error *error)
{
    /* The send buffer is only read, as the operations say. */
    char *const buffers[QDR_NUM_BUFFERS] = {(char *)send, receive,
                                            exchange->work, exchange->packed};

    copy(exchange, buffers, exchange->before);
    for (int64_t i = 0; i < exchange->num_operations; i++) {
        const qdr_operation *operation = &exchange->operations[i];
        char *at = buffers[operation->buffer] + operation->displacement;
        int code;
        if (operation->is_send) {
            copy(exchange, buffers, operation->packing);
            code = MPI_Ssend(at, operation->count, MPI_BYTE, operation->peer,
                             EXCHANGE_TAG, comm);
        } else {
            code = MPI_Recv(at, operation->count, MPI_BYTE, operation->peer,
                            EXCHANGE_TAG, comm, MPI_STATUS_IGNORE);
            copy(exchange, buffers, operation->packing);
        }
        if (code != MPI_SUCCESS)
            return fail_mpi(operation, code, error);
    }
    copy(exchange, buffers, exchange->after);
    return QDR_OK;
}
