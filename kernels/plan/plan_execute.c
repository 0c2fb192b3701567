/* kernels/plan/plan_execute.c -- the description of a plan, and its execution;
 * see ../quadrille.h. */
#include "kernels/messaging/mpi_running.h"
#include "kernels/plan/plan.h"

qdr_status qdr_plan_check_running(qdr_error *error)
{
    if (!qdr_mpi_is_running())
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "MPI is not running; accepted: calls between MPI_Init "
                        "and MPI_Finalize");
    return QDR_OK;
}

qdr_status qdr_plan_get_info(const qdr_plan *plan, qdr_plan_info *out_info,
                             qdr_error *error)
{
    const qdr_placement *own;
    qdr_status status = qdr_live_check(plan, error);

    if (status != QDR_OK)
        return status;
    if (out_info == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "NULL for out_info; accepted: a qdr_plan_info to fill");
    own = &plan->exchange.placement;
    *out_info = (qdr_plan_info){
        .algorithm = plan->kernel->name,
        .send_bytes = own->send_bytes,
        .receive_bytes = own->receive_bytes,
        .send_begin = own->sent.begin,
        .receive_begin = own->received.begin,
        .num_sends = own->num_sends,
        .num_receives = own->num_receives,
        .sends = own->sends,
        .receives = own->receives,
        .can_start = plan->can_start,
    };
    if (own->send_blocks != NULL) {
        out_info->num_sends = own->num_send_blocks;
        out_info->sends = own->send_blocks;
    }
    if (own->receive_blocks != NULL) {
        out_info->num_receives = own->num_receive_blocks;
        out_info->receives = own->receive_blocks;
    }
    return QDR_OK;
}

/* The buffers of an execution. */
typedef struct buffers {
    const char *send;
    char *receive;
} buffers;

/* For a vector, a buffer whose data are in the other may be MPI_IN_PLACE; a
 * part in its place is not copied. */
static qdr_status resolve_in_place(const qdr_plan *plan, buffers *at,
                                   qdr_error *error)
{
    const qdr_placement *own = &plan->exchange.placement;
    bool in_receive = at->send == MPI_IN_PLACE;
    bool in_send = (void *)at->receive == MPI_IN_PLACE;
    bool is_scatter = plan->kernel->collective == QDR_SCATTER;
    bool has_both =
        own->layout == QDR_VECTOR &&
        qdr_placement_find(own->sends, own->num_sends, own->rank) != NULL;

    if (!in_receive && !in_send)
        return QDR_OK;
    if (!has_both || (in_receive && in_send) || in_send != is_scatter ||
        !qdr_kernel_has_schedule(plan->kernel))
        return qdr_fail(
            error, QDR_ERROR_INPUT,
            "MPI_IN_PLACE for %s, %s; accepted: by algorithms with a schedule, "
            "if the other buffer of this rank has the vector, as in MPI",
            in_receive ? "send" : "receive",
            qdr_collective_string(plan->kernel->collective));
    if (in_send)
        at->receive = (char *)at->send + own->received.begin;
    else
        at->send = at->receive + (own->sent.begin > own->received.begin
                                      ? own->sent.begin - own->received.begin
                                      : 0);
    return QDR_OK;
}

/* The errors of an execution that this rank alone can detect. */
static qdr_status check_execution(const qdr_plan *plan, buffers *at,
                                  qdr_error *error)
{
    const qdr_placement *own;
    const void *send = at->send, *receive = at->receive;
    qdr_status status = qdr_live_check(plan, error);

    if (status != QDR_OK)
        return status;
    own = &plan->exchange.placement;
    if ((send == NULL && own->send_bytes > 0) ||
        (receive == NULL && own->receive_bytes > 0))
        return qdr_fail(
            error, QDR_ERROR_INPUT,
            "NULL for a buffer of %lld bytes; accepted: a buffer "
            "of this length",
            (long long)(send == NULL ? own->send_bytes : own->receive_bytes));
    status = resolve_in_place(plan, at, error);
    return status == QDR_OK ? qdr_plan_check_running(error) : status;
}

qdr_status qdr_plan_execute(qdr_plan *plan, const void *send, void *receive,
                            qdr_error *error)
{
    buffers at = {send, receive};
    qdr_status status = check_execution(plan, &at, error);

    return status == QDR_OK ? qdr_exchange_execute(&plan->exchange, at.send,
                                                   at.receive, error)
                            : status;
}

qdr_status qdr_plan_start(qdr_plan *plan, const void *send, void *receive,
                          qdr_error *error)
{
    buffers at = {send, receive};
    qdr_status status = check_execution(plan, &at, error);
    char mode[64] = "no mode";

    if (status != QDR_OK)
        return status;
    if (plan->can_start)
        return qdr_exchange_start(&plan->exchange, at.send, at.receive, error);
    if (qdr_kernel_has_schedule(plan->kernel))
        qdr_mode_print(&plan->mode, mode, sizeof mode);
    return qdr_fail(
        error, QDR_ERROR_INPUT,
        "qdr_plan_start: %s, %s, waits between its messages; accepted: a "
        "direct algorithm in mode persistent, or in window:K with room for "
        "every rank's sends, without suffix",
        plan->kernel->name, mode);
}

qdr_status qdr_plan_wait(qdr_plan *plan, qdr_error *error)
{
    qdr_status status = qdr_live_check(plan, error);

    if (status == QDR_OK)
        status = qdr_plan_check_running(error);
    return status == QDR_OK ? qdr_exchange_wait(&plan->exchange, error)
                            : status;
}
