/* kernels/receive_vector/receive_vector_lengths_engine.c -- see
 * receive_vector_lengths_engine.h. */
#include "kernels/receive_vector/receive_vector_lengths_engine.h"

#include <string.h>

static qdr_status check_side(const qdr_block *blocks, int64_t count,
                             qdr_error *error)
{
    for (int64_t i = 0; i < count; i++)
        if (blocks[i].bytes != QDR_LENGTH_BYTES)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "a message of %lld bytes, with rank %d; accepted: "
                            "lengths, messages of %d bytes",
                            (long long)blocks[i].bytes, blocks[i].peer,
                            QDR_LENGTH_BYTES);
    return QDR_OK;
}

qdr_status qdr_lengths_check(const qdr_buffer_layout *layout, qdr_error *error)
{
    qdr_status status = check_side(layout->sends, layout->num_sends, error);

    return status == QDR_OK
               ? check_side(layout->receives, layout->num_receives, error)
               : status;
}

int64_t qdr_length_at(const char *place)
{
    int64_t length;

    memcpy(&length, place, sizeof length);
    return length;
}

void qdr_lengths_spread(const qdr_buffer_layout *layout, const char *send,
                        int64_t *row)
{
    for (int64_t i = 0; i < layout->num_sends; i++)
        row[layout->sends[i].peer] =
            qdr_length_at(send + layout->sends[i].displacement);
}

bool qdr_lengths_store(const qdr_buffer_layout *layout, int source,
                       int64_t length, char *receive)
{
    const qdr_block *from =
        qdr_buffer_layout_find(layout->receives, layout->num_receives, source);

    if (from != NULL)
        memcpy(receive + from->displacement, &length, sizeof length);
    return from != NULL;
}

int64_t qdr_lengths_store_column(const qdr_buffer_layout *layout, int num_procs,
                                 const int64_t *column, int64_t stride,
                                 char *receive)
{
    int64_t num_unknown = 0;

    for (int source = 0; source < num_procs; source++) {
        int64_t length = column[source * stride];
        bool is_stored = qdr_lengths_store(layout, source, length, receive);
        num_unknown += !is_stored && length != 0;
    }
    return num_unknown;
}

qdr_status qdr_lengths_judge(const qdr_buffer_layout *layout,
                             int64_t num_unknown, qdr_error *error)
{
    if (num_unknown == 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_CHECK,
                    "rank %d received the lengths of %lld messages that are "
                    "not in the plan",
                    layout->rank, (long long)num_unknown);
}
