/* kernels/executor/exchange.c -- see exchange.h. */
#include "kernels/executor/exchange.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/view.h"

/* Between two ranks MPI keeps the order of messages, so one tag serves all. */
enum { EXCHANGE_TAG = 1 };

static void place(qdr_block *blocks, int64_t *count, int64_t *length, int peer,
                  int64_t bytes)
{
    blocks[(*count)++] = (qdr_block){peer, *length, bytes};
    *length += bytes;
}

/* Packs this rank's row and column of the pattern into the two buffers. */
static qdr_status place_blocks(qdr_exchange *exchange,
                               const qdr_pattern *pattern, qdr_error *error)
{
    int rank = exchange->rank;
    size_t num_out = 0, num_in = 0;

    for (int64_t m = 0; m < pattern->num_messages; m++) {
        num_out += pattern->messages[m].src == rank;
        num_in += pattern->messages[m].dst == rank;
    }
    /* Both arrays are released by qdr_exchange_cleanup. */
    exchange->sends = malloc((num_out + 1) * sizeof *exchange->sends);
    exchange->receives = malloc((num_in + 1) * sizeof *exchange->receives);
    if (exchange->sends == NULL || exchange->receives == NULL)
        return qdr_fail_memory(error, "the blocks of an exchange");
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        if (message.src == rank && message.dst == rank) {
            exchange->copy_bytes = message.bytes;
            exchange->copy_from = exchange->send_bytes;
            exchange->copy_to = exchange->receive_bytes;
        }
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

static qdr_status plan_operations(qdr_exchange *exchange,
                                  const qdr_schedule *schedule,
                                  qdr_error *error)
{
    qdr_views view = {0};
    qdr_status status =
        qdr_views_init(&view, schedule, exchange->rank, 1, error);

    if (status != QDR_OK)
        return status;
    exchange->num_operations = view.rank_begin[1];
    /* Released by qdr_exchange_cleanup. */
    exchange->operations = malloc(((size_t)exchange->num_operations + 1) *
                                  sizeof *exchange->operations);
    if (exchange->operations == NULL)
        status = qdr_fail_memory(error, "the operations of an exchange");
    for (int64_t i = 0; status == QDR_OK && i < exchange->num_operations; i++) {
        qdr_action action = view.actions[i];
        if (action.bytes > INT_MAX) {
            status = qdr_fail(error, QDR_ERROR_INPUT,
                              "a message of %lld bytes, accepted are 0 to %d",
                              (long long)action.bytes, INT_MAX);
            break;
        }
        exchange->operations[i] = (qdr_operation){
            action.is_send, action.peer, (int)action.bytes,
            displacement_of(exchange, action.is_send, action.peer) +
                action.offset};
    }
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

qdr_status qdr_exchange_execute(const qdr_exchange *exchange, const char *send,
                                char *receive, MPI_Comm comm, qdr_error *error)
{
    if (exchange->copy_bytes > 0)
        memcpy(receive + exchange->copy_to, send + exchange->copy_from,
               (size_t)exchange->copy_bytes);
    for (int64_t i = 0; i < exchange->num_operations; i++) {
        const qdr_operation *operation = &exchange->operations[i];
        int code;
        if (operation->is_send)
            code = MPI_Ssend(send + operation->displacement, operation->count,
                             MPI_BYTE, operation->peer, EXCHANGE_TAG, comm);
        else
            code = MPI_Recv(receive + operation->displacement, operation->count,
                            MPI_BYTE, operation->peer, EXCHANGE_TAG, comm,
                            MPI_STATUS_IGNORE);
        if (code != MPI_SUCCESS)
            return fail_mpi(operation, code, error);
    }
    return QDR_OK;
}
