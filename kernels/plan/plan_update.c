/* kernels/plan/plan_update.c -- other messages for a plan that exists; see
 * ../quadrille.h. */
#include <stdlib.h>

#include "kernels/messaging/agreement.h"
#include "kernels/plan/plan.h"

static qdr_status check(const qdr_plan_impl *plan, const qdr_call *call,
                        const char *name, qdr_error *error)
{
    if (plan->call_id != call->id)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s: a plan of another call; accepted: one of %s", name,
                        call->name);
    if (plan->exchange.is_started)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s: a plan that is started; accepted: one that is "
                        "waited for",
                        name);
    if (plan->exchange.is_broken)
        return qdr_fail(error, QDR_ERROR_MPI,
                        "MPI failed in an earlier execution of this plan");
    return QDR_OK;
}

/* What stays: all but the messages, and what was made of them. */
static qdr_plan_impl *copy_rest(const qdr_plan_impl *old)
{
    qdr_plan_impl *made = calloc(1, sizeof *made);

    if (made == NULL)
        return NULL;
    *made = *old;
    made->schedule = (qdr_schedule){0};
    made->exchange = (qdr_exchange){0};
    made->pattern = (qdr_pattern){0};
    made->parts = (qdr_message_split){0};
    made->part_begin = NULL;
    made->problem.summary = NULL;
    made->problem.values = &made->values;
    made->problem.mode = &made->mode;
    if (old->problem.network != NULL)
        made->problem.network = &made->network;
    if (old->nodes == &old->given_nodes)
        made->nodes = &made->given_nodes;
    if (old->problem.nodes != NULL)
        made->problem.nodes = made->nodes;
    return made;
}

/* The same status on all ranks, unless this rank updates alone. */
static qdr_status settle(const qdr_plan_impl *plan, qdr_status status,
                         qdr_error *error)
{
    return plan->updates_alone ? status : qdr_agree(plan->comm, status, error);
}

static qdr_status plan_again(qdr_plan *plan, const qdr_call *call,
                             qdr_error *error)
{
    const qdr_plan_impl *body = qdr_live_find(plan);
    qdr_status status = qdr_plan_learn(plan, call, error);

    if (status == QDR_OK)
        status = settle(body, qdr_plan_build(plan, error), error);
    return status == QDR_OK ? qdr_plan_bind(plan, error) : status;
}

/* `call` is that of planning; `name` that of updating. */
static qdr_status update(qdr_plan *plan, qdr_call call, const char *name,
                         qdr_error *error)
{
    qdr_error own_error = {""};
    qdr_error *reason = error == NULL ? &own_error : error;
    qdr_plan_impl *old = qdr_live_find(plan), *made = NULL;
    qdr_status status = qdr_plan_check_running(reason);

    if (status != QDR_OK)
        return status;
    if (old == NULL)
        return qdr_live_refuse(plan, reason);
    status = check(old, &call, name, reason);
    if (status == QDR_OK) {
        made = copy_rest(old);
        if (made == NULL)
            status = qdr_fail_memory(reason, "a plan");
    }
    status = settle(old, status, reason);
    if (status != QDR_OK) {
        free(made);
        return status;
    }
    call.is_update = true;
    qdr_live_replace(plan, made);
    status = plan_again(plan, &call, reason);
    if (status != QDR_OK)
        qdr_live_replace(plan, old);
    /* What is not used any more; the rest is the other one's, too. */
    qdr_plan_clear(status == QDR_OK ? old : made);
    free(status == QDR_OK ? old : made);
    return status;
}

qdr_status qdr_plan_update(qdr_plan *plan, int64_t num_sends,
                           const qdr_block *sends, int64_t num_receives,
                           const qdr_block *receives, qdr_error *error)
{
    return update(plan,
                  qdr_call_blocks(num_sends, sends, num_receives, receives),
                  "qdr_plan_update", error);
}

static MPI_Datatype first_of(const MPI_Datatype *types)
{
    return types == NULL ? MPI_DATATYPE_NULL : types[0];
}

qdr_status qdr_plan_update_alltoallv(qdr_plan *plan, const int *send_counts,
                                     const int *send_displacements,
                                     const MPI_Datatype *send_types,
                                     const int *receive_counts,
                                     const int *receive_displacements,
                                     const MPI_Datatype *receive_types,
                                     qdr_error *error)
{
    static const qdr_typed_call w = {.is_w = true};
    const qdr_plan_impl *body = qdr_live_find(plan);
    bool is_w = body != NULL && body->call_id == qdr_call_typed(&w).id;
    const qdr_typed_call call = {
        {send_counts, send_displacements, is_w ? send_types : NULL,
         is_w ? MPI_DATATYPE_NULL : first_of(send_types)},
        {receive_counts, receive_displacements, is_w ? receive_types : NULL,
         is_w ? MPI_DATATYPE_NULL : first_of(receive_types)},
        is_w};

    return update(plan, qdr_call_typed(&call), "qdr_plan_update_alltoallv",
                  error);
}

qdr_status qdr_plan_update_pattern(qdr_plan *plan, int64_t num_messages,
                                   const qdr_message *messages,
                                   qdr_error *error)
{
    return update(plan, qdr_call_pattern(num_messages, messages),
                  "qdr_plan_update_pattern", error);
}
