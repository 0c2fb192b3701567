/* kernels/plan/making/message_network.c -- see message_network.h. */
#include "kernels/plan/making/message_network.h"

#include <limits.h>

#include "kernels/core/network/network.h"
#include "kernels/messaging/agreement.h"
#include "kernels/plan/making/vector_call.h"

qdr_status qdr_message_network(qdr_plan_impl *plan, const qdr_call *call,
                               qdr_error *error)
{
    qdr_network network;
    qdr_status status =
        qdr_plan_network(plan->request.comm, &call->given, QDR_ALLTOALLV,
                         &network, &plan->choice.library_lengths, error);

    if (status != QDR_OK)
        return status;
    status = qdr_agree(
        plan->request.comm,
        qdr_vector_network(plan, &network, &plan->request.network, error),
        error);
    plan->traffic.problem.network = &plan->request.network;
    /* A mesh does not change how messages are planned. */
    if (status == QDR_OK && qdr_network_has_levels(&plan->request.network))
        status = qdr_vector_restrict(plan, error);
    return status;
}

qdr_status qdr_message_network_if_needed(qdr_plan_impl *plan,
                                         const qdr_call *call, qdr_error *error)
{
    return plan->choice.kernel->candidates == NULL &&
                   plan->choice.kernel->route == NULL &&
                   (plan->choice.kernel->flags & QDR_NETWORK) == 0
               ? QDR_OK
               : qdr_message_network(plan, call, error);
}

int64_t qdr_message_library_bytes(const qdr_plan_impl *plan,
                                  int64_t buffer_bytes)
{
    int64_t p = plan->request.num_procs;

    return p < 2 || plan->traffic.summary.num_messages != p * (p - 1) ||
                   buffer_bytes > INT_MAX
               ? -1
               : plan->traffic.summary.total_bytes /
                     plan->traffic.summary.num_messages;
}
