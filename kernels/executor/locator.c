/* kernels/executor/locator.c -- see locator.h. */
#include "kernels/executor/locator.h"

#include <stdlib.h>

#include "kernels/core/base/reserve.h"
#include "kernels/core/problem/buffer_layout_blocks.h"

/* Adds a span to the current message, or extends the last one. */
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

/* Adds `bytes` of a message of the caller's blocks, from byte `offset` on. */
static qdr_status add_blocks(qdr_locator *at, qdr_buffer buffer,
                             qdr_blocks blocks, int64_t offset, int64_t bytes,
                             qdr_error *error)
{
    /* A message of no bytes has a place, too; so have such blocks among others,
     * unless messages are split. */
    bool has_place = bytes == 0 && (at->num_spans == 0 ||
                                    !qdr_buffer_layout_is_split(at->layout));
    qdr_status status = QDR_OK;

    for (int64_t i = 0; i < blocks.count && status == QDR_OK; i++) {
        const qdr_block *block = &blocks.blocks[i];
        int64_t skipped = offset < block->bytes ? offset : block->bytes;
        int64_t taken = block->bytes - skipped;
        if (taken > bytes)
            taken = bytes;
        if (taken > 0 || (has_place && i == blocks.count - 1))
            status = add_span(
                at, (qdr_span){buffer, block->displacement + skipped, taken},
                error);
        offset -= skipped;
        bytes -= taken;
    }
    return status;
}

/* Adds a transfer's bytes of block `b`: in the send buffer at their source, in
 * the receive buffer at their destination, and in transit elsewhere. */
static qdr_status add_block(qdr_locator *at, const qdr_transfer *transfer,
                            int64_t b, bool is_send, qdr_error *error)
{
    const qdr_buffer_layout *own = at->layout;
    const qdr_message *message = &at->problem->messages.pattern->messages[b];
    int64_t offset = transfer->offset, place;
    int64_t bytes = transfer->num_blocks == 1
                        ? transfer->bytes
                        : qdr_problem_block_bytes(at->problem, b);

    if (message->src == own->rank)
        return add_blocks(at, QDR_SEND_BUFFER,
                          qdr_buffer_layout_sent(own, message->dst), offset,
                          bytes, error);
    if (message->dst == own->rank)
        return add_blocks(at, QDR_RECEIVE_BUFFER,
                          qdr_buffer_layout_received(own, message->src), offset,
                          bytes, error);
    place = (is_send ? qdr_transit_leave : qdr_transit_enter)(&at->transit, b,
                                                              offset, bytes);
    if (place < 0)
        return qdr_fail(error, QDR_ERROR_CHECK,
                        "rank %d forwards %lld bytes of %d -> %d, which did "
                        "not come together; accepted: pieces as they came",
                        own->rank, (long long)bytes, message->src,
                        message->dst);
    return add_span(at, (qdr_span){QDR_TRANSIT_BUFFER, place, bytes}, error);
}

/* Adds a transfer's bytes of the vector. */
static qdr_status add_part(qdr_locator *at, const qdr_transfer *transfer,
                           bool is_own, qdr_error *error)
{
    qdr_span span = {QDR_SEND_BUFFER, transfer->offset - at->layout->sent.begin,
                     transfer->bytes};

    if (transfer->num_blocks == 0)
        span = (qdr_span){QDR_RECEIVE_BUFFER, 0, 0};
    else if (!is_own)
        span = qdr_vector_region_span(&at->region, transfer->offset,
                                      transfer->bytes);
    return add_span(at, span, error);
}

qdr_status qdr_locator_find(qdr_locator *locator,
                            const qdr_operation *operation, bool is_own,
                            qdr_error *error)
{
    const qdr_transfer *transfers = locator->schedule->transfers;
    bool has_vector = qdr_collective_has_vector(locator->problem->collective);
    qdr_status status = QDR_OK;

    locator->num_spans = 0;
    for (int64_t t = operation->begin; t < operation->end && status == QDR_OK;
         t++) {
        int64_t first = transfers[t].first;
        int64_t end = has_vector ? first : first + transfers[t].num_blocks;
        if (has_vector)
            status = add_part(locator, &transfers[t], is_own, error);
        for (int64_t b = first; b < end && status == QDR_OK; b++)
            status =
                add_block(locator, &transfers[t], b, operation->is_send, error);
    }
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
