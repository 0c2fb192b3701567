/* kernels/executor/exchange_engine.c -- an exchange that an engine performs;
 * see exchange.h. */
#include "kernels/executor/exchange.h"

#include <stdlib.h>

#include "kernels/core/problem/buffer_layout_blocks.h"
#include "kernels/messaging/agreement.h"

/* Makes room for joined messages, if this rank has any in several blocks. */
static qdr_status init_joined(qdr_exchange *exchange, qdr_error *error)
{
    qdr_status status;

    if (!qdr_buffer_layout_is_split(&exchange->layout))
        return QDR_OK;
    status = qdr_buffer_layout_init_joined(&exchange->joined, &exchange->layout,
                                           error);
    if (status != QDR_OK)
        return status;
    /* Both are released by qdr_exchange_cleanup. */
    exchange->joined_send = malloc((size_t)exchange->joined.send_bytes + 1);
    exchange->joined_receive =
        malloc((size_t)exchange->joined.receive_bytes + 1);
    return exchange->joined_send == NULL || exchange->joined_receive == NULL
               ? qdr_fail_memory(error, "the joined blocks of an exchange")
               : QDR_OK;
}

void qdr_exchange_drop_engine(qdr_exchange *exchange)
{
    if (exchange->engine_state != NULL && exchange->engine->cleanup != NULL)
        exchange->engine->cleanup(exchange->engine_state);
    free(exchange->engine_state);
    exchange->engine_state = NULL;
}

static qdr_status prepare_state(qdr_exchange *exchange,
                                const qdr_problem *problem,
                                const qdr_local *local, qdr_error *error)
{
    const qdr_engine *engine = exchange->engine;

    /* Released by qdr_exchange_drop_engine. */
    exchange->engine_state = calloc(1, engine->state_bytes);
    return exchange->engine_state == NULL
               ? qdr_fail_memory(error, "the state of an algorithm")
               : engine->prepare(exchange->engine_state, problem, local, error);
}

/* A rank that fails alone would leave the others in a collective. */
static qdr_status make_state(qdr_exchange *exchange, const qdr_problem *problem,
                             const qdr_local *local, qdr_error *error)
{
    const qdr_engine *engine = exchange->engine;
    qdr_status status = prepare_state(exchange, problem, local, error);

    status = qdr_agree(local->comm, status, error);
    if (status == QDR_OK && engine->connect != NULL)
        status = engine->connect(exchange->engine_state, problem, local, error);
    if (status != QDR_OK)
        qdr_exchange_drop_engine(exchange);
    return status;
}

/* For every block; NULL: the data are in the buffers. */
static void call_for_all(void (*call)(void *, int64_t, int64_t), void *context,
                         const qdr_block *blocks, int64_t num_blocks)
{
    if (call == NULL)
        return;
    for (int64_t i = 0; i < num_blocks; i++)
        call(context, blocks[i].displacement, blocks[i].bytes);
}

qdr_status qdr_exchange_run_engine(qdr_exchange *exchange, const char *send,
                                   char *receive, qdr_error *error)
{
    const qdr_indexed_buffer *data = &exchange->execution.indexed;
    const qdr_buffer_layout *own = &exchange->layout;
    bool is_joined = exchange->joined_send != NULL;
    qdr_status status;

    call_for_all(data->gather, data->context, own->sends, own->num_sends);
    if (is_joined)
        qdr_buffer_layout_join(&exchange->layout, &exchange->joined, send,
                               exchange->joined_send);
    status = exchange->engine->execute(
        exchange->engine_state, is_joined ? exchange->joined_send : send,
        is_joined ? exchange->joined_receive : receive, error);
    if (is_joined && status == QDR_OK)
        qdr_buffer_layout_split(&exchange->layout, &exchange->joined,
                                exchange->joined_receive, receive);
    if (status == QDR_OK)
        call_for_all(data->scatter, data->context, own->receives,
                     own->num_receives);
    return status;
}

/* Once there is room for joined messages. */
static qdr_local local_of(const qdr_exchange *exchange)
{
    return (qdr_local){
        exchange->joined_send == NULL ? &exchange->layout : &exchange->joined,
        exchange->comm, exchange->tag, &exchange->arithmetic, exchange->rings};
}

static void set_engine(qdr_exchange *exchange, const qdr_engine *engine)
{
    exchange->engine = engine;
    exchange->run = qdr_exchange_run_engine;
}

qdr_status qdr_exchange_bind_engine(qdr_exchange *exchange,
                                    const qdr_kernel *kernel,
                                    const qdr_engine *engine,
                                    const qdr_problem *problem,
                                    qdr_error *error)
{
    qdr_values defaults;
    const qdr_problem resolved =
        qdr_kernel_defaults(kernel, problem, &defaults);
    qdr_status status =
        qdr_agree(exchange->comm, init_joined(exchange, error), error);
    qdr_local local;

    if (status != QDR_OK)
        return status;
    local = local_of(exchange);
    set_engine(exchange, engine);
    return make_state(exchange, &resolved, &local, error);
}

qdr_status qdr_exchange_bind_shared(qdr_exchange *exchange,
                                    const qdr_engine *engine,
                                    const qdr_problem *problem,
                                    qdr_error *error)
{
    const qdr_local local = local_of(exchange);

    set_engine(exchange, engine);
    return prepare_state(exchange, problem, &local, error);
}
