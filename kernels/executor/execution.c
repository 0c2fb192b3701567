/* kernels/executor/execution.c -- makes an execution; see execution.h. */
#include "kernels/executor/execution.h"

#include <stdlib.h>

#include "kernels/executor/copy_elision.h"
#include "kernels/messaging/local_work.h"
#include "kernels/messaging/mpi_running.h"

static qdr_status allocate_requests(qdr_execution *made, int64_t count,
                                    qdr_error *error)
{
    /* Released by qdr_execution_cleanup. */
    made->requests = malloc(((size_t)count + 1) * sizeof *made->requests);
    if (made->requests == NULL)
        return qdr_fail_memory(error, "the operations of an exchange");
    for (int64_t i = 0; i < count; i++)
        made->requests[i] = MPI_REQUEST_NULL;
    made->num_operations = count;
    return QDR_OK;
}

/* The two buffers of its own. */
static qdr_status allocate_buffers(qdr_execution *made,
                                   const qdr_locator *locator, qdr_error *error)
{
    int64_t passing = locator->transit.bytes + locator->region.bytes;
    char *transit = malloc((size_t)passing + 1);
    char *packed = malloc((size_t)made->placement.packed_bytes + 1);

    /* Released by qdr_execution_cleanup. */
    made->buffers[QDR_TRANSIT_BUFFER] = transit;
    made->buffers[QDR_PACKED_BUFFER] = packed;
    return transit == NULL || packed == NULL
               ? qdr_fail_memory(error, "the buffers of an exchange")
               : QDR_OK;
}

static qdr_status place(const qdr_execution *made, qdr_locator *locator,
                        const qdr_rank_schedules *own, const qdr_mode *mode,
                        bool is_straight, qdr_placement *placement,
                        qdr_actions *actions, qdr_error *error)
{
    qdr_status status = qdr_placement_init(
        placement, locator, own, &made->program, mode, is_straight, error);

    if (status != QDR_OK)
        return status;
    if (mode->kind == QDR_POSTED || mode->kind == QDR_PACED)
        qdr_copies_elide(placement->operations, &placement->copies, own);
    return qdr_execution_make_actions(made, placement, actions, error);
}

static qdr_status bind(qdr_execution *made, qdr_locator *locator,
                       const qdr_rank_schedules *own, const qdr_mode *mode,
                       qdr_error *error)
{
    qdr_placement *placement = &made->placement, in_place = {0};
    qdr_status status = place(made, locator, own, mode, !qdr_work_is_charged(),
                              placement, &made->actions, error);

    if (status == QDR_OK && placement->is_apart)
        status = place(made, locator, own, mode, false, &in_place,
                       &made->in_place_actions, error);
    if (placement->packed_bytes < in_place.packed_bytes)
        placement->packed_bytes = in_place.packed_bytes;
    qdr_placement_cleanup(&in_place);
    return status;
}

static qdr_status make(qdr_execution *made, const qdr_problem *problem,
                       const qdr_schedule *schedule, const qdr_mode *mode,
                       const qdr_rank_schedules *own, qdr_error *error)
{
    const qdr_buffer_layout *layout = made->local.layout;
    int64_t count = own->rank_begin[1];
    qdr_locator locator = {0};
    qdr_status status = allocate_requests(made, count, error);

    if (status == QDR_OK)
        status =
            qdr_locator_init(&locator, problem, schedule, layout, own, error);
    if (status == QDR_OK)
        status = qdr_program_init(&made->program, own->operations, count,
                                  schedule, mode, error);
    if (status == QDR_OK)
        status = bind(made, &locator, own, mode, error);
    if (status == QDR_OK)
        status = allocate_buffers(made, &locator, error);
    made->own_begin = layout->sent.begin - layout->received.begin;
    qdr_locator_cleanup(&locator);
    return status;
}

qdr_status qdr_execution_init(qdr_execution *execution,
                              const qdr_problem *problem,
                              const qdr_schedule *schedule,
                              const qdr_mode *mode, const qdr_local *local,
                              qdr_error *error)
{
    qdr_execution made = {.local = *local,
                          .is_persistent = mode->kind == QDR_PERSISTENT};
    qdr_rank_schedules own = {0};
    qdr_status status =
        qdr_rank_schedules_init(&own, schedule, local->layout->rank, 1, error);

    if (status == QDR_OK)
        status = make(&made, problem, schedule, mode, &own, error);
    qdr_rank_schedules_cleanup(&own);
    if (status == QDR_OK)
        *execution = made;
    else
        qdr_execution_cleanup(&made, false);
    return status;
}

/* Whether an action moves a message: sent, or received. */
static bool moves(const qdr_execution *execution, const qdr_action *action,
                  bool is_sent)
{
    return action->kind <= QDR_DO_START_RECEIVE &&
           execution->placement.operations[action->request].is_send == is_sent;
}

void qdr_execution_shorten(qdr_execution *execution, const int64_t *lengths)
{
    for (int64_t i = 0; i < execution->actions.count; i++) {
        qdr_action *action = &execution->actions.actions[i];
        if (moves(execution, action, true))
            action->count = (int)lengths[action->peer];
    }
}

static const qdr_typed_message *find_typed(const qdr_typed_message *messages,
                                           int64_t count, int peer)
{
    int64_t low = 0, high = count;

    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (messages[middle].peer < peer)
            low = middle + 1;
        else
            high = middle;
    }
    return &messages[low];
}

void qdr_execution_set_types(qdr_execution *execution, bool are_sends,
                             const qdr_typed_message *messages, int64_t count)
{
    for (int64_t i = 0; i < execution->actions.count; i++) {
        qdr_action *action = &execution->actions.actions[i];
        const qdr_typed_message *message;
        if (!moves(execution, action, are_sends))
            continue;
        message = find_typed(messages, count, action->peer);
        action->place = message->displacement;
        action->count = message->count;
        action->type = message->type;
    }
}

qdr_status qdr_execution_set_indexed(qdr_execution *execution,
                                     const qdr_indexed_buffer *data,
                                     qdr_error *error)
{
    qdr_execution with = *execution;
    qdr_actions made = {0};
    qdr_status status;

    with.indexed = *data;
    status = qdr_execution_make_actions(&with, &with.placement, &made, error);
    if (status != QDR_OK)
        return status;
    free(execution->actions.actions);
    execution->indexed = *data;
    execution->actions = made;
    return QDR_OK;
}

/* A failed run may have left a receive in progress, into a buffer that
 * its owner is about to release. A send cannot be cancelled, but only reads.
 * MPI's codes say nothing new: it has failed before. */
static void give_up(const qdr_bound_operation *operation, MPI_Request *request)
{
    int is_over = 1;

    MPI_Request_get_status(*request, &is_over, MPI_STATUS_IGNORE);
    if (is_over || operation->is_send)
        return;
    MPI_Cancel(request);
    MPI_Waitall(1, request, MPI_STATUSES_IGNORE);
}

/* Gives up transfers in progress, and every request. */
static void release_requests(qdr_execution *execution, bool is_broken)
{
    for (int64_t i = 0; i < execution->num_operations; i++) {
        MPI_Request *request = &execution->requests[i];
        if (is_broken && *request != MPI_REQUEST_NULL)
            give_up(&execution->placement.operations[i], request);
        /* Persistent ones are left after any run. */
        if (*request != MPI_REQUEST_NULL)
            MPI_Request_free(request);
    }
}

void qdr_execution_cleanup(qdr_execution *execution, bool is_broken)
{
    if (execution->num_operations > 0 && qdr_mpi_is_running())
        release_requests(execution, is_broken);
    qdr_placement_cleanup(&execution->placement);
    free(execution->actions.actions);
    free(execution->in_place_actions.actions);
    free(execution->requests);
    /* If it is broken, a peer may still read a message from there. */
    if (!is_broken) {
        free(execution->buffers[QDR_TRANSIT_BUFFER]);
        free(execution->buffers[QDR_PACKED_BUFFER]);
    }
    qdr_program_cleanup(&execution->program);
    *execution = (qdr_execution){0};
}
