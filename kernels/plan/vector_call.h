/* kernels/plan/vector_call.h -- planning calls on one vector. */
#ifndef QUADRILLE_KERNELS_PLAN_VECTOR_CALL_H
#define QUADRILLE_KERNELS_PLAN_VECTOR_CALL_H

#include "kernels/messaging/agreement.h"
#include "kernels/plan/plan.h"

/* qdr_call_vector describes the call of a collective on a vector. */
qdr_call qdr_call_vector(qdr_collective collective, const qdr_vector *vector,
                         int root);

/* qdr_vector_learn sets the plan's problem, placement and arithmetic; the learn
 * of such calls. */
qdr_status qdr_vector_learn(qdr_plan_body *plan, const qdr_call *call,
                            qdr_error *error);

/* qdr_vector_network sets *out_network to the network of the plan's choices:
 * `from`, with the physical mesh that the ranks of the plan fill. */
qdr_status qdr_vector_network(const qdr_plan_body *plan,
                              const qdr_network *from, qdr_network *out_network,
                              qdr_error *error);

/* qdr_network_common fills `common` with the members of a network, on which all
 * ranks must agree. */
enum { QDR_NETWORK_COMMON = 11 };
void qdr_network_common(const qdr_network *network,
                        qdr_common common[QDR_NETWORK_COMMON]);

/* qdr_messages_network sets the network of the plan's problem, which chooses
 * among the candidates of an `auto` for messages: the call's or, if there are
 * several candidates, that of the environment. Other algorithms need none.
 * Collective; every rank returns the same status. */
qdr_status qdr_messages_network(qdr_plan_body *plan, const qdr_call *call,
                                qdr_error *error);

#endif
