/* kernels/plan/making/message_network.h -- the network that planning messages
 * counts with. */
#ifndef QUADRILLE_KERNELS_PLAN_MAKING_MESSAGE_NETWORK_H
#define QUADRILLE_KERNELS_PLAN_MAKING_MESSAGE_NETWORK_H

#include "kernels/plan/state/plan_impl.h"

/* qdr_message_network sets the network of a plan's problem to that of the call,
 * or of qdr_plan_network, and the lengths that the MPI library's call suits.
 * Collective; every rank returns the same status. */
qdr_status qdr_message_network(qdr_plan_impl *plan, const qdr_call *call,
                               qdr_error *error);

/* qdr_message_network_if_needed does so if the algorithm predicts times, or
 * makes its schedule by the network's costs. */
qdr_status qdr_message_network_if_needed(qdr_plan_impl *plan,
                                         const qdr_call *call,
                                         qdr_error *error);

/* qdr_message_library_bytes returns the mean length of the messages of the
 * plan's summary if every rank sends to every other, and the MPI library can
 * count buffers of `buffer_bytes`; else -1. */
int64_t qdr_message_library_bytes(const qdr_plan_impl *plan,
                                  int64_t buffer_bytes);

#endif
