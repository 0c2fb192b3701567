/* kernels/plan/api/plan_update.c -- other messages for a plan that exists; see
 * quadrille.h. */
#include <stdlib.h>
#include <string.h>

#include "kernels/messaging/agreement.h"
#include "kernels/plan/api/plan_calls.h"
#include "kernels/plan/state/struct_size.h"

static qdr_status check(const qdr_plan_impl *plan, const qdr_call *call,
                        const char *name, qdr_error *error)
{
    if (plan->request.call_id != call->id)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s: a plan of another call; accepted: one of %s", name,
                        call->name);
    if (plan->bound.exchange.state == QDR_EXCHANGE_STARTED)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s: a plan that is started; accepted: one that is "
                        "waited for",
                        name);
    if (plan->bound.exchange.state == QDR_EXCHANGE_BROKEN)
        return qdr_fail(error, QDR_ERROR_MPI,
                        "MPI failed in an earlier execution of this plan");
    return QDR_OK;
}

/* What stays: request and choice, and of the problem what is not of messages.
 */
static qdr_plan_impl *copy_rest(const qdr_plan_impl *old)
{
    qdr_plan_impl *made = calloc(1, sizeof *made);
    qdr_problem *problem;

    if (made == NULL)
        return NULL;
    *made = (qdr_plan_impl){old->request, old->choice, .bound = old->bound};
    made->bound.exchange = (qdr_exchange){0};
    if (old->choice.nodes == &old->request.given_nodes)
        made->choice.nodes = &made->request.given_nodes;
    problem = &made->traffic.problem;
    *problem = old->traffic.problem;
    problem->messages.summary = NULL;
    problem->values = &made->request.values;
    problem->mode = &made->choice.mode;
    if (problem->network != NULL)
        problem->network = &made->request.network;
    if (problem->nodes != NULL)
        problem->nodes = made->choice.nodes;
    return made;
}

/* The same status on all ranks, unless this rank updates alone. */
static qdr_status settle(const qdr_plan_impl *plan, qdr_status status,
                         qdr_error *error)
{
    return plan->bound.updates_alone
               ? status
               : qdr_agree(plan->request.comm, status, error);
}

static qdr_status plan_again(qdr_plan *plan, const qdr_call *call,
                             qdr_error *error)
{
    const qdr_plan_impl *body = qdr_handle_impl(plan);
    qdr_status status = qdr_plan_learn(plan, call, error);

    if (status == QDR_OK)
        status = settle(body, qdr_plan_build(plan, error), error);
    return status == QDR_OK ? qdr_plan_bind(plan, error) : status;
}

/* `call` is that of planning; `name` that of updating; `given` the status of
 * its arguments, with its reason in `error`. */
static qdr_status update(qdr_plan *plan, qdr_call call, const char *name,
                         qdr_status given, qdr_error *error)
{
    qdr_plan_impl *old = qdr_handle_impl(plan), *made = NULL;
    qdr_status status = qdr_plan_check_running(error);

    if (status != QDR_OK)
        return status;
    if (old == NULL)
        return qdr_handle_refuse(error);
    status = given == QDR_OK ? check(old, &call, name, error) : given;
    if (status == QDR_OK) {
        made = copy_rest(old);
        if (made == NULL)
            status = qdr_fail_memory(error, "a plan");
    }
    status = settle(old, status, error);
    if (status != QDR_OK) {
        free(made);
        return status;
    }
    call.is_update = true;
    qdr_handle_replace(plan, made);
    status = plan_again(plan, &call, error);
    if (status != QDR_OK)
        qdr_handle_replace(plan, old);
    /* What is not used any more; the rest is the other one's, too. */
    qdr_plan_clear(status == QDR_OK ? old : made);
    free(status == QDR_OK ? old : made);
    return status;
}

/* The call that a plan was made by, with other messages. */
static qdr_call call_again(const qdr_plan_impl *plan, const qdr_messages *by,
                           qdr_typed_call *room)
{
    static const qdr_typed_call v, w = {.is_w = true};
    bool is_v = plan != NULL && plan->request.call_id == qdr_call_typed(&v).id;
    bool is_w = plan != NULL && plan->request.call_id == qdr_call_typed(&w).id;

    *room = (qdr_typed_call){
        {by->send_counts, by->send_displacements, NULL, MPI_DATATYPE_NULL},
        {by->receive_counts, by->receive_displacements, NULL,
         MPI_DATATYPE_NULL},
        is_w};
    if (is_w) {
        room->send.types = by->send_types;
        room->receive.types = by->receive_types;
    } else if (is_v) {
        if (by->send_types != NULL)
            room->send.type = by->send_types[0];
        if (by->receive_types != NULL)
            room->receive.type = by->receive_types[0];
    }
    return is_v || is_w ? qdr_call_typed(room)
                        : qdr_call_blocks(by->num_sends, by->sends,
                                          by->num_receives, by->receives);
}

qdr_status qdr_plan_update(qdr_plan *plan, const qdr_messages *messages,
                           qdr_error *error)
{
    qdr_error own_error = {""};
    qdr_error *reason = error == NULL ? &own_error : error;
    qdr_messages known = {.size = 0};
    qdr_typed_call typed;
    qdr_status given =
        qdr_struct_check("qdr_messages", messages == NULL ? 0 : messages->size,
                         QDR_FIRST_MESSAGES, sizeof known, reason);

    if (given == QDR_OK)
        memcpy(&known, messages, messages->size);
    return update(plan, call_again(qdr_handle_impl(plan), &known, &typed),
                  "qdr_plan_update", given, reason);
}

qdr_status qdr_plan_update_pattern(qdr_plan *plan, int64_t num_messages,
                                   const qdr_message *messages,
                                   qdr_error *error)
{
    qdr_error own_error = {""};

    return update(plan, qdr_call_pattern(num_messages, messages),
                  "qdr_plan_update_pattern", QDR_OK,
                  error == NULL ? &own_error : error);
}
