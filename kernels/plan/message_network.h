/* kernels/plan/message_network.h -- the network that planning messages counts
 * with. */
#ifndef QUADRILLE_KERNELS_PLAN_MESSAGE_NETWORK_H
#define QUADRILLE_KERNELS_PLAN_MESSAGE_NETWORK_H

#include "kernels/plan/plan.h"

/* qdr_message_network sets the network of a plan's problem to that of the call,
 * or of qdr_plan_network, if the algorithm predicts times. Collective; every
 * rank returns the same status. */
qdr_status qdr_message_network(qdr_plan_body *plan, const qdr_call *call,
                               qdr_error *error);

#endif
