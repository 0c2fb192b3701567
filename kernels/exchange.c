/* kernels/exchange.c -- see exchange.h. */
#include "kernels/exchange.h"

static qdr_local local_of(const qdr_exchange *exchange)
{
    return (qdr_local){&exchange->placement, exchange->comm};
}

qdr_status qdr_exchange_bind_schedule(qdr_exchange *exchange,
                                      const qdr_problem *problem,
                                      const qdr_schedule *schedule,
                                      const qdr_mode *mode, qdr_error *error)
{
    const qdr_local local = local_of(exchange);

    return qdr_execution_init(&exchange->execution, problem, schedule, mode,
                              &local, error);
}

qdr_status qdr_exchange_bind_engine(qdr_exchange *exchange,
                                    const qdr_kernel *kernel,
                                    const qdr_problem *problem,
                                    qdr_error *error)
{
    const qdr_local local = local_of(exchange);
    qdr_values presets;
    const qdr_problem resolved = qdr_kernel_presets(kernel, problem, &presets);

    exchange->engine = qdr_engine_of(kernel);
    return exchange->engine->new_state(&exchange->state, &resolved, &local,
                                       error);
}

void qdr_exchange_cleanup(qdr_exchange *exchange)
{
    if (exchange->engine != NULL)
        exchange->engine->free_state(exchange->state);
    qdr_execution_cleanup(&exchange->execution);
    qdr_placement_cleanup(&exchange->placement);
    *exchange = (qdr_exchange){0};
}

qdr_status qdr_exchange_execute(qdr_exchange *exchange, const char *send,
                                char *receive, qdr_error *error)
{
    qdr_status status;

    if (exchange->is_broken)
        return qdr_fail(error, QDR_ERROR_MPI,
                        "rank %d: an earlier execution of this plan failed; "
                        "accepted: a new plan",
                        exchange->placement.rank);
    status =
        exchange->engine != NULL
            ? exchange->engine->execute(exchange->state, send, receive, error)
            : qdr_execution_perform(&exchange->execution, send, receive, error);
    /* Other failures come to their end: a stranger's length, for example. */
    exchange->is_broken = status == QDR_ERROR_MPI;
    return status;
}

int qdr_exchange_count(const qdr_exchange *exchange, qdr_count *counts)
{
    return exchange->engine == NULL || exchange->engine->count == NULL
               ? 0
               : exchange->engine->count(exchange->state, counts);
}
