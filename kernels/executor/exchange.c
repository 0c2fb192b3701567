/* kernels/executor/exchange.c -- see exchange.h. */
#include "kernels/executor/exchange.h"

#include <stdlib.h>

#include "kernels/executor/combining.h"
#include "kernels/executor/dynamic.h"
#include "kernels/library/library_engine.h"

static bool allocate(qdr_exchange *exchange, const qdr_views *view)
{
    size_t count = (size_t)view->rank_begin[1] + 1;

    /* All three are released by qdr_exchange_cleanup. */
    exchange->operations = calloc(count, sizeof *exchange->operations);
    exchange->requests = malloc(count * sizeof *exchange->requests);
    exchange->copies = malloc(sizeof *exchange->copies);
    if (exchange->operations == NULL || exchange->requests == NULL ||
        exchange->copies == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        exchange->requests[i] = MPI_REQUEST_NULL;
    return true;
}

/* A message to itself is a copy at the start. */
static void plan_own_copy(qdr_exchange *exchange)
{
    const qdr_placement *placement = &exchange->placement;
    const qdr_block *from = qdr_placement_find(
        placement->sends, placement->num_sends, placement->rank);
    const qdr_block *to = qdr_placement_find(
        placement->receives, placement->num_receives, placement->rank);

    if (from != NULL && to != NULL)
        exchange->copies[exchange->before.end++] =
            (qdr_copy){QDR_SEND_BUFFER, QDR_RECEIVE_BUFFER, from->displacement,
                       to->displacement, from->bytes};
}

/* Operations that need no packing: a message's piece stands in its block; a
 * vector stands in the root's send buffer and the others' receive buffers. */
static void plan_unpacked(qdr_exchange *exchange, const qdr_views *view,
                          bool is_vector)
{
    const qdr_placement *own = &exchange->placement;

    for (int64_t i = 0; i < view->rank_begin[1]; i++) {
        const qdr_action *action = &view->actions[i];
        bool is_in_sends = is_vector ? own->num_receives == 0 : action->is_send;
        const qdr_block *blocks = is_in_sends ? own->sends : own->receives;
        int64_t count = is_in_sends ? own->num_sends : own->num_receives;
        const qdr_block *block =
            is_vector ? blocks
                      : qdr_placement_find(blocks, count, action->peer);
        exchange->operations[i] = (qdr_operation){
            action->is_send,
            action->peer,
            (int)action->bytes,
            is_in_sends ? QDR_SEND_BUFFER : QDR_RECEIVE_BUFFER,
            block->displacement + action->offset + action->skipped,
            {0, 0}};
    }
}

static qdr_status plan_operations(qdr_exchange *exchange,
                                  const qdr_schedule *schedule,
                                  const qdr_mode *mode, qdr_error *error)
{
    qdr_views view = {0};
    qdr_status status =
        qdr_views_init(&view, schedule, exchange->placement.rank, 1, error);

    if (status != QDR_OK)
        return status;
    exchange->num_operations = view.rank_begin[1];
    if (!allocate(exchange, &view))
        status = qdr_fail_memory(error, "the operations of an exchange");
    if (status == QDR_OK) {
        plan_own_copy(exchange);
        if (schedule->content == QDR_BLOCKS)
            status = qdr_exchange_plan_combining(exchange, schedule, &view,
                                                 mode, error);
        else
            plan_unpacked(exchange, &view, schedule->content == QDR_VECTOR);
    }
    if (status == QDR_OK)
        status =
            qdr_program_init(&exchange->program, view.actions,
                             view.rank_begin[1], schedule->num_rounds,
                             schedule->content != QDR_MESSAGES, mode, error);
    qdr_views_cleanup(&view);
    return status;
}

qdr_status qdr_exchange_init(qdr_exchange *exchange,
                             const qdr_schedule *schedule,
                             qdr_placement *placement, const qdr_mode *mode,
                             MPI_Comm comm, qdr_error *error)
{
    qdr_exchange made = {.placement = *placement,
                         .comm = comm,
                         .is_persistent = mode->kind == QDR_PERSISTENT};
    qdr_status status;

    *placement = (qdr_placement){0};
    status = plan_operations(&made, schedule, mode, error);
    if (status == QDR_OK)
        *exchange = made;
    else
        qdr_exchange_cleanup(&made);
    return status;
}

qdr_status qdr_exchange_init_unscheduled(qdr_exchange *exchange,
                                         const qdr_kernel *kernel,
                                         const qdr_problem *problem,
                                         qdr_placement *placement,
                                         MPI_Comm comm, qdr_error *error)
{
    qdr_status status;

    /* In its place, to which the state of a dynamic row points. */
    *exchange = (qdr_exchange){.placement = *placement, .comm = comm};
    *placement = (qdr_placement){0};
    status = kernel->kind == QDR_LIBRARY && kernel->dynamic == QDR_NOT_DYNAMIC
                 ? qdr_library_call_new(&exchange->library, kernel->library,
                                        &exchange->placement, comm, error)
                 : qdr_dynamic_new(&exchange->dynamic, kernel->dynamic, problem,
                                   &exchange->placement, comm, error);
    if (status != QDR_OK)
        qdr_exchange_cleanup(exchange);
    return status;
}

/* A failed execution may have left a receive under way, into a buffer that its
 * owner is about to release. A send cannot be cancelled, but only reads. */
static void give_up(const qdr_operation *operation, MPI_Request *request)
{
    int is_over = 1;

    MPI_Request_get_status(*request, &is_over, MPI_STATUS_IGNORE);
    if (is_over || operation->is_send)
        return;
    MPI_Cancel(request);
    MPI_Waitall(1, request, MPI_STATUSES_IGNORE);
}

static void release_requests(qdr_exchange *exchange)
{
    for (int64_t i = 0; i < exchange->num_operations; i++) {
        MPI_Request *request = &exchange->requests[i];
        if (exchange->is_broken && *request != MPI_REQUEST_NULL)
            give_up(&exchange->operations[i], request);
        /* Persistent ones are left after any execution. */
        if (*request != MPI_REQUEST_NULL)
            MPI_Request_free(request);
    }
}

void qdr_exchange_cleanup(qdr_exchange *exchange)
{
    if (exchange->requests != NULL)
        release_requests(exchange);
    free(exchange->operations);
    free(exchange->requests);
    free(exchange->copies);
    /* Of a broken plan, a peer may still fetch what was sent from there. */
    if (!exchange->is_broken) {
        free(exchange->work);
        free(exchange->packed);
    }
    qdr_program_cleanup(&exchange->program);
    qdr_placement_cleanup(&exchange->placement);
    qdr_library_call_free(exchange->library);
    qdr_dynamic_free(exchange->dynamic);
    *exchange = (qdr_exchange){0};
}
