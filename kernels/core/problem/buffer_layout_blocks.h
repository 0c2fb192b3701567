/* kernels/core/problem/buffer_layout_blocks.h -- messages of several blocks.
 *
 * A message is the bytes of its blocks, one after another in their order; the
 * receiver may cut it into other blocks.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROBLEM_BUFFER_LAYOUT_BLOCKS_H
#define QUADRILLE_KERNELS_CORE_PROBLEM_BUFFER_LAYOUT_BLOCKS_H

#include "kernels/core/problem/buffer_layout.h"

/* The blocks of one message. */
typedef struct qdr_blocks {
    const qdr_block *blocks;
    int64_t count; /* 0: there is no message */
} qdr_blocks;

/* qdr_buffer_layout_sent returns the blocks of the message to `peer`, and
 * qdr_buffer_layout_received those of the message from it; the blocks live as
 * long as the layout. */
qdr_blocks qdr_buffer_layout_sent(const qdr_buffer_layout *layout, int peer);
qdr_blocks qdr_buffer_layout_received(const qdr_buffer_layout *layout,
                                      int peer);

/* qdr_buffer_layout_is_split returns whether some message has several blocks.
 */
bool qdr_buffer_layout_is_split(const qdr_buffer_layout *layout);

/* qdr_buffer_layout_init_joined places the same messages one after another.
 * Release with qdr_buffer_layout_cleanup. */
qdr_status qdr_buffer_layout_init_joined(qdr_buffer_layout *joined,
                                         const qdr_buffer_layout *layout,
                                         qdr_error *error);

/* qdr_buffer_layout_join copies the data to send from the places of `layout`
 * to those of `joined`, which was made from it; qdr_buffer_layout_split copies
 * received data the other way. */
void qdr_buffer_layout_join(const qdr_buffer_layout *layout,
                            const qdr_buffer_layout *joined, const char *send,
                            char *joined_send);
void qdr_buffer_layout_split(const qdr_buffer_layout *layout,
                             const qdr_buffer_layout *joined,
                             const char *joined_receive, char *receive);

#endif
