/* kernels/plan/traffic/block_arguments.h -- blocks as typed messages. */
#ifndef QUADRILLE_KERNELS_PLAN_TRAFFIC_BLOCK_ARGUMENTS_H
#define QUADRILLE_KERNELS_PLAN_TRAFFIC_BLOCK_ARGUMENTS_H

#include "kernels/core/problem/buffer_layout.h"
#include "kernels/plan/traffic/exchange_now.h"

/* Messages made of blocks. A message of several blocks has a type of its own,
 * so that no block is copied; a long one is several messages. */
typedef struct qdr_block_arguments {
    int count;
    qdr_typed_message *messages; /* by peer */
} qdr_block_arguments;

/* qdr_block_arguments_init makes the messages that a rank sends or receives, as
 * `layout` has them. Release with qdr_block_arguments_cleanup. */
qdr_status qdr_block_arguments_init(qdr_block_arguments *made,
                                    const qdr_buffer_layout *layout,
                                    bool are_sends, qdr_error *error);
void qdr_block_arguments_cleanup(qdr_block_arguments *messages);

#endif
