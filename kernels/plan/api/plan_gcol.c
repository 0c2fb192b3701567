/* kernels/plan/api/plan_gcol.c -- plans of allgathers whose lengths are learned
 * in each execution; see plan.h. */
#include "kernels/allgather/unknown/allgather_unknown_engine.h"
#include "kernels/plan/api/plan_calls.h"
#include "kernels/plan/making/vector_call.h"

/* As for a vector of the capacity; what a rank sends is not known yet. */
static qdr_status learn(qdr_plan_impl *plan, const qdr_call *call,
                        qdr_error *error)
{
    qdr_status status = qdr_vector_learn(plan, call, error);

    plan->bound.exchange.layout.send_bytes = 0;
    return status;
}

qdr_status qdr_plan_gcol(qdr_plan **out_plan, const qdr_plan_options *options,
                         int64_t capacity, MPI_Datatype type, MPI_Comm comm,
                         qdr_error *error)
{
    const qdr_vector vector = {.count = capacity, .type = type};
    qdr_call call = qdr_call_vector(QDR_ALLGATHER, &vector, 0);
    qdr_status status;

    call.name = "qdr_plan_gcol";
    call.id = QDR_FIRST_VECTOR_CALL + QDR_NUM_COLLECTIVES;
    call.learn = learn;
    status = qdr_plan_make(out_plan, &call, "allgather_unknown", options, comm,
                           error);
    if (status == QDR_OK) {
        qdr_plan_impl *body = qdr_handle_impl(*out_plan);
        body->request.is_gcol = true;
        qdr_unknown_set_part(body->bound.exchange.engine_state, QDR_NO_COUNT);
    }
    return status;
}

/* The bytes of this rank's part, or why it has none. */
static int64_t part_of(const qdr_plan_impl *body, int64_t count,
                       const void *send, const void *receive)
{
    int64_t element = body->traffic.problem.vector.element_bytes;

    if (count < 0)
        return QDR_COUNT_BELOW_0;
    if (count > body->traffic.problem.vector.bytes / element)
        return QDR_COUNT_TOO_LARGE;
    if (send == MPI_IN_PLACE || (send == NULL && count > 0))
        return QDR_NO_SEND_BUFFER;
    if (receive == MPI_IN_PLACE ||
        (receive == NULL && body->traffic.problem.vector.bytes > 0))
        return QDR_NO_RECEIVE_BUFFER;
    return count * element;
}

qdr_status qdr_plan_gcol_execute(qdr_plan *plan, int64_t count,
                                 const void *send, void *receive,
                                 int64_t *counts, qdr_error *error)
{
    qdr_plan_impl *body = qdr_handle_impl(plan);
    qdr_status status;
    void *state;

    if (body == NULL)
        return qdr_handle_refuse(error);
    if (!body->request.is_gcol)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "qdr_plan_gcol_execute: a plan of %s; accepted: one "
                        "of qdr_plan_gcol",
                        body->choice.kernel->name);
    status = qdr_plan_check_running(error);
    if (status != QDR_OK)
        return status;
    state = body->bound.exchange.engine_state;
    qdr_unknown_set_part(state, part_of(body, count, send, receive));
    status = qdr_exchange_execute(&body->bound.exchange, send, receive, error);
    /* qdr_plan_execute has no count. */
    qdr_unknown_set_part(state, QDR_NO_COUNT);
    for (int r = 0;
         status == QDR_OK && counts != NULL && r < body->request.num_procs; r++)
        counts[r] = qdr_unknown_parts(state)[r] /
                    body->traffic.problem.vector.element_bytes;
    return status;
}
