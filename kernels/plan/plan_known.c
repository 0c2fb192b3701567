/* kernels/plan/plan_known.c -- plans of exchanges that every rank knows: a
 * whole pattern, a complete exchange. */
#include <stdlib.h>

#include "kernels/core/rng.h"
#include "kernels/messaging/agreement.h"
#include "kernels/plan/library_choice.h"

/* A hash of the pattern. */
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

static qdr_status place(qdr_plan_body *plan, qdr_layout layout,
                        qdr_error *error)
{
    return qdr_placement_init(&plan->exchange.placement, &plan->problem,
                              plan->rank, layout, error);
}

/* As qdr_library_message_bytes. A rank's messages are in pattern order, and the
 * whole pattern bounds its buffers. */
static int64_t dense_bytes(const qdr_pattern *pattern)
{
    qdr_dense dense = {.is_dense = true};

    for (int r = 0; r < pattern->num_procs; r++) {
        int64_t num_sends = 0, bytes = 0;
        for (int64_t m = pattern->row_begin[r]; m < pattern->row_begin[r + 1];
             m++) {
            dense.buffer_bytes += pattern->messages[m].bytes;
            if (pattern->messages[m].dst == r)
                continue;
            num_sends++;
            bytes += pattern->messages[m].bytes;
        }
        dense.is_dense = dense.is_dense && num_sends == pattern->num_procs - 1;
        if (bytes > dense.max_sent_bytes)
            dense.max_sent_bytes = bytes;
    }
    return qdr_library_message_bytes(&dense, pattern->num_procs);
}

/* A whole pattern that every rank knows; only MPI_Alltoall needs slots. */
static qdr_status learn_pattern(qdr_plan_body *plan, const qdr_call *call,
                                qdr_error *error)
{
    qdr_common common = {"the pattern", 0};
    qdr_status status =
        qdr_pattern_init(&plan->pattern, plan->num_procs, call->messages,
                         call->num_messages, error);

    status = qdr_agree(plan->comm, status, error);
    if (status != QDR_OK)
        return status;
    plan->problem.pattern = &plan->pattern;
    common.value = digest(&plan->pattern);
    status = qdr_agree_on(plan->comm, &common, 1, error);
    if (status == QDR_OK)
        status = qdr_library_learn(plan, call, error);
    if (status == QDR_OK && plan->library_lengths.count > 0)
        plan->library_bytes = dense_bytes(&plan->pattern);
    if (status == QDR_OK)
        status = qdr_plan_settle(plan, error);
    if (status == QDR_OK)
        status = qdr_kernel_accepts(plan->kernel, &plan->problem, error);
    if (status == QDR_OK)
        status = place(plan,
                       qdr_kernel_has_schedule(plan->kernel)
                           ? QDR_PACKED
                           : qdr_kernel_layout(plan->kernel),
                       error);
    return qdr_agree(plan->comm, status, error);
}

/* This rank's pattern of a complete exchange, with its own block: all messages,
 * or, if that is enough, its own. */
static qdr_status make_complete(const qdr_plan_body *plan, int64_t bytes,
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

static qdr_status learn_alltoall(qdr_plan_body *plan, const qdr_call *call,
                                 qdr_error *error)
{
    int64_t others = plan->num_procs - 1;
    qdr_status status = qdr_library_learn(plan, call, error);

    if (status != QDR_OK)
        return status;
    status = make_complete(plan, call->bytes, &plan->pattern, error);
    if (status == QDR_OK) {
        const qdr_dense dense = {true, others * call->bytes,
                                 plan->num_procs * call->bytes};
        plan->library_bytes =
            qdr_library_message_bytes(&dense, (int)others + 1);
        plan->load = (qdr_load){others, others, others * call->bytes,
                                others * call->bytes};
        plan->problem.load = &plan->load;
        plan->problem.pattern = &plan->pattern;
        status = qdr_plan_settle(plan, error);
    }
    if (status == QDR_OK)
        status = place(plan, QDR_SLOTS, error);
    return qdr_agree(plan->comm, status, error);
}

qdr_call qdr_call_pattern(int64_t num_messages, const qdr_message *messages)
{
    return (qdr_call){.name = "qdr_plan_pattern",
                      .id = 2,
                      .collective = QDR_ALLTOALLV,
                      .learn = learn_pattern,
                      .num_messages = num_messages,
                      .messages = messages};
}

qdr_call qdr_call_alltoall(int64_t bytes)
{
    return (qdr_call){.name = "qdr_plan_alltoall",
                      .id = 3,
                      .collective = QDR_ALLTOALL,
                      .bytes = bytes,
                      .learn = learn_alltoall};
}

qdr_status qdr_plan_pattern(qdr_plan **out_plan, const char *algorithm,
                            const qdr_plan_options *options,
                            int64_t num_messages, const qdr_message *messages,
                            MPI_Comm comm, qdr_error *error)
{
    qdr_call call = qdr_call_pattern(num_messages, messages);

    call.given.network = options == NULL ? NULL : options->network;
    return qdr_plan_make(out_plan, &call, algorithm, options, comm, error);
}

qdr_status qdr_plan_alltoall(qdr_plan **out_plan, const char *algorithm,
                             const qdr_plan_options *options, int64_t bytes,
                             MPI_Comm comm, qdr_error *error)
{
    qdr_call call = qdr_call_alltoall(bytes);

    call.given.network = options == NULL ? NULL : options->network;
    return qdr_plan_make(out_plan, &call, algorithm, options, comm, error);
}
