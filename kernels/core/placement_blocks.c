/* kernels/core/placement_blocks.c -- see placement_blocks.h. */
#include "kernels/core/placement_blocks.h"

#include <stdlib.h>
#include <string.h>

/* Those of `peer` among blocks[num_blocks], which are by peer. */
static qdr_blocks find_run(const qdr_block *blocks, int64_t num_blocks,
                           int peer)
{
    const qdr_block *first = qdr_placement_find(blocks, num_blocks, peer);
    const qdr_block *end = first;

    if (first == NULL)
        return (qdr_blocks){0};
    while (first > blocks && first[-1].peer == peer)
        first--;
    while (end < blocks + num_blocks && end->peer == peer)
        end++;
    return (qdr_blocks){first, end - first};
}

qdr_blocks qdr_placement_sent(const qdr_placement *placement, int peer)
{
    return placement->send_blocks == NULL
               ? find_run(placement->sends, placement->num_sends, peer)
               : find_run(placement->send_blocks, placement->num_send_blocks,
                          peer);
}

qdr_blocks qdr_placement_received(const qdr_placement *placement, int peer)
{
    return placement->receive_blocks == NULL
               ? find_run(placement->receives, placement->num_receives, peer)
               : find_run(placement->receive_blocks,
                          placement->num_receive_blocks, peer);
}

bool qdr_placement_is_split(const qdr_placement *placement)
{
    return placement->send_blocks != NULL || placement->receive_blocks != NULL;
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

qdr_status qdr_placement_init_joined(qdr_placement *joined,
                                     const qdr_placement *placement,
                                     qdr_error *error)
{
    qdr_placement made = {.rank = placement->rank,
                          .layout = QDR_PACKED,
                          .num_sends = placement->num_sends,
                          .num_receives = placement->num_receives};

    /* Both are released by qdr_placement_cleanup. */
    made.sends = pack(placement->sends, placement->num_sends, &made.send_bytes);
    made.receives =
        pack(placement->receives, placement->num_receives, &made.receive_bytes);
    if (made.sends == NULL || made.receives == NULL) {
        qdr_placement_cleanup(&made);
        return qdr_fail_memory(error, "the blocks of an exchange");
    }
    *joined = made;
    return QDR_OK;
}

void qdr_placement_join(const qdr_placement *placement,
                        const qdr_placement *joined, const char *send,
                        char *joined_send)
{
    for (int64_t i = 0; i < joined->num_sends; i++) {
        qdr_blocks from = qdr_placement_sent(placement, joined->sends[i].peer);
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

void qdr_placement_split(const qdr_placement *placement,
                         const qdr_placement *joined,
                         const char *joined_receive, char *receive)
{
    for (int64_t i = 0; i < joined->num_receives; i++) {
        qdr_blocks to =
            qdr_placement_received(placement, joined->receives[i].peer);
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
