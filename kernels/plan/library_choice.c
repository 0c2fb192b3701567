/* kernels/plan/library_choice.c -- see library_choice.h. */
#include "kernels/plan/library_choice.h"

#include <limits.h>

qdr_status qdr_library_learn(qdr_plan_body *plan, const qdr_call *call,
                             qdr_error *error)
{
    qdr_network network;

    plan->library_bytes = -1;
    if (plan->kernel->candidates == NULL || plan->has_mode)
        return QDR_OK;
    return qdr_plan_network(plan->comm, &call->given, plan->kernel->collective,
                            &network, &plan->library_lengths, error);
}

int64_t qdr_library_message_bytes(const qdr_dense *exchange, int num_procs)
{
    if (!exchange->is_dense || num_procs < 2 ||
        exchange->buffer_bytes > INT_MAX)
        return -1;
    return exchange->max_sent_bytes / (num_procs - 1);
}
