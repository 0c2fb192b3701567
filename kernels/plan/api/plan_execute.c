/* kernels/plan/api/plan_execute.c -- the description of a plan, and its
 * execution; see quadrille.h. */
#include <string.h>

#include "kernels/messaging/mpi_running.h"
#include "kernels/plan/making/plan.h"
#include "kernels/plan/state/struct_size.h"

qdr_status qdr_plan_check_running(qdr_error *error)
{
    if (!qdr_mpi_is_running())
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "MPI is not running; accepted: calls between MPI_Init "
                        "and MPI_Finalize");
    return QDR_OK;
}

static qdr_plan_info describe(const qdr_plan_impl *body)
{
    const qdr_buffer_layout *own = &body->bound.exchange.layout;
    qdr_plan_info made = {
        .algorithm = body->choice.library != NULL ? body->choice.library->name
                                                  : body->choice.kernel->name,
        .send_bytes = own->send_bytes,
        .receive_bytes = own->receive_bytes,
        .send_begin = own->sent.begin,
        .receive_begin = own->received.begin,
        .num_sends = own->num_sends,
        .num_receives = own->num_receives,
        .sends = own->sends,
        .receives = own->receives,
        .can_start = body->bound.can_start,
    };

    if (own->send_blocks != NULL) {
        made.num_sends = own->num_send_blocks;
        made.sends = own->send_blocks;
    }
    if (own->receive_blocks != NULL) {
        made.num_receives = own->num_receive_blocks;
        made.receives = own->receive_blocks;
    }
    return made;
}

qdr_status qdr_plan_get_info(const qdr_plan *plan, qdr_plan_info *out_info,
                             qdr_error *error)
{
    const qdr_plan_impl *body = qdr_handle_impl(plan);
    qdr_plan_info made;
    qdr_status status;

    if (body == NULL)
        return qdr_handle_refuse(error);
    if (out_info == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "NULL for out_info; accepted: a qdr_plan_info to fill");
    status = qdr_struct_check("qdr_plan_info", out_info->size,
                              QDR_FIRST_PLAN_INFO, sizeof made, error);
    if (status != QDR_OK)
        return status;
    made = describe(body);
    made.size = out_info->size;
    memcpy(out_info, &made, made.size);
    return QDR_OK;
}

/* The buffers of an execution. */
typedef struct buffers {
    const char *send;
    char *receive;
} buffers;

/* One of the buffers is MPI_IN_PLACE. That is for a vector whose data are in
 * the other; a part in its place is not copied. The MPI library's call takes it
 * as it is. */
static qdr_status resolve_in_place(const qdr_plan_impl *plan, buffers *at,
                                   qdr_error *error)
{
    const qdr_buffer_layout *own = &plan->bound.exchange.layout;
    bool in_receive = at->send == MPI_IN_PLACE;
    bool in_send = (void *)at->receive == MPI_IN_PLACE;
    bool is_scatter = plan->choice.kernel->collective == QDR_SCATTER;
    bool is_library = plan->choice.kernel->kind == QDR_LIBRARY;
    bool has_both =
        own->kind == QDR_VECTOR &&
        qdr_buffer_layout_find(own->sends, own->num_sends, own->rank) != NULL;

    if (!has_both || (in_receive && in_send) || in_send != is_scatter ||
        (!is_library && !qdr_kernel_has_schedule(plan->choice.kernel)))
        return qdr_fail(
            error, QDR_ERROR_INPUT,
            "MPI_IN_PLACE for %s, %s; accepted: where the other buffer of this "
            "rank has the vector, as in MPI",
            in_receive ? "send" : "receive",
            qdr_collective_string(plan->choice.kernel->collective));
    if (is_library)
        return QDR_OK;
    if (in_send)
        at->receive = (char *)at->send + own->received.begin;
    else
        at->send = at->receive + (own->sent.begin > own->received.begin
                                      ? own->sent.begin - own->received.begin
                                      : 0);
    return QDR_OK;
}

static qdr_status check_null(const qdr_plan_impl *plan, const buffers *at,
                             qdr_error *error)
{
    const qdr_buffer_layout *own = &plan->bound.exchange.layout;
    bool lacks_send = at->send == NULL && own->send_bytes > 0;
    bool lacks_receive = at->receive == NULL && own->receive_bytes > 0;

    if (!lacks_send && !lacks_receive)
        return QDR_OK;
    return qdr_fail(
        error, QDR_ERROR_INPUT,
        "NULL for a buffer of %lld bytes; accepted: a buffer of this length",
        (long long)(lacks_send ? own->send_bytes : own->receive_bytes));
}

/* MPI_BOTTOM is NULL, and accepted; MPI_IN_PLACE where it was planned. */
static qdr_status check_typed(const qdr_plan_impl *plan, const buffers *at,
                              qdr_error *error)
{
    bool is_in_place = plan->bound.exchange.typed->is_in_place;

    if ((void *)at->receive != MPI_IN_PLACE &&
        (is_in_place || at->send != MPI_IN_PLACE))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "MPI_IN_PLACE for %s; accepted: for send, if the counts of "
                    "the sends were NULL",
                    at->send == MPI_IN_PLACE ? "send" : "receive");
}

/* The errors of an execution that this rank alone can detect; body: of the
 * plan, or NULL. */
static inline qdr_status check_execution(const qdr_plan_impl *body, buffers *at,
                                         qdr_error *error)
{
    qdr_status status = QDR_OK;

    if (body == NULL)
        return qdr_handle_refuse(error);
    if (body->bound.exchange.typed != NULL)
        status = check_typed(body, at, error);
    else if (at->send == NULL || at->receive == NULL)
        status = check_null(body, at, error);
    if (status == QDR_OK && body->bound.exchange.typed == NULL &&
        (at->send == MPI_IN_PLACE || (void *)at->receive == MPI_IN_PLACE))
        status = resolve_in_place(body, at, error);
    return status == QDR_OK ? qdr_plan_check_running(error) : status;
}

qdr_status qdr_plan_execute(qdr_plan *plan, const void *send, void *receive,
                            qdr_error *error)
{
    qdr_plan_impl *body = qdr_handle_impl(plan);
    buffers at = {send, receive};
    qdr_status status = check_execution(body, &at, error);

    return status == QDR_OK ? qdr_exchange_execute(&body->bound.exchange,
                                                   at.send, at.receive, error)
                            : status;
}

qdr_status qdr_plan_start(qdr_plan *plan, const void *send, void *receive,
                          qdr_error *error)
{
    qdr_plan_impl *body = qdr_handle_impl(plan);
    buffers at = {send, receive};
    qdr_status status = check_execution(body, &at, error);
    char mode[64] = "no mode";

    if (status != QDR_OK)
        return status;
    if (body->bound.can_start)
        return qdr_exchange_start(&body->bound.exchange, at.send, at.receive,
                                  error);
    if (qdr_kernel_has_mode(body->choice.kernel))
        qdr_mode_print(&body->choice.mode, mode, sizeof mode);
    return qdr_fail(
        error, QDR_ERROR_INPUT,
        "qdr_plan_start: %s, %s, waits between its messages; accepted: a plan "
        "with can_start, as of direct algorithms in mode persistent",
        body->choice.kernel->name, mode);
}

qdr_status qdr_plan_wait(qdr_plan *plan, qdr_error *error)
{
    qdr_plan_impl *body = qdr_handle_impl(plan);
    qdr_status status;

    if (body == NULL)
        return qdr_handle_refuse(error);
    status = qdr_plan_check_running(error);
    return status == QDR_OK ? qdr_exchange_wait(&body->bound.exchange, error)
                            : status;
}
