/* kernels/core/placement_blocks.h -- messages of several blocks.
 *
 * A message is the bytes of its blocks, one after another in their order; the
 * receiver may cut it into other blocks.
 */
#ifndef QUADRILLE_KERNELS_CORE_PLACEMENT_BLOCKS_H
#define QUADRILLE_KERNELS_CORE_PLACEMENT_BLOCKS_H

#include "kernels/core/placement.h"

/* The blocks of one message. */
typedef struct qdr_blocks {
    const qdr_block *blocks;
    int64_t count; /* 0: there is no message */
} qdr_blocks;

/* qdr_placement_sent returns the blocks of the message to `peer`, and
 * qdr_placement_received those of the message from it; the blocks live as long
 * as the placement. */
qdr_blocks qdr_placement_sent(const qdr_placement *placement, int peer);
qdr_blocks qdr_placement_received(const qdr_placement *placement, int peer);

/* qdr_placement_is_split returns whether some message has several blocks. */
bool qdr_placement_is_split(const qdr_placement *placement);

/* qdr_placement_init_joined places the same messages one after another. Release
 * with qdr_placement_cleanup. */
qdr_status qdr_placement_init_joined(qdr_placement *joined,
                                     const qdr_placement *placement,
                                     qdr_error *error);

/* qdr_placement_join copies the data to send from the places of `placement` to
 * those of `joined`, which was made from it; qdr_placement_split copies
 * received data the other way. */
void qdr_placement_join(const qdr_placement *placement,
                        const qdr_placement *joined, const char *send,
                        char *joined_send);
void qdr_placement_split(const qdr_placement *placement,
                         const qdr_placement *joined,
                         const char *joined_receive, char *receive);

#endif
