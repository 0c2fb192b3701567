/* kernels/plan/traffic/message_split.h -- which blocks of a message travel
 * together.
 *
 * The blocks for one peer are one message, but joining them pays only while an
 * MPI library sends the joined message eagerly: a longer one waits for its
 * receive, and its blocks would be packed to save the start of one message. So
 * a sender joins blocks in their order while they are at most eager_bytes long
 * together. It sends the lengths to its receivers, whose blocks may be others.
 */
#ifndef QUADRILLE_KERNELS_PLAN_TRAFFIC_MESSAGE_SPLIT_H
#define QUADRILLE_KERNELS_PLAN_TRAFFIC_MESSAGE_SPLIT_H

#include "kernels/core/problem/buffer_layout.h"
#include "kernels/core/schedule/schedule_cut.h"
#include "kernels/plan/state/plan_impl.h"

/* qdr_message_split_init makes the parts of this rank's messages to others that
 * are sent in several, on `network`. Local. Release with free(parts). */
qdr_status qdr_message_split_init(qdr_message_split *parts,
                                  const qdr_buffer_layout *layout,
                                  const qdr_network *network, qdr_error *error);

/* qdr_message_split_exchange adds those of the messages that this rank
 * receives, by the plan's pattern. Collective; every rank returns the same
 * status. */
qdr_status qdr_message_split_exchange(qdr_message_split *parts,
                                      const qdr_plan_impl *plan,
                                      qdr_error *error);

#endif
