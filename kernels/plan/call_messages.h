/* kernels/plan/call_messages.h -- blocks as typed messages. */
#ifndef QUADRILLE_KERNELS_PLAN_CALL_MESSAGES_H
#define QUADRILLE_KERNELS_PLAN_CALL_MESSAGES_H

#include "kernels/core/placement.h"
#include "kernels/plan/direct_call.h"

/* Messages made of blocks. A message of several blocks has a type of its own,
 * so that no block is copied; a long one is several messages. */
typedef struct qdr_call_messages {
    int count;
    qdr_typed_message *messages; /* by peer */
} qdr_call_messages;

/* qdr_call_messages_init makes the messages that a rank sends or receives, as
 * `placement` has them. Release with qdr_call_messages_cleanup. */
qdr_status qdr_call_messages_init(qdr_call_messages *made,
                                  const qdr_placement *placement,
                                  bool are_sends, qdr_error *error);
void qdr_call_messages_cleanup(qdr_call_messages *messages);

#endif
