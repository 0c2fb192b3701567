/* kernels/executor/placement_straight.c -- see placement.h. */
#include <stdlib.h>
#include <string.h>

#include "kernels/executor/own_copies.h"
#include "kernels/executor/placement.h"

/* A straight placement being made from the other one. */
typedef struct builder {
    const qdr_rank_schedules *own;
    const qdr_locator *locator;
    qdr_locator caller; /* where the caller has the rank's own data */
    qdr_touched_bytes touched;
    qdr_own_data data;
    qdr_placement *made; /* starts as a copy of the other one */
    bool arrives;        /* some receive is straight */
    bool copies_first;   /* some send cannot be */
    qdr_error *error;
} builder;

static qdr_status find_caller(builder *at, const qdr_touching_message *message)
{
    return qdr_locator_find(&at->caller, &at->own->operations[message->begin],
                            at->error);
}

/* One that arrives in its place in the region must have one, and its operands
 * this order, or any. Such a message has one copy, which combines. */
static bool may_arrive(const builder *at, const qdr_touching_message *message)
{
    const qdr_bound_operation *last = &at->made->operations[message->end - 1];
    const qdr_copy *copy = &at->made->copies.copies[last->packing.begin];

    return message->combines && last->packing.end == last->packing.begin + 1 &&
           copy->combines && copy->from.buffer == QDR_PACKED_BUFFER &&
           (copy->own_first || copy->any_order);
}

/* Bytes that are adjacent in the region may be apart in the caller's buffer:
 * then they have no room to be packed. */
static qdr_status may_leave(builder *at, const qdr_touching_message *message,
                            bool *out_may)
{
    const qdr_bound_operation *first = &at->made->operations[message->begin];
    qdr_status status = find_caller(at, message);

    *out_may = at->caller.num_spans == 1 || first->buffer == QDR_PACKED_BUFFER;
    at->copies_first = at->copies_first || !*out_may;
    return status;
}

/* Which messages are straight. */
static qdr_status find_straight(builder *at)
{
    const qdr_touched_bytes *touched = &at->touched;
    bool *may_be = malloc((size_t)touched->num_messages + 1);
    qdr_status status = may_be == NULL
                            ? qdr_fail_memory(at->error, "the plan of an "
                                                         "exchange")
                            : QDR_OK;

    for (int64_t m = 0; m < touched->num_messages && status == QDR_OK; m++) {
        const qdr_touching_message *message = &touched->messages[m];
        if (message->is_send)
            status = may_leave(at, message, &may_be[m]);
        else
            may_be[m] = may_arrive(at, message);
    }
    if (status == QDR_OK)
        status = qdr_own_data_init(
            &at->data, touched, &at->locator->layout->sent, may_be, at->error);
    free(may_be);
    return status;
}

/* The pieces of a message are at a place, one after another. */
static void place(const builder *at, const qdr_touching_message *message,
                  qdr_buffer buffer, int64_t displacement)
{
    for (int64_t i = message->begin; i < message->end; i++) {
        qdr_bound_operation *op = &at->made->operations[i];
        op->buffer = buffer;
        op->displacement = displacement + at->own->operations[i].skipped;
    }
}

/* Copies, or combinations, of the caller's spans to a place. */
static qdr_status add_copies(const builder *at, qdr_buffer to_buffer,
                             int64_t to, bool combines,
                             qdr_copy_range *out_range)
{
    qdr_copies *copies = &at->made->copies;
    qdr_status status = QDR_OK;

    out_range->begin = copies->count;
    for (int64_t s = 0; s < at->caller.num_spans && status == QDR_OK; s++) {
        qdr_span span = at->caller.spans[s];
        status = qdr_copies_add(copies,
                                (qdr_copy){.from = span,
                                           .to_buffer = to_buffer,
                                           .to = to,
                                           .combines = combines},
                                at->error);
        to += span.bytes;
    }
    out_range->end = copies->count;
    return status;
}

/* It is sent from the caller's buffer, or packed from there. */
static qdr_status bind_send(builder *at, const qdr_touching_message *message)
{
    qdr_bound_operation *first = &at->made->operations[message->begin];

    if (at->caller.num_spans > 1)
        return add_copies(at, QDR_PACKED_BUFFER, first->displacement, false,
                          &first->packing);
    first->packing = (qdr_copy_range){0, 0};
    place(at, message, QDR_SEND_BUFFER, at->caller.spans[0].displacement);
    return QDR_OK;
}

/* It arrives in its place, and the caller's data are combined with it. */
static qdr_status bind_receive(builder *at, const qdr_touching_message *message)
{
    qdr_bound_operation *last = &at->made->operations[message->end - 1];
    const qdr_copy old = at->made->copies.copies[last->packing.begin];

    at->arrives = true;
    place(at, message, old.to_buffer, old.to);
    return add_copies(at, old.to_buffer, old.to, true, &last->packing);
}

static qdr_status bind_messages(builder *at)
{
    qdr_status status = QDR_OK;

    for (int64_t m = 0; m < at->touched.num_messages && status == QDR_OK; m++) {
        const qdr_touching_message *message = &at->touched.messages[m];
        if (!at->data.is_straight[m])
            continue;
        status = find_caller(at, message);
        if (status == QDR_OK)
            status = (message->is_send ? bind_send : bind_receive)(at, message);
    }
    return status;
}

/* A copy of the other placement, whose arrays are its own. */
static qdr_status start(qdr_placement *made, const qdr_placement *other,
                        int64_t num_operations, qdr_error *error)
{
    size_t bytes = (size_t)num_operations * sizeof *made->operations;
    qdr_status status = QDR_OK;

    *made = *other;
    made->copies = (qdr_copies){0};
    made->operations = malloc(bytes + 1);
    if (made->operations == NULL)
        return qdr_fail_memory(error, "the operations of an exchange");
    memcpy(made->operations, other->operations, bytes);
    for (int64_t i = 0; i < other->copies.count && status == QDR_OK; i++)
        status = qdr_copies_add(&made->copies, other->copies.copies[i], error);
    return status;
}

/* Only vectors have a region. */
static qdr_status straighten(builder *at)
{
    int64_t count = at->own->rank_begin[1];
    qdr_status status =
        qdr_locator_init_caller(&at->caller, at->locator, at->error);

    if (status == QDR_OK)
        status =
            qdr_touched_bytes_init(&at->touched, at->own->operations, count,
                                   at->locator->schedule, at->error);
    if (status == QDR_OK)
        status = find_straight(at);
    if (status == QDR_OK)
        status = bind_messages(at);
    if (status == QDR_OK)
        status = qdr_own_copies_add(&at->made->copies, &at->locator->region,
                                    at->locator->layout, &at->touched,
                                    &at->data, &at->made->own, at->error);
    qdr_locator_cleanup(&at->caller);
    qdr_own_data_cleanup(&at->data);
    qdr_touched_bytes_cleanup(&at->touched);
    return status;
}

qdr_status qdr_placement_init_straight(qdr_placement *straight,
                                       const qdr_placement *copying,
                                       const qdr_locator *locator,
                                       const qdr_rank_schedules *own,
                                       const qdr_program *program,
                                       bool *out_needs_other, qdr_error *error)
{
    /* Both arrays are released by qdr_placement_cleanup. */
    qdr_placement made;
    builder at = {
        .own = own, .locator = locator, .made = &made, .error = error};
    qdr_status status = start(&made, copying, own->rank_begin[1], error);

    if (status == QDR_OK && copying->own.begin < copying->own.end &&
        qdr_collective_has_vector(locator->problem->collective))
        status = straighten(&at);
    made.num_leading = at.copies_first ? 0 : qdr_program_num_leading(program);
    *out_needs_other =
        at.arrives && locator->region.buffer == QDR_RECEIVE_BUFFER;
    if (status == QDR_OK)
        *straight = made;
    else
        qdr_placement_cleanup(&made);
    return status;
}
