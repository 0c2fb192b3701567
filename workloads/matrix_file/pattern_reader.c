/* workloads/matrix_file/pattern_reader.c -- see pattern_reader.h. */
#include "workloads/matrix_file/pattern_reader.h"

#include <inttypes.h>

#include "kernels/core/base/reserve.h"

qdr_status qdr_reader_add(qdr_reader *in, int64_t src, int64_t dst,
                          int64_t count)
{
    int64_t bytes;

    if (__builtin_mul_overflow(count, in->choice->unit, &bytes))
        return qdr_text_refuse(&in->text,
                               "message %d -> %d: %" PRId64 " units of %" PRId64
                               " bytes; accepted: less than 2^63 bytes",
                               (int)src, (int)dst, count, in->choice->unit);
    return qdr_reader_add_bytes(in, src, dst, bytes);
}

qdr_status qdr_reader_add_bytes(qdr_reader *in, int64_t src, int64_t dst,
                                int64_t bytes)
{
    qdr_message *room;

    if (__builtin_add_overflow(in->total_bytes, bytes, &in->total_bytes))
        return qdr_text_refuse(&in->text,
                               "message %d -> %d: the sum of all bytes exceeds "
                               "2^63 - 1; accepted: a sum up to it",
                               (int)src, (int)dst);
    room = qdr_reserve(in->messages, &in->capacity, in->num_messages + 1,
                       sizeof *room);
    if (room == NULL)
        return qdr_fail_memory(in->text.error, "a pattern");
    in->messages = room;
    in->messages[in->num_messages++] = (qdr_message){(int)src, (int)dst, bytes};
    return QDR_OK;
}
