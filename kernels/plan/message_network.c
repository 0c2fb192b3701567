/* kernels/plan/message_network.c -- see message_network.h. */
#include "kernels/plan/message_network.h"

#include "kernels/messaging/agreement.h"
#include "kernels/plan/plan_network.h"
#include "kernels/plan/vector_call.h"

qdr_status qdr_message_network(qdr_plan_body *plan, const qdr_call *call,
                               qdr_error *error)
{
    qdr_network network;
    qdr_status status;

    if (plan->kernel->candidates == NULL && plan->kernel->route == NULL)
        return QDR_OK;
    status = qdr_plan_network(plan->comm, call->network, &network, error);
    if (status != QDR_OK)
        return status;
    status = qdr_agree(
        plan->comm, qdr_vector_network(plan, &network, &plan->network, error),
        error);
    if (status == QDR_OK && call->network != NULL)
        status = qdr_plan_agree_network(plan->comm, &plan->network, error);
    plan->problem.network = &plan->network;
    return status;
}
