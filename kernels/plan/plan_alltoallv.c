/* kernels/plan/plan_alltoallv.c -- plans from a rank's own messages. */
#include <stdlib.h>

#include "kernels/messaging/agreement.h"
#include "kernels/plan/gather.h"
#include "kernels/plan/plan.h"

/* Holds what this rank expects against what the others send it. */
static qdr_status check_receives(const qdr_plan *plan,
                                 const qdr_pattern *pattern,
                                 const qdr_placement *placement,
                                 qdr_error *error)
{
    int64_t num_told = 0;

    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message told = pattern->messages[m];
        const qdr_block *expected;
        if (told.dst != plan->rank)
            continue;
        num_told++;
        expected = qdr_placement_find(placement->receives,
                                      placement->num_receives, told.src);
        if (expected == NULL || expected->bytes != told.bytes)
            return qdr_fail(
                error, QDR_ERROR_INPUT,
                "rank %d sends rank %d %lld bytes, which expects "
                "%lld (-1: no message); accepted: the same",
                told.src, told.dst, (long long)told.bytes,
                (long long)(expected == NULL ? -1 : expected->bytes));
    }
    for (int64_t i = 0; num_told < placement->num_receives; i++) {
        int src = placement->receives[i].peer;
        if (qdr_pattern_find(pattern, src, plan->rank) < 0)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "rank %d expects %lld bytes from rank %d, which "
                            "sends it no message",
                            plan->rank, (long long)placement->receives[i].bytes,
                            src);
    }
    return QDR_OK;
}

/* The receives as the pattern tells them, one behind another. */
static qdr_status learn_receives(const qdr_plan *plan,
                                 const qdr_pattern *pattern,
                                 qdr_placement *placement, qdr_error *error)
{
    qdr_placement packed = {0};
    qdr_status status =
        qdr_placement_init(&packed, pattern, plan->rank, QDR_PACKED, error);

    if (status != QDR_OK)
        return status;
    free(placement->receives);
    placement->receives = packed.receives;
    placement->num_receives = packed.num_receives;
    placement->receive_bytes = packed.receive_bytes;
    packed.receives = NULL;
    qdr_placement_cleanup(&packed);
    return QDR_OK;
}

qdr_status qdr_plan_alltoallv(qdr_plan **out_plan, const char *algorithm,
                              const qdr_plan_options *options,
                              int64_t num_sends, const qdr_block *sends,
                              int64_t num_receives, const qdr_block *receives,
                              MPI_Comm comm, qdr_error *error)
{
    const qdr_call what = {.name = "qdr_plan_alltoallv", .id = 1};
    bool learns = num_receives == QDR_LEARN;
    qdr_error own_error = {""};
    qdr_error *reason = error == NULL ? &own_error : error;
    qdr_plan *plan = NULL;
    qdr_placement placement = {0};
    qdr_pattern pattern = {0};
    qdr_status status =
        qdr_plan_begin(&plan, &what, algorithm, options, comm, reason);

    if (status != QDR_OK)
        return status;
    status = qdr_placement_init_blocks(&placement, plan->rank, plan->num_procs,
                                       sends, num_sends, receives, num_receives,
                                       reason);
    status = qdr_agree(plan->comm, status, reason);
    if (status == QDR_OK)
        status = (qdr_plan_is_local(plan) ? qdr_gather_own : qdr_gather_all)(
            &pattern, placement.num_sends, placement.sends, plan->comm, reason);
    if (status == QDR_OK) {
        status = learns ? learn_receives(plan, &pattern, &placement, reason)
                        : check_receives(plan, &pattern, &placement, reason);
        /* A schedule's needs are checked when it is built. */
        if (status == QDR_OK && !qdr_kernel_has_schedule(plan->kernel))
            status = qdr_kernel_accepts(plan->kernel, &pattern, reason);
        status = qdr_agree(plan->comm, status, reason);
    }
    if (status == QDR_OK)
        status = qdr_plan_finish(plan, &pattern, &placement, out_plan, reason);
    else
        qdr_plan_free(&plan);
    qdr_placement_cleanup(&placement);
    qdr_pattern_cleanup(&pattern);
    return status;
}
