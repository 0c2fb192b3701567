/* kernels/executor/exchange.c -- see exchange.h. */
#include "kernels/executor/exchange.h"

#include <stdlib.h>

#include "kernels/core/schedule/rank_schedule.h"
#include "kernels/messaging/agreement.h"

static qdr_status run_schedule(qdr_exchange *exchange, const char *send,
                               char *receive, qdr_error *error)
{
    return qdr_execution_perform(&exchange->execution, send, receive, error);
}

qdr_status qdr_exchange_bind_schedule(qdr_exchange *exchange,
                                      const qdr_problem *problem,
                                      const qdr_schedule *schedule,
                                      const qdr_mode *mode, qdr_error *error)
{
    const qdr_local local = {&exchange->layout, exchange->comm, exchange->tag,
                             &exchange->arithmetic, NULL};
    qdr_status status = qdr_execution_init(&exchange->execution, problem,
                                           schedule, mode, &local, error);

    exchange->run = run_schedule;
    if (!mode->announces)
        return status;
    status = qdr_agree(exchange->comm, status, error);
    if (status == QDR_OK)
        status =
            qdr_announcer_new(&exchange->execution.announcer, &local, error);
    return status;
}

/* By types where they are if `may_stay`, and a message is one piece. */
static qdr_status bind_side(qdr_exchange *exchange, bool are_sends,
                            bool may_stay, qdr_error *error)
{
    const qdr_buffer_layout *own = &exchange->layout;
    const qdr_block *messages = are_sends ? own->sends : own->receives;
    int64_t count = are_sends ? own->num_sends : own->num_receives;
    int64_t longest = 0;
    qdr_datatypes_side *side =
        are_sends ? &exchange->typed->send : &exchange->typed->receive;

    for (int64_t i = 0; i < count; i++)
        if (messages[i].bytes > longest)
            longest = messages[i].bytes;
    if (may_stay && longest <= QDR_MAX_PIECE) {
        qdr_execution_set_types(&exchange->execution, are_sends, side->messages,
                                side->count);
        return QDR_OK;
    }
    if (longest > INT32_MAX)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "rank %d: a message of %lld bytes in types with gaps, "
                        "or in place; accepted: less than 2^31",
                        own->rank, (long long)longest);
    /* Released by qdr_datatypes_cleanup. */
    side->packed = malloc((size_t)side->bytes + 1);
    return side->packed == NULL ? qdr_fail_memory(error, "packed messages")
                                : QDR_OK;
}

static qdr_status begin_types(qdr_exchange *exchange, const char **send,
                              char **receive, qdr_error *error)
{
    return exchange->typed == NULL
               ? QDR_OK
               : qdr_mpi_status(
                     qdr_datatypes_begin(exchange->typed, exchange->comm, send,
                                         receive),
                     "packing the messages of", exchange->layout.rank, error);
}

static qdr_status end_types(const qdr_exchange *exchange, qdr_error *error)
{
    return exchange->typed == NULL
               ? QDR_OK
               : qdr_mpi_status(
                     qdr_datatypes_end(exchange->typed, exchange->comm),
                     "unpacking the messages of", exchange->layout.rank, error);
}

static qdr_status run_typed(qdr_exchange *exchange, const char *send,
                            char *receive, qdr_error *error)
{
    qdr_status status = begin_types(exchange, &send, &receive, error);

    if (status == QDR_OK)
        status =
            (exchange->engine == NULL ? run_schedule : qdr_exchange_run_engine)(
                exchange, send, receive, error);
    return status == QDR_OK ? end_types(exchange, error) : status;
}

qdr_status qdr_exchange_bind_types(qdr_exchange *exchange, bool is_direct,
                                   qdr_error *error)
{
    bool may_stay = is_direct && exchange->engine == NULL;
    qdr_status status = bind_side(
        exchange, true, may_stay && !exchange->typed->is_in_place, error);

    exchange->run = run_typed;
    return status == QDR_OK ? bind_side(exchange, false, may_stay, error)
                            : status;
}

void qdr_exchange_cleanup(qdr_exchange *exchange)
{
    bool is_broken = exchange->state == QDR_EXCHANGE_BROKEN;

    /* If it is broken, a peer may still read a message from there. */
    if (is_broken) {
        exchange->joined_send = NULL;
        if (exchange->typed != NULL)
            exchange->typed->send.packed = NULL;
    }
    if (exchange->engine != NULL)
        qdr_exchange_drop_engine(exchange);
    qdr_announcer_free(exchange->execution.announcer);
    qdr_execution_cleanup(&exchange->execution, is_broken);
    qdr_buffer_layout_cleanup(&exchange->layout);
    qdr_buffer_layout_cleanup(&exchange->joined);
    free(exchange->joined_send);
    free(exchange->joined_receive);
    if (exchange->typed != NULL)
        qdr_datatypes_cleanup(exchange->typed);
    free(exchange->typed);
    *exchange = (qdr_exchange){0};
}

bool qdr_exchange_can_start(const qdr_exchange *exchange)
{
    return exchange->execution.requests != NULL &&
           qdr_program_can_start(&exchange->execution.program);
}

/* Of an exchange in another state than is accepted. */
static qdr_status refuse(const qdr_exchange *exchange, qdr_error *error)
{
    static const char *const reasons[] = {
        [QDR_EXCHANGE_READY] = "no execution of this plan is in progress; "
                               "accepted: one that was started",
        [QDR_EXCHANGE_STARTED] = "an execution of this plan is in progress; "
                                 "accepted: one at a time",
        [QDR_EXCHANGE_BROKEN] = "an earlier execution of this plan failed; "
                                "accepted: a new plan",
    };
    bool is_broken = exchange->state == QDR_EXCHANGE_BROKEN;

    return qdr_fail(error, is_broken ? QDR_ERROR_MPI : QDR_ERROR_INPUT,
                    "rank %d: %s", exchange->layout.rank,
                    reasons[exchange->state]);
}

/* After most failures of an engine, except MPI's, the execution is complete: a
 * length from an unexpected rank, for example. A schedule is not: others wait
 * for a rank that gave up while it announced. */
static qdr_status end(qdr_exchange *exchange, qdr_status status)
{
    bool is_broken = status == QDR_ERROR_MPI ||
                     (status != QDR_OK && exchange->engine == NULL);

    exchange->state = is_broken ? QDR_EXCHANGE_BROKEN : QDR_EXCHANGE_READY;
    return status;
}

qdr_status qdr_exchange_start(qdr_exchange *exchange, const char *send,
                              char *receive, qdr_error *error)
{
    qdr_status status;

    if (exchange->state != QDR_EXCHANGE_READY)
        return refuse(exchange, error);
    status = begin_types(exchange, &send, &receive, error);
    if (status == QDR_OK)
        status =
            qdr_execution_start(&exchange->execution, send, receive, error);
    if (status != QDR_OK)
        return end(exchange, status);
    exchange->state = QDR_EXCHANGE_STARTED;
    return QDR_OK;
}

qdr_status qdr_exchange_wait(qdr_exchange *exchange, qdr_error *error)
{
    qdr_status status;

    if (exchange->state != QDR_EXCHANGE_STARTED)
        return refuse(exchange, error);
    status = qdr_execution_wait(&exchange->execution, error);
    if (status == QDR_OK)
        status = end_types(exchange, error);
    return end(exchange, status);
}

qdr_status qdr_exchange_execute(qdr_exchange *exchange, const char *send,
                                char *receive, qdr_error *error)
{
    qdr_status status;

    if (exchange->state != QDR_EXCHANGE_READY)
        return refuse(exchange, error);
    status = exchange->run(exchange, send, receive, error);
    return status == QDR_OK ? QDR_OK : end(exchange, status);
}

qdr_status qdr_exchange_set_indexed(qdr_exchange *exchange,
                                    const qdr_indexed_buffer *data,
                                    qdr_error *error)
{
    return qdr_execution_set_indexed(&exchange->execution, data, error);
}

int qdr_exchange_count(const qdr_exchange *exchange, qdr_counter *counts)
{
    return exchange->engine == NULL || exchange->engine->count == NULL
               ? 0
               : exchange->engine->count(exchange->engine_state, counts);
}
