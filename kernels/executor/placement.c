/* kernels/executor/placement.c -- see placement.h. */
#include "kernels/executor/placement.h"

#include <stdlib.h>

#include "kernels/executor/round_order.h"

/* A placement being made. */
typedef struct builder {
    qdr_placement *made;
    qdr_locator *locator;
    const qdr_mode *mode;
    int64_t packed_bytes; /* so far, of the packed messages */
    int64_t max_packed;
    qdr_error *error;
} builder;

/* Whether an operation's message is combined with this rank's data. */
static bool combines_in(const builder *at, const qdr_operation *operation)
{
    return !operation->is_send &&
           at->locator->schedule->transfers[operation->begin].combines;
}

/* The copies between the spans of the message at hand and its place in the
 * packed buffer. */
static qdr_status add_packing(builder *at, const qdr_operation *operation,
                              int64_t packed, qdr_copy_range *out_range)
{
    qdr_copies *copies = &at->made->copies;
    bool combines = combines_in(at, operation);
    bool is_ordered = qdr_problem_is_ordered(at->locator->problem);
    bool own_first = is_ordered && at->locator->layout->rank < operation->peer;
    qdr_status status = QDR_OK;

    out_range->begin = copies->count;
    for (int64_t i = 0; i < at->locator->num_spans && status == QDR_OK; i++) {
        qdr_span span = at->locator->spans[i];
        qdr_span there = {QDR_PACKED_BUFFER, packed, span.bytes};
        status = qdr_copies_add(
            copies,
            operation->is_send
                ? (qdr_copy){.from = span,
                             .to_buffer = QDR_PACKED_BUFFER,
                             .to = packed}
                : (qdr_copy){.from = there,
                             .to_buffer = span.buffer,
                             .to = span.displacement,
                             .combines = combines,
                             .own_first = combines && own_first,
                             .any_order = combines && !is_ordered},
            at->error);
        packed += span.bytes;
    }
    out_range->end = copies->count;
    return status;
}

/* A message that must be packed, placed after those packed so far. If sent, its
 * first piece has the copies that fill it; if received, its last piece has
 * those that empty it. */
static qdr_status add_packed(builder *at, const qdr_operation *operation,
                             qdr_bound_operation *made)
{
    qdr_status status = QDR_OK;

    made->buffer = QDR_PACKED_BUFFER;
    made->displacement = at->packed_bytes + operation->skipped;
    if (operation->is_send ? operation->skipped == 0 : operation->is_last)
        status = add_packing(at, operation, at->packed_bytes, &made->packing);
    if (operation->is_last)
        at->packed_bytes += operation->skipped + operation->bytes;
    if (at->packed_bytes > at->max_packed)
        at->max_packed = at->packed_bytes;
    return status;
}

/* All pieces of one message, operations i .. *out_end - 1. */
static qdr_status add_message(builder *at, const qdr_rank_schedules *own,
                              int64_t i, int64_t *out_end)
{
    const qdr_locator *found = at->locator;
    qdr_status status =
        qdr_locator_find(at->locator, &own->operations[i], at->error);
    bool is_packed =
        !qdr_locator_is_ready(found) || combines_in(at, &own->operations[i]);

    do {
        const qdr_operation *operation = &own->operations[i];
        qdr_bound_operation *made = &at->made->operations[i];
        *made = (qdr_bound_operation){.is_send = operation->is_send,
                                      .peer = operation->peer,
                                      .count = (int)operation->bytes};
        if (status == QDR_OK && is_packed) {
            status = add_packed(at, operation, made);
        } else if (status == QDR_OK && found->num_spans == 1) {
            made->buffer = found->spans[0].buffer;
            made->displacement =
                found->spans[0].displacement + operation->skipped;
        }
    } while (!own->operations[i++].is_last);
    *out_end = i;
    return status;
}

static qdr_status settle_round(const builder *at, const qdr_rank_schedules *own,
                               int64_t begin, int64_t end)
{
    const qdr_round_order order = {
        .rank = at->locator->layout->rank,
        .is_ordered = qdr_problem_is_ordered(at->locator->problem),
        .schedule = at->locator->schedule,
        .own = own->operations,
        .operations = at->made->operations,
        .copies = &at->made->copies};

    return qdr_round_order_settle(&order, begin, end, at->error);
}

/* Every operation. The packed buffer holds the messages of a round next to each
 * other or, if all receives are posted first, those of all rounds. */
static qdr_status add_operations(builder *at, const qdr_rank_schedules *own)
{
    qdr_status status = QDR_OK;
    int64_t begin = 0; /* of the round */

    for (int64_t i = 0; i < own->rank_begin[1] && status == QDR_OK;) {
        if (own->operations[i].round != own->operations[begin].round) {
            status = settle_round(at, own, begin, i);
            begin = i;
            if (!qdr_mode_posts_all(at->mode))
                at->packed_bytes = 0;
        }
        if (status == QDR_OK)
            status = add_message(at, own, i, &i);
    }
    if (status == QDR_OK)
        status = settle_round(at, own, begin, own->rank_begin[1]);
    return status;
}

/* The copies before and after all messages: this rank's message to itself, or
 * its contribution to a vector and the part that it needs. */
static qdr_status add_local_copies(builder *at)
{
    qdr_placement *made = at->made;
    const qdr_buffer_layout *own = at->locator->layout;
    const qdr_vector_region *region = &at->locator->region;
    qdr_status status;

    if (!qdr_collective_has_vector(at->locator->problem->collective))
        return qdr_copies_add_own(&made->copies, own, &made->own, at->error);
    status = qdr_copies_add_part(&made->copies, region, QDR_SEND_BUFFER,
                                 &own->sent, own->sent, &made->own, at->error);
    if (status == QDR_OK)
        status = qdr_copies_add_part(&made->copies, region, QDR_RECEIVE_BUFFER,
                                     &own->received, own->received,
                                     &made->after, at->error);
    return status;
}

qdr_status qdr_placement_init(qdr_placement *placement, qdr_locator *locator,
                              const qdr_rank_schedules *own,
                              const qdr_mode *mode, int64_t *out_packed_bytes,
                              qdr_error *error)
{
    size_t room = (size_t)own->rank_begin[1] + 1;
    qdr_placement made = {0};
    builder at = {
        .made = &made, .locator = locator, .mode = mode, .error = error};
    qdr_status status;

    /* Released by qdr_placement_cleanup. */
    made.operations = calloc(room, sizeof *made.operations);
    status = made.operations == NULL
                 ? qdr_fail_memory(error, "the operations of an exchange")
                 : add_local_copies(&at);
    if (status == QDR_OK)
        status = add_operations(&at, own);
    *out_packed_bytes = at.max_packed;
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
