/* kernels/core/placement_blocks.h -- messages that stand in several blocks.
 *
 * The blocks of a message are its bytes, one behind another in their order; its
 * receiver may have cut it elsewhere.
 */
#ifndef QUADRILLE_KERNELS_CORE_PLACEMENT_BLOCKS_H
#define QUADRILLE_KERNELS_CORE_PLACEMENT_BLOCKS_H

#include "kernels/core/placement.h"

/* Blocks that are a message together. */
typedef struct qdr_blocks {
    const qdr_block *blocks;
    int64_t count; /* 0: there is no message */
} qdr_blocks;

/* They return the blocks of the message to `peer`, or from it; they live as
 * long as the placement. */
qdr_blocks qdr_placement_sent(const qdr_placement *placement, int peer);
qdr_blocks qdr_placement_received(const qdr_placement *placement, int peer);

/* qdr_placement_is_split tells whether a message stands in several. */
bool qdr_placement_is_split(const qdr_placement *placement);

/* qdr_placement_init_joined places the same messages one behind another.
 * Release with qdr_placement_cleanup. */
qdr_status qdr_placement_init_joined(qdr_placement *joined,
                                     const qdr_placement *placement,
                                     qdr_error *error);

/* qdr_placement_join copies what is sent, from where `placement` has it to
 * where `joined`, made of it, has it; qdr_placement_split what was received,
 * the other way. */
void qdr_placement_join(const qdr_placement *placement,
                        const qdr_placement *joined, const char *send,
                        char *joined_send);
void qdr_placement_split(const qdr_placement *placement,
                         const qdr_placement *joined,
                         const char *joined_receive, char *receive);

#endif
