/* kernels/executor/execution.c -- makes an execution; see execution.h. */
#include "kernels/executor/execution.h"

#include <stdlib.h>

#include "kernels/executor/copy_elision.h"
#include "kernels/executor/locator.h"
#include "kernels/executor/round_order.h"
#include "kernels/messaging/mpi_running.h"

/* An execution being made. */
typedef struct execution_builder {
    qdr_execution *made;
    const qdr_schedule *schedule;
    const qdr_mode *mode;
    qdr_locator locator;
    int64_t packed_bytes; /* so far, of the packed messages */
    int64_t max_packed;
    qdr_error *error;
} execution_builder;

/* Whether an operation's message is combined with this rank's data. */
static bool combines_in(const execution_builder *builder,
                        const qdr_operation *operation)
{
    return !operation->is_send &&
           builder->schedule->transfers[operation->begin].combines;
}

/* The copies between the spans of the message at hand and its place in the
 * packed buffer. */
static qdr_status add_packing(execution_builder *builder,
                              const qdr_operation *operation, int64_t packed,
                              qdr_copy_range *out_range)
{
    qdr_copies *copies = &builder->made->copies;
    bool combines = combines_in(builder, operation);
    bool own_first = qdr_problem_is_ordered(builder->locator.problem) &&
                     builder->made->local.layout->rank < operation->peer;
    qdr_status status = QDR_OK;

    out_range->begin = copies->count;
    for (int64_t i = 0; i < builder->locator.num_spans && status == QDR_OK;
         i++) {
        qdr_span span = builder->locator.spans[i];
        qdr_span there = {QDR_PACKED_BUFFER, packed, span.bytes};
        status = qdr_copies_add(
            copies,
            operation->is_send ? (qdr_copy){.from = span,
                                            .to_buffer = QDR_PACKED_BUFFER,
                                            .to = packed}
                               : (qdr_copy){.from = there,
                                            .to_buffer = span.buffer,
                                            .to = span.displacement,
                                            .combines = combines,
                                            .own_first = combines && own_first},
            builder->error);
        packed += span.bytes;
    }
    out_range->end = copies->count;
    return status;
}

/* A message that must be packed, placed after those packed so far. If sent, its
 * first piece has the copies that fill it; if received, its last piece has
 * those that empty it. */
static qdr_status add_packed(execution_builder *builder,
                             const qdr_operation *operation,
                             qdr_bound_operation *made)
{
    qdr_status status = QDR_OK;

    made->buffer = QDR_PACKED_BUFFER;
    made->displacement = builder->packed_bytes + operation->skipped;
    if (operation->is_send ? operation->skipped == 0 : operation->is_last)
        status = add_packing(builder, operation, builder->packed_bytes,
                             &made->packing);
    if (operation->is_last)
        builder->packed_bytes += operation->skipped + operation->bytes;
    if (builder->packed_bytes > builder->max_packed)
        builder->max_packed = builder->packed_bytes;
    return status;
}

/* All pieces of one message, operations i .. *out_end - 1. */
static qdr_status add_message(execution_builder *builder,
                              const qdr_rank_schedules *own, int64_t i,
                              int64_t *out_end)
{
    const qdr_locator *found = &builder->locator;
    qdr_status status = qdr_locator_find(&builder->locator, &own->operations[i],
                                         builder->error);
    bool is_packed = !qdr_locator_is_ready(found) ||
                     combines_in(builder, &own->operations[i]);

    do {
        const qdr_operation *operation = &own->operations[i];
        qdr_bound_operation *made = &builder->made->operations[i];
        *made = (qdr_bound_operation){.is_send = operation->is_send,
                                      .peer = operation->peer,
                                      .count = (int)operation->bytes};
        if (status == QDR_OK && is_packed) {
            status = add_packed(builder, operation, made);
        } else if (status == QDR_OK && found->num_spans == 1) {
            made->buffer = found->spans[0].buffer;
            made->displacement =
                found->spans[0].displacement + operation->skipped;
        }
    } while (!own->operations[i++].is_last);
    *out_end = i;
    return status;
}

static qdr_status settle_round(const execution_builder *builder,
                               const qdr_rank_schedules *own, int64_t begin,
                               int64_t end)
{
    const qdr_round_order order = {
        .rank = builder->made->local.layout->rank,
        .is_ordered = qdr_problem_is_ordered(builder->locator.problem),
        .schedule = builder->schedule,
        .own = own->operations,
        .operations = builder->made->operations,
        .copies = &builder->made->copies};

    return qdr_round_order_settle(&order, begin, end, builder->error);
}

/* Every operation. The packed buffer holds the messages of a round next to each
 * other or, if all receives are posted first, those of all rounds. */
static qdr_status add_operations(execution_builder *builder,
                                 const qdr_rank_schedules *own)
{
    qdr_status status = QDR_OK;
    int64_t begin = 0; /* of the round */

    for (int64_t i = 0; i < own->rank_begin[1] && status == QDR_OK;) {
        if (own->operations[i].round != own->operations[begin].round) {
            status = settle_round(builder, own, begin, i);
            begin = i;
            if (!qdr_mode_posts_all(builder->mode))
                builder->packed_bytes = 0;
        }
        if (status == QDR_OK)
            status = add_message(builder, own, i, &i);
    }
    if (status == QDR_OK)
        status = settle_round(builder, own, begin, own->rank_begin[1]);
    return status;
}

/* The copies before and after all messages: this rank's message to itself, or
 * its contribution to a vector and the part that it needs. */
static qdr_status add_local_copies(execution_builder *builder)
{
    qdr_execution *made = builder->made;
    const qdr_buffer_layout *own = made->local.layout;
    const qdr_vector_region *region = &builder->locator.region;
    qdr_status status;

    if (!qdr_collective_has_vector(builder->locator.problem->collective))
        return qdr_copies_add_own(&made->copies, own, &made->before,
                                  builder->error);
    status = qdr_copies_add_part(&made->copies, region, QDR_SEND_BUFFER,
                                 &own->sent, &made->before, builder->error);
    if (status == QDR_OK)
        status =
            qdr_copies_add_part(&made->copies, region, QDR_RECEIVE_BUFFER,
                                &own->received, &made->after, builder->error);
    return status;
}

static qdr_status allocate(qdr_execution *made, size_t count, qdr_error *error)
{
    /* Both are released by qdr_execution_cleanup. */
    made->operations = calloc(count + 1, sizeof *made->operations);
    made->requests = malloc((count + 1) * sizeof *made->requests);
    if (made->operations == NULL || made->requests == NULL)
        return qdr_fail_memory(error, "the operations of an exchange");
    for (size_t i = 0; i < count; i++)
        made->requests[i] = MPI_REQUEST_NULL;
    return QDR_OK;
}

/* The two buffers of its own. */
static qdr_status allocate_buffers(execution_builder *builder)
{
    qdr_execution *made = builder->made;
    const qdr_transit *transit = &builder->locator.transit;
    const qdr_vector_region *region = &builder->locator.region;
    int64_t passing = transit->bytes;

    if (region->buffer == QDR_TRANSIT_BUFFER)
        passing += region->bytes;
    made->transit = malloc((size_t)passing + 1);
    made->packed = malloc((size_t)builder->max_packed + 1);
    return made->transit == NULL || made->packed == NULL
               ? qdr_fail_memory(builder->error, "the buffers of an exchange")
               : QDR_OK;
}

static qdr_status make(execution_builder *builder, const qdr_problem *problem,
                       const qdr_rank_schedules *own)
{
    qdr_execution *made = builder->made;
    int64_t count = own->rank_begin[1];
    qdr_status status = allocate(made, (size_t)count, builder->error);

    made->num_operations = status == QDR_OK ? count : 0;
    if (status == QDR_OK)
        status = qdr_locator_init(&builder->locator, problem, builder->schedule,
                                  made->local.layout, own, builder->error);
    if (status == QDR_OK)
        status = add_local_copies(builder);
    if (status == QDR_OK)
        status = add_operations(builder, own);
    if (status == QDR_OK &&
        (builder->mode->kind == QDR_POSTED || builder->mode->kind == QDR_PACED))
        qdr_copies_elide(made->operations, &made->copies, own);
    if (status == QDR_OK)
        status = allocate_buffers(builder);
    if (status == QDR_OK)
        status =
            qdr_program_init(&made->program, own->operations, count,
                             builder->schedule, builder->mode, builder->error);
    made->num_starting = qdr_program_num_starting(&made->program);
    qdr_locator_cleanup(&builder->locator);
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
    execution_builder builder = {
        .made = &made, .schedule = schedule, .mode = mode, .error = error};
    qdr_rank_schedules own = {0};
    qdr_status status =
        qdr_rank_schedules_init(&own, schedule, local->layout->rank, 1, error);

    if (status == QDR_OK)
        status = make(&builder, problem, &own);
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
        qdr_bound_operation *op = &execution->operations[i];
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
        qdr_bound_operation *op = &execution->operations[i];
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
            give_up(&execution->operations[i], request);
        /* Persistent ones are left after any run. */
        if (*request != MPI_REQUEST_NULL)
            MPI_Request_free(request);
    }
}

void qdr_execution_cleanup(qdr_execution *execution)
{
    if (execution->num_operations > 0 && qdr_mpi_is_running())
        release_requests(execution);
    free(execution->operations);
    free(execution->types);
    free(execution->requests);
    free(execution->copies.copies);
    /* If it is broken, a peer may still read a message from there. */
    if (!execution->is_broken) {
        free(execution->transit);
        free(execution->packed);
    }
    qdr_program_cleanup(&execution->program);
    *execution = (qdr_execution){0};
}
