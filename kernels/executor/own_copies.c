/* kernels/executor/own_copies.c -- see own_copies.h. */
#include "kernels/executor/own_copies.h"

#include "kernels/core/problem/buffer_layout_blocks.h"

/* `at` is a byte of the first block. */
static void advance(qdr_blocks *blocks, int64_t *at, int64_t bytes)
{
    *at += bytes;
    if (*at == blocks->blocks->bytes) {
        blocks->blocks++;
        blocks->count--;
        *at = 0;
    }
}

/* The rank's message to itself; its two sides may have different blocks. */
static void add_message(qdr_copies *copies, const qdr_buffer_layout *own)
{
    qdr_blocks from = qdr_buffer_layout_sent(own, own->rank);
    qdr_blocks to = qdr_buffer_layout_received(own, own->rank);
    int64_t read = 0, written = 0;

    /* From cut to cut of either side. */
    while (from.count > 0 && to.count > 0) {
        int64_t left = from.blocks->bytes - read;
        int64_t room = to.blocks->bytes - written;
        int64_t bytes = left < room ? left : room;
        qdr_copy copy = {
            .from = {QDR_SEND_BUFFER, from.blocks->displacement + read, bytes},
            .to = {QDR_RECEIVE_BUFFER, to.blocks->displacement + written,
                   bytes}};
        if (bytes > 0)
            qdr_copies_add(copies, copy);
        advance(&from, &read, bytes);
        advance(&to, &written, bytes);
    }
}

static qdr_vector_part intersect(qdr_vector_part a, qdr_vector_part b)
{
    return (qdr_vector_part){a.begin > b.begin ? a.begin : b.begin,
                             a.end < b.end ? a.end : b.end};
}

/* The bytes `wanted` of the vector, from the send buffer to the region, or from
 * there to the receive buffer. No copy if the region is in that buffer. */
static void add_part(qdr_copies *copies, const qdr_locator *locator,
                     qdr_buffer buffer, qdr_vector_part wanted)
{
    const qdr_vector_region *region = &locator->region;
    bool is_sent = buffer == QDR_SEND_BUFFER;
    const qdr_vector_part *part =
        is_sent ? &locator->layout->sent : &locator->layout->received;

    for (int64_t i = 0; i < region->num_intervals; i++) {
        const qdr_region_interval *interval = &region->intervals[i];
        qdr_vector_part both = intersect(
            wanted, (qdr_vector_part){interval->begin, interval->end});
        int64_t bytes = both.end - both.begin;
        qdr_span outside = {buffer, both.begin - part->begin, bytes};
        qdr_span inside = {region->buffer,
                           interval->place + both.begin - interval->begin,
                           bytes};
        if (bytes > 0 && region->buffer != buffer)
            qdr_copies_add(copies,
                           (qdr_copy){.from = is_sent ? outside : inside,
                                      .to = is_sent ? inside : outside});
    }
}

/* Of each segment what a message finds in the region; of one that no message
 * changes or needs, what the rank wants. */
static void add_needed(qdr_copies *copies, const qdr_locator *locator,
                       const qdr_touched_bytes *touched,
                       const qdr_own_data *data)
{
    const qdr_buffer_layout *layout = locator->layout;

    for (int64_t s = 0; s < touched->num_segments; s++) {
        qdr_vector_part bytes =
            intersect(qdr_touched_bytes_segment(touched, s), layout->sent);
        if (data->ended[s] == 0)
            bytes = intersect(bytes, layout->received);
        if (data->ended[s] != QDR_CHANGED && bytes.begin < bytes.end)
            add_part(copies, locator, QDR_SEND_BUFFER, bytes);
    }
}

void qdr_own_copies_add(qdr_copies *copies, const qdr_locator *locator,
                        const qdr_touched_bytes *touched,
                        const qdr_own_data *data, qdr_copy_range *out_own,
                        qdr_copy_range *out_after)
{
    const qdr_buffer_layout *own = locator->layout;
    bool has_vector = qdr_collective_has_vector(locator->problem->collective);

    out_own->begin = copies->count;
    if (!has_vector)
        add_message(copies, own);
    else if (data->ended != NULL)
        add_needed(copies, locator, touched, data);
    else
        add_part(copies, locator, QDR_SEND_BUFFER, own->sent);
    out_own->end = out_after->begin = copies->count;
    if (has_vector)
        add_part(copies, locator, QDR_RECEIVE_BUFFER, own->received);
    out_after->end = copies->count;
}
