/* kernels/plan/making/shared_plan.c -- see shared_plan.h. */
#include "kernels/plan/making/shared_plan.h"

#include <stdatomic.h>
#include <stdio.h>

#include "kernels/core/problem/buffer_layout.h"
#include "kernels/kernel.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/local_work.h"
#include "kernels/plan/making/plan_choice.h"

void qdr_shared_say_refused(int rank, const qdr_error *why)
{
    static atomic_flag is_said = ATOMIC_FLAG_INIT;

    if (rank == 0 && !atomic_flag_test_and_set(&is_said))
        fprintf(stderr,
                "quadrille: ranks of the same node send messages, as they "
                "share no memory: %s\n",
                why->text);
}

/* What planning knows already. */
static qdr_status check_place(const qdr_plan_impl *plan, qdr_error *error)
{
    const char *name = plan->choice.kernel->name;

    if (qdr_work_is_charged())
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s on a simulated machine; accepted: ranks that share "
                        "memory",
                        name);
    if (plan->request.network.topology == QDR_SWITCHED &&
        !plan->choice.shares_node)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s on several nodes; accepted: ranks of one node",
                        name);
    return QDR_OK;
}

qdr_status qdr_plan_choose_messages(qdr_plan_impl *plan,
                                    const qdr_kernel *wanted, qdr_error *error)
{
    plan->request.network.shares_memory = false;
    plan->choice.kernel = wanted;
    return qdr_agree(plan->request.comm, qdr_plan_resolve_auto(plan, error),
                     error);
}

qdr_status qdr_plan_take_slot(qdr_plan_impl *plan, const qdr_kernel *wanted,
                              qdr_error *error)
{
    qdr_shared_slots *slots = qdr_communicator_slots(plan->request.shared);
    bool is_short =
        qdr_vector_longest(&plan->traffic.problem) <= QDR_RING_SHORT;
    bool was_refused = slots->is_refused;
    qdr_error why = {""};
    qdr_status status;

    if (plan->choice.kernel->kind != QDR_SHARED)
        return QDR_OK;
    status = check_place(plan, error);
    if (status != QDR_OK)
        return status;
    plan->choice.mode = (qdr_mode){0};
    status = qdr_shared_slots_take(slots, plan->request.comm, is_short,
                                   &plan->bound.rings, &why);
    if (status == QDR_OK)
        return QDR_OK;
    if (wanted->candidates == NULL)
        return qdr_fail(error, status, "%s: %.900s", wanted->name, why.text);
    if (slots->is_refused && !was_refused)
        qdr_shared_say_refused(plan->request.rank, &why);
    return qdr_plan_choose_messages(plan, wanted, error);
}
