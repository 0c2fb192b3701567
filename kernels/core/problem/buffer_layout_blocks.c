/* kernels/core/problem/buffer_layout_blocks.c -- see buffer_layout_blocks.h. */
#include "kernels/core/problem/buffer_layout_blocks.h"

#include <stdlib.h>
#include <string.h>

/* Those of `peer` among blocks[num_blocks], which are by peer. */
static qdr_blocks find_run(const qdr_block *blocks, int64_t num_blocks,
                           int peer)
{
    const qdr_block *first = qdr_buffer_layout_find(blocks, num_blocks, peer);
    const qdr_block *end = first;

    if (first == NULL)
        return (qdr_blocks){0};
    while (first > blocks && first[-1].peer == peer)
        first--;
    while (end < blocks + num_blocks && end->peer == peer)
        end++;
    return (qdr_blocks){first, end - first};
}

qdr_blocks qdr_buffer_layout_sent(const qdr_buffer_layout *layout, int peer)
{
    return layout->send_blocks == NULL
               ? find_run(layout->sends, layout->num_sends, peer)
               : find_run(layout->send_blocks, layout->num_send_blocks, peer);
}

qdr_blocks qdr_buffer_layout_received(const qdr_buffer_layout *layout, int peer)
{
    return layout->receive_blocks == NULL
               ? find_run(layout->receives, layout->num_receives, peer)
               : find_run(layout->receive_blocks, layout->num_receive_blocks,
                          peer);
}

bool qdr_buffer_layout_is_split(const qdr_buffer_layout *layout)
{
    return layout->send_blocks != NULL || layout->receive_blocks != NULL;
}

/* A copy of messages, placed one after another; NULL: out of memory. */
static qdr_block *pack(const qdr_block *messages, int64_t count,
                       int64_t *out_bytes)
{
    qdr_block *packed = malloc(((size_t)count + 1) * sizeof *packed);

    *out_bytes = 0;
    for (int64_t i = 0; i < count && packed != NULL; i++) {
        packed[i] =
            (qdr_block){messages[i].peer, *out_bytes, messages[i].bytes};
        *out_bytes += messages[i].bytes;
    }
    return packed;
}

qdr_status qdr_buffer_layout_init_joined(qdr_buffer_layout *joined,
                                         const qdr_buffer_layout *layout,
                                         qdr_error *error)
{
    qdr_buffer_layout made = {.rank = layout->rank,
                              .kind = QDR_PACKED,
                              .num_sends = layout->num_sends,
                              .num_receives = layout->num_receives};

    /* Both are released by qdr_buffer_layout_cleanup. */
    made.sends = pack(layout->sends, layout->num_sends, &made.send_bytes);
    made.receives =
        pack(layout->receives, layout->num_receives, &made.receive_bytes);
    if (made.sends == NULL || made.receives == NULL) {
        qdr_buffer_layout_cleanup(&made);
        return qdr_fail_memory(error, "the blocks of an exchange");
    }
    *joined = made;
    return QDR_OK;
}

void qdr_buffer_layout_join(const qdr_buffer_layout *layout,
                            const qdr_buffer_layout *joined, const char *send,
                            char *joined_send)
{
    for (int64_t i = 0; i < joined->num_sends; i++) {
        qdr_blocks from = qdr_buffer_layout_sent(layout, joined->sends[i].peer);
        char *to = joined_send + joined->sends[i].displacement;
        for (int64_t b = 0; b < from.count; b++) {
            if (from.blocks[b].bytes == 0)
                continue;
            memcpy(to, send + from.blocks[b].displacement,
                   (size_t)from.blocks[b].bytes);
            to += from.blocks[b].bytes;
        }
    }
}

void qdr_buffer_layout_split(const qdr_buffer_layout *layout,
                             const qdr_buffer_layout *joined,
                             const char *joined_receive, char *receive)
{
    for (int64_t i = 0; i < joined->num_receives; i++) {
        qdr_blocks to =
            qdr_buffer_layout_received(layout, joined->receives[i].peer);
        const char *from = joined_receive + joined->receives[i].displacement;
        for (int64_t b = 0; b < to.count; b++) {
            if (to.blocks[b].bytes == 0)
                continue;
            memcpy(receive + to.blocks[b].displacement, from,
                   (size_t)to.blocks[b].bytes);
            from += to.blocks[b].bytes;
        }
    }
}
