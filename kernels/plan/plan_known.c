/* kernels/plan/plan_known.c -- plans of what every rank knows: a whole pattern,
 * a complete exchange, a broadcast. */
#include <stdlib.h>

#include "kernels/core/rng.h"
#include "kernels/messaging/agreement.h"
#include "kernels/plan/plan.h"

/* A number that two patterns hardly share. */
static int64_t digest(const qdr_pattern *pattern)
{
    uint64_t mixed = qdr_mix64((uint64_t)pattern->num_messages);

    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        uint64_t pair = ((uint64_t)message.src << 32) | (uint32_t)message.dst;
        mixed = qdr_mix64(mixed ^ pair) + (uint64_t)message.bytes;
    }
    return (int64_t)qdr_mix64(mixed);
}

/* Packed, but for a broadcast, and for MPI_Alltoall, which wants slots. */
static qdr_layout layout_of(const qdr_kernel *kernel)
{
    return kernel->kind == QDR_LIBRARY || (kernel->flags & QDR_ROOTED) != 0
               ? qdr_kernel_layout(kernel)
               : QDR_PACKED;
}

/* Checks the whole pattern and places this rank's part of it. */
static qdr_status place(const qdr_plan *plan, const qdr_pattern *pattern,
                        qdr_placement *placement, qdr_error *error)
{
    const qdr_common common = {"the pattern", digest(pattern)};
    qdr_status status = qdr_agree_on(plan->comm, &common, 1, error);

    if (status == QDR_OK)
        status = qdr_kernel_accepts(plan->kernel, pattern, error);
    if (status == QDR_OK)
        status = qdr_placement_init(placement, pattern, plan->rank,
                                    layout_of(plan->kernel), error);
    return qdr_agree(plan->comm, status, error);
}

/* Takes over `pattern`, which was made, or not, with `status`. */
static qdr_status plan_pattern(qdr_plan *plan, qdr_pattern *pattern,
                               qdr_status status, qdr_plan **out_plan,
                               qdr_error *error)
{
    qdr_placement placement = {0};

    status = qdr_agree(plan->comm, status, error);
    if (status == QDR_OK)
        status = place(plan, pattern, &placement, error);
    if (status == QDR_OK)
        status = qdr_plan_finish(plan, pattern, &placement, out_plan, error);
    else
        qdr_plan_free(&plan);
    qdr_placement_cleanup(&placement);
    qdr_pattern_cleanup(pattern);
    return status;
}

qdr_status qdr_plan_pattern(qdr_plan **out_plan, const char *algorithm,
                            const qdr_plan_options *options,
                            int64_t num_messages, const qdr_message *messages,
                            MPI_Comm comm, qdr_error *error)
{
    const qdr_call what = {.name = "qdr_plan_pattern", .id = 2};
    qdr_error own_error = {""};
    qdr_error *reason = error == NULL ? &own_error : error;
    qdr_plan *plan = NULL;
    qdr_pattern pattern = {0};
    qdr_status status =
        qdr_plan_begin(&plan, &what, algorithm, options, comm, reason);

    if (status != QDR_OK)
        return status;
    status = qdr_pattern_init(&pattern, plan->num_procs, messages, num_messages,
                              reason);
    return plan_pattern(plan, &pattern, status, out_plan, reason);
}

qdr_status qdr_plan_bcast(qdr_plan **out_plan, const char *algorithm,
                          const qdr_plan_options *options, int64_t bytes,
                          int root, MPI_Comm comm, qdr_error *error)
{
    const qdr_call what = {.name = "qdr_plan_bcast",
                           .id = 4,
                           .is_bcast = true,
                           .bytes = bytes,
                           .root = root};
    qdr_error own_error = {""};
    qdr_error *reason = error == NULL ? &own_error : error;
    qdr_plan *plan = NULL;
    qdr_pattern pattern = {0};
    qdr_status status =
        qdr_plan_begin(&plan, &what, algorithm, options, comm, reason);

    if (status != QDR_OK)
        return status;
    status = qdr_pattern_init_broadcast(&pattern, plan->num_procs, root, bytes,
                                        reason);
    return plan_pattern(plan, &pattern, status, out_plan, reason);
}

/* What this rank knows of a complete exchange, its own block included: all of
 * it, or, where that is enough, its own messages. */
static qdr_status make_complete(const qdr_plan *plan, int64_t bytes,
                                qdr_pattern *pattern, qdr_error *error)
{
    bool is_whole =
        !qdr_plan_is_local(plan) && qdr_kernel_has_schedule(plan->kernel);
    size_t p = (size_t)plan->num_procs;
    qdr_message *messages =
        malloc((is_whole ? p * p : 2 * p) * sizeof *messages);
    int64_t count = 0;
    qdr_status status;

    if (messages == NULL)
        return qdr_fail_memory(error, "a complete exchange");
    for (int src = 0; src < plan->num_procs; src++)
        for (int dst = 0; dst < plan->num_procs; dst++)
            if (is_whole || src == plan->rank || dst == plan->rank)
                messages[count++] = (qdr_message){src, dst, bytes};
    status = qdr_pattern_init(pattern, plan->num_procs, messages, count, error);
    free(messages);
    return status;
}

qdr_status qdr_plan_alltoall(qdr_plan **out_plan, const char *algorithm,
                             const qdr_plan_options *options, int64_t bytes,
                             MPI_Comm comm, qdr_error *error)
{
    const qdr_call what = {
        .name = "qdr_plan_alltoall", .id = 3, .bytes = bytes};
    qdr_error own_error = {""};
    qdr_error *reason = error == NULL ? &own_error : error;
    qdr_plan *plan = NULL;
    qdr_placement placement = {0};
    qdr_pattern pattern = {0};
    qdr_status status =
        qdr_plan_begin(&plan, &what, algorithm, options, comm, reason);

    if (status != QDR_OK)
        return status;
    status = make_complete(plan, bytes, &pattern, reason);
    if (status == QDR_OK)
        status = qdr_placement_init(&placement, &pattern, plan->rank, QDR_SLOTS,
                                    reason);
    status = qdr_agree(plan->comm, status, reason);
    if (status == QDR_OK)
        status = qdr_plan_finish(plan, &pattern, &placement, out_plan, reason);
    else
        qdr_plan_free(&plan);
    qdr_placement_cleanup(&placement);
    qdr_pattern_cleanup(&pattern);
    return status;
}
