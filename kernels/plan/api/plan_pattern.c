/* kernels/plan/api/plan_pattern.c -- plans of exchanges that every rank knows:
 * a whole pattern, a complete exchange. */
#include <stdlib.h>

#include "kernels/core/base/rng.h"
#include "kernels/core/problem/problem.h"
#include "kernels/messaging/agreement.h"
#include "kernels/plan/api/plan_calls.h"
#include "kernels/plan/making/message_network.h"
#include "kernels/plan/making/plan_choice.h"
#include "kernels/plan/state/plan_nodes.h"

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

/* The bytes that ranks send to themselves. */
static int64_t own_bytes(const qdr_pattern *pattern)
{
    int64_t bytes = 0;

    for (int64_t m = 0; m < pattern->num_messages; m++)
        if (pattern->messages[m].src == pattern->messages[m].dst)
            bytes += pattern->messages[m].bytes;
    return bytes;
}

static qdr_status place(qdr_plan_impl *plan, qdr_layout_kind kind,
                        qdr_error *error)
{
    return qdr_buffer_layout_init(&plan->bound.exchange.layout,
                                  &plan->traffic.problem, plan->request.rank,
                                  kind, error);
}

/* A whole pattern that every rank knows; only MPI_Alltoall needs slots. */
static qdr_status learn_pattern(qdr_plan_impl *plan, const qdr_call *call,
                                qdr_error *error)
{
    qdr_common common = {"the pattern", 0};
    qdr_status status = call->is_update
                            ? QDR_OK
                            : qdr_message_network_if_needed(plan, call, error);

    plan->request.call_id = call->id;
    if (status != QDR_OK)
        return status;
    status = qdr_pattern_init(&plan->traffic.pattern, plan->request.num_procs,
                              call->messages, call->num_messages, error);
    plan->traffic.problem.messages.pattern = &plan->traffic.pattern;
    if (status == QDR_OK)
        status = qdr_problem_summary(&plan->traffic.problem,
                                     &plan->traffic.summary, error);
    status = qdr_agree(plan->request.comm, status, error);
    if (status != QDR_OK)
        return status;
    plan->traffic.problem.messages.summary = &plan->traffic.summary;
    /* All messages bound every buffer. */
    plan->choice.library_bytes =
        qdr_message_library_bytes(plan, plan->traffic.summary.total_bytes +
                                            own_bytes(&plan->traffic.pattern));
    common.value = digest(&plan->traffic.pattern);
    status = qdr_agree_on(plan->request.comm, &common, 1, error);
    if (status == QDR_OK)
        status = qdr_plan_resolve_auto(plan, error);
    if (status == QDR_OK)
        status = qdr_kernel_accepts(plan->choice.kernel, &plan->traffic.problem,
                                    error);
    if (status == QDR_OK)
        status = place(plan,
                       qdr_kernel_has_schedule(plan->choice.kernel)
                           ? QDR_PACKED
                           : qdr_kernel_layout(plan->choice.kernel),
                       error);
    return qdr_agree(plan->request.comm, status, error);
}

/* The messages of `src` in a complete exchange that this rank plans from: those
 * to the ranks first .. first + count - 1, modulo their number. */
static int count_known(const qdr_plan_impl *plan, const qdr_route *route,
                       int src, int *out_first)
{
    bool is_whole = !qdr_plan_is_local(plan) &&
                    qdr_kernel_has_schedule(plan->choice.kernel);

    *out_first = plan->request.rank;
    if (is_whole || src == plan->request.rank)
        return plan->request.num_procs;
    return route == NULL ? 1 : qdr_route_span(route, src, plan->request.rank);
}

/* This rank's pattern of a complete exchange, with its own block: all messages,
 * or, if that is enough, its own and those that pass it. */
static qdr_status make_complete(const qdr_plan_impl *plan, int64_t bytes,
                                const qdr_route *route, qdr_pattern *pattern,
                                qdr_error *error)
{
    int64_t room = 0, count = 0;
    int p = plan->request.num_procs, first;
    qdr_message *messages;
    qdr_status status;

    for (int src = 0; src < p; src++)
        room += count_known(plan, route, src, &first);
    messages = malloc((size_t)room * sizeof *messages);
    if (messages == NULL)
        return qdr_fail_memory(error, "a complete exchange");
    for (int src = 0; src < p; src++) {
        int known = count_known(plan, route, src, &first);
        for (int i = 0; i < known; i++)
            messages[count++] = (qdr_message){src, (first + i) % p, bytes};
    }
    status = qdr_pattern_init(pattern, p, messages, count, error);
    free(messages);
    return status;
}

/* At most INT64_MAX. */
static int64_t times(int64_t messages, int64_t bytes)
{
    return messages > 0 && bytes > INT64_MAX / messages ? INT64_MAX
                                                        : messages * bytes;
}

static qdr_traffic_summary load_of_complete(const qdr_plan_impl *plan,
                                            int64_t bytes)
{
    int64_t p = plan->request.num_procs, others = p - 1;
    qdr_traffic_summary summary = {.max_sends = others,
                                   .max_receives = others,
                                   .max_sent_bytes = times(others, bytes),
                                   .max_received_bytes = times(others, bytes),
                                   .num_messages = p * others,
                                   .total_bytes = times(p * others, bytes)};

    for (int i = 0; i < qdr_plan_num_nodes(plan); i++) {
        int64_t ranks = qdr_node_map_size(plan->choice.nodes, i);
        int64_t left = times(ranks * (p - ranks), bytes);
        if (left > summary.max_node_sent_bytes)
            summary.max_node_sent_bytes = left;
    }
    summary.max_node_received_bytes = summary.max_node_sent_bytes;
    return summary;
}

static qdr_status learn_alltoall(qdr_plan_impl *plan, const qdr_call *call,
                                 qdr_error *error)
{
    bool is_routed;
    qdr_route route;
    qdr_status status = qdr_message_network_if_needed(plan, call, error);

    if (status != QDR_OK)
        return status;
    plan->traffic.summary = load_of_complete(plan, call->bytes);
    plan->traffic.problem.messages.summary = &plan->traffic.summary;
    plan->choice.library_bytes = qdr_message_library_bytes(
        plan, times(plan->request.num_procs, call->bytes));
    status = qdr_plan_resolve_auto(plan, error);
    is_routed = plan->choice.kernel->route != NULL;
    if (status == QDR_OK && is_routed)
        status =
            plan->choice.kernel->route(&plan->traffic.problem, &route, error);
    if (status == QDR_OK)
        status = make_complete(plan, call->bytes, is_routed ? &route : NULL,
                               &plan->traffic.pattern, error);
    if (status == QDR_OK) {
        plan->traffic.problem.messages.pattern = &plan->traffic.pattern;
        status = place(plan, QDR_SLOTS, error);
    }
    return qdr_agree(plan->request.comm, status, error);
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

    return qdr_plan_make(out_plan, &call, algorithm, options, comm, error);
}

qdr_status qdr_plan_alltoall(qdr_plan **out_plan, const char *algorithm,
                             const qdr_plan_options *options, int64_t bytes,
                             MPI_Comm comm, qdr_error *error)
{
    qdr_call call = qdr_call_alltoall(bytes);

    return qdr_plan_make(out_plan, &call, algorithm, options, comm, error);
}
