/* kernels/executor/locator.c -- see locator.h. */
#include "kernels/executor/locator.h"

#include <stdlib.h>

#include "kernels/core/base/reserve.h"
#include "kernels/core/problem/buffer_layout_blocks.h"

/* The place of a message's block, at its source in the send buffer, at its
 * destination in the receive buffer; or the place in transit of `bytes` of it,
 * from `offset` on. */
static qdr_span span_of(qdr_locator *at, int64_t block, int64_t offset,
                        int64_t bytes, bool is_send)
{
    const qdr_buffer_layout *own = at->layout;
    const qdr_message *message =
        &at->problem->messages.pattern->messages[block];
    qdr_span span = {.bytes = bytes};

    if (message->src == own->rank) {
        span.buffer = QDR_SEND_BUFFER;
        span.displacement =
            qdr_buffer_layout_find(own->sends, own->num_sends, message->dst)
                ->displacement +
            offset;
    } else if (message->dst == own->rank) {
        span.buffer = QDR_RECEIVE_BUFFER;
        span.displacement = qdr_buffer_layout_find(
                                own->receives, own->num_receives, message->src)
                                ->displacement +
                            offset;
    } else {
        span.buffer = QDR_TRANSIT_BUFFER;
        span.displacement =
            is_send ? qdr_transit_leave(&at->transit, block, offset, bytes)
                    : qdr_transit_enter(&at->transit, block, offset, bytes);
    }
    return span;
}

/* Adds a span to the current message; extends the last span if the new one
 * follows it.
 */
static qdr_status add_span(qdr_locator *at, qdr_span span, qdr_error *error)
{
    qdr_span *last = at->num_spans == 0 ? NULL : &at->spans[at->num_spans - 1];
    qdr_span *room;

    if (last != NULL && last->buffer == span.buffer &&
        last->displacement + last->bytes == span.displacement) {
        last->bytes += span.bytes;
        return QDR_OK;
    }
    room =
        qdr_reserve(at->spans, &at->capacity, at->num_spans + 1, sizeof *room);
    if (room == NULL)
        return qdr_fail_memory(error, "the plan of an exchange");
    at->spans = room;
    at->spans[at->num_spans++] = span;
    return QDR_OK;
}

/* Adds `bytes` of a message of several blocks, from byte `offset` on. */
static qdr_status add_blocks(qdr_locator *at, qdr_buffer buffer,
                             qdr_blocks blocks, int64_t offset, int64_t bytes,
                             qdr_error *error)
{
    qdr_status status = QDR_OK;

    /* A message of no bytes has a place, too. */
    for (int64_t i = 0; i < blocks.count && status == QDR_OK; i++) {
        const qdr_block *block = &blocks.blocks[i];
        int64_t skipped = offset < block->bytes ? offset : block->bytes;
        int64_t taken = block->bytes - skipped;
        if (taken > bytes)
            taken = bytes;
        if (taken > 0 || (at->num_spans == 0 && i == blocks.count - 1))
            status = add_span(
                at, (qdr_span){buffer, block->displacement + skipped, taken},
                error);
        offset -= skipped;
        bytes -= taken;
    }
    return status;
}

/* Adds a transfer's bytes of block `b`. */
static qdr_status add_block(qdr_locator *at, const qdr_transfer *transfer,
                            int64_t b, bool is_send, qdr_error *error)
{
    const qdr_buffer_layout *own = at->layout;
    const qdr_message *message = &at->problem->messages.pattern->messages[b];
    int64_t offset = transfer->offset;
    int64_t bytes = transfer->num_blocks == 1
                        ? transfer->bytes
                        : qdr_problem_block_bytes(at->problem, b);
    qdr_span span = span_of(at, b, offset, bytes, is_send);

    if (span.displacement < 0)
        return qdr_fail(error, QDR_ERROR_CHECK,
                        "rank %d forwards %lld bytes of %d -> %d, which did "
                        "not come together; accepted: pieces as they came",
                        own->rank, (long long)bytes, message->src,
                        message->dst);
    if (qdr_buffer_layout_is_split(own) && span.buffer == QDR_SEND_BUFFER)
        return add_blocks(at, span.buffer,
                          qdr_buffer_layout_sent(own, message->dst), offset,
                          bytes, error);
    if (qdr_buffer_layout_is_split(own) && span.buffer == QDR_RECEIVE_BUFFER)
        return add_blocks(at, span.buffer,
                          qdr_buffer_layout_received(own, message->src), offset,
                          bytes, error);
    return add_span(at, span, error);
}

qdr_status qdr_locator_find(qdr_locator *locator,
                            const qdr_operation *operation, qdr_error *error)
{
    qdr_status status = QDR_OK;

    locator->num_spans = 0;
    for (int64_t t = operation->begin; t < operation->end && status == QDR_OK;
         t++) {
        const qdr_transfer *transfer = &locator->schedule->transfers[t];
        if (qdr_collective_has_vector(locator->problem->collective)) {
            status = add_span(locator,
                              qdr_vector_region_span(&locator->region,
                                                     transfer->offset,
                                                     transfer->bytes),
                              error);
            continue;
        }
        for (int64_t b = transfer->first;
             b < transfer->first + transfer->num_blocks && status == QDR_OK;
             b++)
            status = add_block(locator, transfer, b, operation->is_send, error);
    }
    return status;
}

qdr_status qdr_locator_find_own(qdr_locator *locator,
                                const qdr_operation *operation,
                                qdr_error *error)
{
    const qdr_transfer *transfers = locator->schedule->transfers;
    int64_t begin = locator->layout->sent.begin;
    qdr_status status = QDR_OK;

    locator->num_spans = 0;
    for (int64_t t = operation->begin; t < operation->end && status == QDR_OK;
         t++)
        status =
            add_span(locator,
                     (qdr_span){QDR_SEND_BUFFER, transfers[t].offset - begin,
                                transfers[t].bytes},
                     error);
    return status;
}

bool qdr_locator_is_ready(const qdr_locator *locator)
{
    return locator->num_spans == 0 ||
           (locator->num_spans == 1 &&
            (qdr_collective_has_vector(locator->problem->collective) ||
             locator->spans[0].buffer != QDR_TRANSIT_BUFFER));
}

qdr_status qdr_locator_init(qdr_locator *locator, const qdr_problem *problem,
                            const qdr_schedule *schedule,
                            const qdr_buffer_layout *layout,
                            const qdr_rank_schedules *own, qdr_error *error)
{
    qdr_locator made = {
        .problem = problem, .schedule = schedule, .layout = layout};
    qdr_status status =
        qdr_collective_has_vector(problem->collective)
            ? qdr_vector_region_init(&made.region, problem, layout, schedule,
                                     own, error)
            : qdr_transit_init(&made.transit, problem, schedule, own, error);

    if (status == QDR_OK)
        *locator = made;
    return status;
}

void qdr_locator_cleanup(qdr_locator *locator)
{
    qdr_transit_cleanup(&locator->transit);
    qdr_vector_region_cleanup(&locator->region);
    free(locator->spans);
    *locator = (qdr_locator){0};
}
