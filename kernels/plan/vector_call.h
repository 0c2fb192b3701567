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

/* qdr_network_list writes the numbers of a network, for qdr_agree_on, to
 * out_numbers[QDR_NUM_NETWORK_NUMBERS], and returns how many there are. */
enum { QDR_NUM_NETWORK_NUMBERS = 11 };
int qdr_network_list(const qdr_network *network, qdr_common *out_numbers);

/* qdr_vector_network sets *out_network to the network of the plan's choices:
 * `from`, with the physical mesh that the ranks of the plan fill. */
qdr_status qdr_vector_network(const qdr_plan_body *plan,
                              const qdr_network *from, qdr_network *out_network,
                              qdr_error *error);

#endif
