/* kernels/executor/exchange.c -- see exchange.h. */
#include "kernels/executor/exchange.h"

#include <limits.h>
#include <stdlib.h>

#include "kernels/core/view.h"
#include "kernels/executor/combining.h"

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
            action.round,
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
    size_t count;
    qdr_status status =
        qdr_views_init(&view, schedule, exchange->rank, 1, error);

    if (status != QDR_OK)
        return status;
    /* Both are released by qdr_exchange_cleanup. */
    count = (size_t)view.rank_begin[1] + 1;
    exchange->operations = malloc(count * sizeof *exchange->operations);
    exchange->requests = malloc(count * sizeof *exchange->requests);
    if (exchange->operations == NULL || exchange->requests == NULL)
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
                             const qdr_mode *mode, qdr_error *error)
{
    qdr_exchange made = {
        .rank = rank, .mode = *mode, .num_rounds = schedule->num_rounds};
    qdr_status status = QDR_OK;

    if (schedule->blocks != NULL && mode->kind != QDR_SYNCHRONOUS)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "a combining schedule in another mode; accepted: "
                          "synchronous, with or without +barrier");
    if (status == QDR_OK)
        status = place_blocks(&made, pattern, error);
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
    free(exchange->requests);
    free(exchange->copies);
    free(exchange->work);
    free(exchange->packed);
    free(exchange->sends);
    free(exchange->receives);
    *exchange = (qdr_exchange){0};
}
