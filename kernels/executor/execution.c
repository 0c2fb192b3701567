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
                                   const qdr_locator *locator,
                                   int64_t packed_bytes, qdr_error *error)
{
    int64_t passing = locator->transit.bytes;

    if (locator->region.buffer == QDR_TRANSIT_BUFFER)
        passing += locator->region.bytes;
    made->transit = malloc((size_t)passing + 1);
    made->packed = malloc((size_t)packed_bytes + 1);
    return made->transit == NULL || made->packed == NULL
               ? qdr_fail_memory(error, "the buffers of an exchange")
               : QDR_OK;
}

/* Both bindings, as far as they are needed. */
static qdr_status bind(qdr_execution *made, qdr_locator *locator,
                       const qdr_rank_schedules *own, const qdr_mode *mode,
                       int64_t *packed_bytes, qdr_error *error)
{
    bool needs_both = false;
    qdr_binding *copying = &made->in_place;
    qdr_status status =
        qdr_binding_init(copying, locator, own, mode, packed_bytes, error);

    if (status == QDR_OK && !qdr_pending_own_first())
        status =
            qdr_binding_init_straight(&made->binding, copying, locator, own,
                                      &made->program, &needs_both, error);
    if (status == QDR_OK && qdr_pending_own_first()) {
        made->binding = *copying;
        *copying = (qdr_binding){0};
    } else if (!needs_both) {
        qdr_binding_cleanup(copying);
    }
    return status;
}

static qdr_status make(qdr_execution *made, const qdr_problem *problem,
                       const qdr_schedule *schedule, const qdr_mode *mode,
                       const qdr_rank_schedules *own, qdr_error *error)
{
    const qdr_buffer_layout *layout = made->local.layout;
    int64_t count = own->rank_begin[1], packed_bytes = 0;
    qdr_locator locator = {0};
    qdr_status status = allocate_requests(made, count, error);

    if (status == QDR_OK)
        status =
            qdr_locator_init(&locator, problem, schedule, layout, own, error);
    if (status == QDR_OK)
        status = qdr_program_init(&made->program, own->operations, count,
                                  schedule, mode, error);
    if (status == QDR_OK)
        status = bind(made, &locator, own, mode, &packed_bytes, error);
    if (status == QDR_OK &&
        (mode->kind == QDR_POSTED || mode->kind == QDR_PACED)) {
        qdr_copies_elide(made->binding.operations, &made->binding.copies, own);
        if (made->in_place.operations != NULL)
            qdr_copies_elide(made->in_place.operations, &made->in_place.copies,
                             own);
    }
    if (status == QDR_OK)
        status = allocate_buffers(made, &locator, packed_bytes, error);
    made->num_starting = qdr_program_num_starting(&made->program);
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
        qdr_execution_cleanup(&made);
    return status;
}

void qdr_execution_shorten(qdr_execution *execution, const int64_t *lengths)
{
    for (int64_t i = 0; i < execution->num_operations; i++) {
        qdr_bound_operation *op = &execution->binding.operations[i];
        if (op->is_send)
            op->count = (int)lengths[op->peer];
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

qdr_status qdr_execution_set_types(qdr_execution *execution, bool are_sends,
                                   const qdr_typed_message *messages,
                                   int64_t count, qdr_error *error)
{
    int64_t num_operations = execution->num_operations;

    if (execution->types == NULL) {
        execution->types =
            malloc(((size_t)num_operations + 1) * sizeof(MPI_Datatype));
        if (execution->types == NULL)
            return qdr_fail_memory(error, "the types of an exchange");
        for (int64_t i = 0; i < num_operations; i++)
            execution->types[i] = MPI_BYTE;
    }
    for (int64_t i = 0; i < num_operations; i++) {
        qdr_bound_operation *op = &execution->binding.operations[i];
        const qdr_typed_message *message;
        if (op->is_send != are_sends)
            continue;
        message = find_typed(messages, count, op->peer);
        op->displacement = message->displacement;
        op->count = message->count;
        execution->types[i] = message->type;
    }
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
static void release_requests(qdr_execution *execution)
{
    for (int64_t i = 0; i < execution->num_operations; i++) {
        MPI_Request *request = &execution->requests[i];
        if (execution->is_broken && *request != MPI_REQUEST_NULL)
            give_up(&execution->binding.operations[i], request);
        /* Persistent ones are left after any run. */
        if (*request != MPI_REQUEST_NULL)
            MPI_Request_free(request);
    }
}

void qdr_execution_cleanup(qdr_execution *execution)
{
    if (execution->num_operations > 0 && qdr_mpi_is_running())
        release_requests(execution);
    qdr_binding_cleanup(&execution->binding);
    qdr_binding_cleanup(&execution->in_place);
    free(execution->types);
    free(execution->requests);
    /* If it is broken, a peer may still read a message from there. */
    if (!execution->is_broken) {
        free(execution->transit);
        free(execution->packed);
    }
    qdr_program_cleanup(&execution->program);
    *execution = (qdr_execution){0};
}
