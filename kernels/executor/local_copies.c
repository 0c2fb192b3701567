/* kernels/executor/local_copies.c -- see local_copies.h. */
#include "kernels/executor/local_copies.h"

#include <stdlib.h>

#include "kernels/core/base/reserve.h"
#include "kernels/core/problem/buffer_layout_blocks.h"

qdr_status qdr_copies_add(qdr_copies *copies, qdr_copy copy, qdr_error *error)
{
    qdr_copy *room = qdr_reserve(copies->copies, &copies->capacity,
                                 copies->count + 1, sizeof *room);

    if (room == NULL)
        return qdr_fail_memory(error, "the copies of an exchange");
    copies->copies = room;
    copies->copies[copies->count++] = copy;
    return QDR_OK;
}

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

qdr_status qdr_copies_add_own(qdr_copies *copies, const qdr_buffer_layout *own,
                              qdr_copy_range *out_range, qdr_error *error)
{
    qdr_blocks from = qdr_buffer_layout_sent(own, own->rank);
    qdr_blocks to = qdr_buffer_layout_received(own, own->rank);
    int64_t read = 0, written = 0;
    qdr_status status = QDR_OK;

    out_range->begin = copies->count;
    /* From cut to cut of either side. */
    while (from.count > 0 && to.count > 0 && status == QDR_OK) {
        int64_t left = from.blocks->bytes - read;
        int64_t room = to.blocks->bytes - written;
        int64_t bytes = left < room ? left : room;
        qdr_copy copy = {
            .from = {QDR_SEND_BUFFER, from.blocks->displacement + read, bytes},
            .to_buffer = QDR_RECEIVE_BUFFER,
            .to = to.blocks->displacement + written};
        if (bytes > 0)
            status = qdr_copies_add(copies, copy, error);
        advance(&from, &read, bytes);
        advance(&to, &written, bytes);
    }
    out_range->end = copies->count;
    return status;
}

qdr_status qdr_copies_add_part(qdr_copies *copies,
                               const qdr_vector_region *region,
                               qdr_buffer buffer, const qdr_vector_part *part,
                               qdr_vector_part wanted,
                               qdr_copy_range *out_range, qdr_error *error)
{
    qdr_status status = QDR_OK;

    out_range->begin = copies->count;
    for (int64_t i = 0; i < region->num_intervals && status == QDR_OK; i++) {
        const qdr_region_interval *interval = &region->intervals[i];
        int64_t begin =
            interval->begin > wanted.begin ? interval->begin : wanted.begin;
        int64_t end = interval->end < wanted.end ? interval->end : wanted.end;
        qdr_span outside = {buffer, begin - part->begin, end - begin};
        qdr_span inside = {region->buffer,
                           interval->place + begin - interval->begin,
                           end - begin};
        qdr_span from = buffer == QDR_SEND_BUFFER ? outside : inside;
        qdr_span to = buffer == QDR_SEND_BUFFER ? inside : outside;
        if (begin < end && region->buffer != buffer)
            status = qdr_copies_add(copies,
                                    (qdr_copy){.from = from,
                                               .to_buffer = to.buffer,
                                               .to = to.displacement},
                                    error);
    }
    out_range->end = copies->count;
    return status;
}
