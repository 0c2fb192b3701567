/* kernels/executor/placement.c -- see placement.h. */
#include "kernels/executor/placement.h"

#include <stdlib.h>

#include "kernels/executor/own_copies.h"
#include "kernels/executor/round_order.h"

/* A placement being made. */
typedef struct builder {
    qdr_placement *made;
    qdr_locator *locator;
    const qdr_rank_schedules *own;
    const qdr_mode *mode;
    qdr_round_order order;
    qdr_touched_bytes touched; /* of a straight one */
    qdr_own_data data;
    int64_t num_placed;   /* messages, so far */
    int64_t packed_bytes; /* so far, of the packed messages */
    qdr_error *error;
} builder;

static bool has_vector(const builder *at)
{
    return qdr_collective_has_vector(at->locator->problem->collective);
}

/* Copies or combinations between the spans of the message at hand and a place
 * of as many bytes: from the spans, or to them. */
static qdr_copy_range add_copies(builder *at, bool from_spans, qdr_span place,
                                 bool combines)
{
    qdr_copies *copies = &at->made->copies;
    int64_t begin = copies->count;

    for (int64_t i = 0; i < at->locator->num_spans; i++) {
        qdr_span span = at->locator->spans[i];
        place.bytes = span.bytes;
        qdr_copies_add(copies, (qdr_copy){.from = from_spans ? span : place,
                                          .to = from_spans ? place : span,
                                          .combines = combines});
        place.displacement += span.bytes;
    }
    return (qdr_copy_range){begin, copies->count};
}

/* A message that must be packed, placed after those packed so far. If sent, its
 * first piece has the copies that fill it; if received, its last piece has
 * those that empty it. If the own data are the first operand, the result is
 * where the message arrived, and is copied from there. */
static void add_packed(builder *at, int64_t i, bool combines)
{
    const qdr_operation *operation = &at->own->operations[i];
    qdr_bound_operation *made = &at->made->operations[i];
    const qdr_span whole = {QDR_PACKED_BUFFER, at->packed_bytes, 0};
    bool own_first =
        combines && operation->is_last && at->order.orders[i] == QDR_OWN_FIRST;

    made->at =
        (qdr_span){QDR_PACKED_BUFFER, at->packed_bytes + operation->skipped,
                   operation->bytes};
    if (operation->is_send ? operation->skipped == 0 : operation->is_last)
        made->packing =
            add_copies(at, operation->is_send || own_first, whole, combines);
    if (own_first)
        made->packing.end = add_copies(at, false, whole, false).end;
    if (operation->is_last)
        at->packed_bytes += operation->skipped + operation->bytes;
    if (at->packed_bytes > at->made->packed_bytes)
        at->made->packed_bytes = at->packed_bytes;
}

/* A message that arrived in its place: the caller's data are combined there. */
static qdr_status add_arrival(builder *at, int64_t first, int64_t last)
{
    const qdr_bound_operation *came = &at->made->operations[first];
    qdr_status status = qdr_locator_find(
        at->locator, &at->own->operations[first], true, at->error);

    if (came->at.buffer == QDR_RECEIVE_BUFFER)
        at->made->is_apart = true;
    at->made->operations[last].packing = add_copies(at, true, came->at, true);
    return status;
}

/* All pieces of one message, operations first .. *out_end - 1. */
static qdr_status add_message(builder *at, int64_t first, int64_t *out_end)
{
    const qdr_operation *operation = &at->own->operations[first];
    const qdr_locator *found = at->locator;
    bool is_straight =
        at->data.is_straight != NULL && at->data.is_straight[at->num_placed++];
    bool combines = !operation->is_send &&
                    found->schedule->transfers[operation->begin].combines;
    qdr_status status = qdr_locator_find(
        at->locator, operation, is_straight && operation->is_send, at->error);
    bool is_packed = !qdr_locator_is_ready(found) || (combines && !is_straight);
    int64_t i = first;

    do {
        qdr_bound_operation *made = &at->made->operations[i];
        operation = &at->own->operations[i];
        *made = (qdr_bound_operation){.is_send = operation->is_send,
                                      .peer = operation->peer,
                                      .at.bytes = operation->bytes};
        if (status == QDR_OK && is_packed) {
            add_packed(at, i, combines);
        } else if (status == QDR_OK && found->num_spans == 1) {
            made->at.buffer = found->spans[0].buffer;
            made->at.displacement =
                found->spans[0].displacement + operation->skipped;
        }
        i++;
    } while (!operation->is_last);
    *out_end = i;
    return status == QDR_OK && is_straight && combines
               ? add_arrival(at, first, i - 1)
               : status;
}

/* Every operation. The packed buffer holds the messages of a round next to each
 * other or, if all receives are posted first, those of all rounds. */
static qdr_status add_operations(builder *at)
{
    const qdr_operation *own = at->own->operations;
    qdr_status status = QDR_OK;

    for (int64_t i = 0; i < at->own->rank_begin[1] && status == QDR_OK;) {
        if (i > 0 && own[i].round != own[i - 1].round &&
            !qdr_mode_posts_all(at->mode))
            at->packed_bytes = 0;
        status = add_message(at, i, &i);
    }
    if (status == QDR_OK)
        qdr_round_order_settle(&at->order);
    return status;
}

/* A message that arrives in its place in the region must have one, and its
 * operands this order, or any. */
static qdr_status
may_be_straight(builder *at, const qdr_touching_message *message, bool *out_may)
{
    qdr_operand_order order = at->order.orders[message->end - 1];
    qdr_status status = qdr_locator_find(
        at->locator, &at->own->operations[message->begin], false, at->error);

    *out_may = message->is_send ||
               (message->combines && at->locator->num_spans == 1 &&
                (order == QDR_OWN_FIRST || order == QDR_ANY_ORDER));
    return status;
}

static qdr_status find_straight(builder *at)
{
    qdr_touched_bytes *touched = &at->touched;
    qdr_status status = qdr_touched_bytes_init(
        touched, at->own->operations, at->own->rank_begin[1],
        at->locator->schedule, at->error);
    bool *may_be =
        status == QDR_OK ? malloc((size_t)touched->num_messages + 1) : NULL;

    if (status == QDR_OK && may_be == NULL)
        status = qdr_fail_memory(at->error, "the plan of an exchange");
    for (int64_t m = 0; m < touched->num_messages && status == QDR_OK; m++)
        status = may_be_straight(at, &touched->messages[m], &may_be[m]);
    if (status == QDR_OK)
        status = qdr_own_data_init(
            &at->data, touched, &at->locator->layout->sent, may_be, at->error);
    free(may_be);
    return status;
}

static qdr_status make(builder *at, bool is_straight)
{
    size_t room = (size_t)at->own->rank_begin[1] + 1;
    qdr_placement *made = at->made;
    qdr_status status = QDR_OK;

    /* Released by qdr_placement_cleanup, and qdr_placement_init. */
    made->operations = calloc(room, sizeof *made->operations);
    at->order.orders = malloc(room * sizeof *at->order.orders);
    if (made->operations == NULL || at->order.orders == NULL)
        return qdr_fail_memory(at->error, "the operations of an exchange");
    at->order.operations = made->operations;
    qdr_round_order_find(&at->order);
    if (is_straight && has_vector(at))
        status = find_straight(at);
    if (status == QDR_OK)
        qdr_own_copies_add(&made->copies, at->locator, &at->touched, &at->data,
                           &made->own, &made->after);
    return status == QDR_OK ? add_operations(at) : status;
}

qdr_status qdr_placement_init(qdr_placement *placement, qdr_locator *locator,
                              const qdr_rank_schedules *own,
                              const qdr_program *program, const qdr_mode *mode,
                              bool is_straight, qdr_error *error)
{
    qdr_placement made = {
        .num_leading = is_straight ? qdr_program_num_leading(program) : 0};
    builder at = {
        .made = &made,
        .locator = locator,
        .own = own,
        .mode = mode,
        .order = {.rank = locator->layout->rank,
                  .is_ordered = qdr_problem_is_ordered(locator->problem),
                  .schedule = locator->schedule,
                  .own = own->operations,
                  .num_operations = own->rank_begin[1],
                  .copies = &made.copies},
        .error = error};
    qdr_status status = make(&at, is_straight);

    if (status == QDR_OK && made.copies.has_failed)
        status = qdr_fail_memory(error, "the copies of an exchange");
    free(at.order.orders);
    qdr_own_data_cleanup(&at.data);
    qdr_touched_bytes_cleanup(&at.touched);
    if (status == QDR_OK)
        *placement = made;
    else
        qdr_placement_cleanup(&made);
    return status;
}

void qdr_placement_cleanup(qdr_placement *placement)
{
    free(placement->operations);
    free(placement->copies.copies);
    *placement = (qdr_placement){0};
}
