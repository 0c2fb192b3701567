/* kernels/plan/api/plan_blocks.c -- plans from a rank's own messages. */
#include <stdlib.h>

#include "kernels/core/base/min_max.h"
#include "kernels/messaging/agreement.h"
#include "kernels/plan/api/plan_calls.h"
#include "kernels/plan/making/message_network.h"
#include "kernels/plan/making/plan_choice.h"
#include "kernels/plan/state/struct_size.h"
#include "kernels/plan/traffic/gather_pattern.h"
#include "kernels/plan/traffic/message_split.h"
#include "kernels/plan/traffic/traffic_summary.h"

/* Compares the messages that this rank expects with those that the others send
 * it. */
static qdr_status check_receives(const qdr_plan_impl *plan, qdr_error *error)
{
    const qdr_pattern *pattern = &plan->traffic.pattern;
    const qdr_buffer_layout *layout = &plan->bound.exchange.layout;
    int64_t num_named = 0;

    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        const qdr_block *expected;
        if (message.dst != plan->request.rank)
            continue;
        num_named++;
        expected = qdr_buffer_layout_find(layout->receives,
                                          layout->num_receives, message.src);
        if (expected == NULL || expected->bytes != message.bytes)
            return qdr_fail(
                error, QDR_ERROR_INPUT,
                "rank %d sends %lld bytes to rank %d, and rank %d expects "
                "%lld (-1: no message); accepted: the same",
                message.src, (long long)message.bytes, message.dst, message.dst,
                (long long)(expected == NULL ? -1 : expected->bytes));
    }
    for (int64_t i = 0; num_named < layout->num_receives; i++) {
        int src = layout->receives[i].peer;
        if (qdr_pattern_find(pattern, src, plan->request.rank) < 0)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "rank %d expects %lld bytes from rank %d, which "
                            "sends it no message",
                            plan->request.rank,
                            (long long)layout->receives[i].bytes, src);
    }
    return QDR_OK;
}

/* The receives of the pattern, one after another. */
static qdr_status learn_receives(qdr_plan_impl *plan, qdr_error *error)
{
    qdr_buffer_layout *layout = &plan->bound.exchange.layout;
    qdr_buffer_layout packed = {0};
    qdr_status status = qdr_buffer_layout_init(
        &packed, &plan->traffic.problem, plan->request.rank, QDR_PACKED, error);

    if (status != QDR_OK)
        return status;
    free(layout->receives);
    layout->receives = packed.receives;
    layout->num_receives = packed.num_receives;
    layout->receive_bytes = packed.receive_bytes;
    packed.receives = NULL;
    qdr_buffer_layout_cleanup(&packed);
    return QDR_OK;
}

/* Learns the messages that pass this rank, if the algorithm has a route. */
static qdr_status learn_passing(qdr_plan_impl *plan, qdr_error *error)
{
    const qdr_buffer_layout *layout = &plan->bound.exchange.layout;
    qdr_pattern passing = {0};
    qdr_route route;
    qdr_status status =
        plan->choice.kernel->route(&plan->traffic.problem, &route, error);

    /* The same on all ranks. */
    if (status != QDR_OK)
        return status;
    status = qdr_gather_passing(&passing, &route, layout->num_sends,
                                layout->sends, plan->request.comm, error);
    if (status == QDR_OK) {
        qdr_pattern_cleanup(&plan->traffic.pattern);
        plan->traffic.pattern = passing;
    }
    return status;
}

/* Every rank's messages, for an algorithm that `auto` took. */
static qdr_status learn_all(qdr_plan_impl *plan, qdr_error *error)
{
    const qdr_buffer_layout *layout = &plan->bound.exchange.layout;
    qdr_pattern all = {0};
    qdr_status status = qdr_gather_all(&all, layout->num_sends, layout->sends,
                                       plan->request.comm, error);

    if (status == QDR_OK) {
        qdr_pattern_cleanup(&plan->traffic.pattern);
        plan->traffic.pattern = all;
    }
    return status;
}

/* Places the messages of the call. */
static qdr_status take_places(qdr_plan_impl *plan, const qdr_call *call,
                              qdr_error *error)
{
    qdr_exchange *exchange = &plan->bound.exchange;
    qdr_given_blocks places = call->places;
    qdr_status status = QDR_OK;

    places.rank = plan->request.rank;
    places.num_procs = plan->request.num_procs;
    if (call->typed == NULL)
        return qdr_buffer_layout_init_given(&exchange->layout, &places, error);
    status = qdr_datatype_layout(call->typed, plan->request.comm, &places,
                                 &exchange->typed, error);
    if (status == QDR_OK)
        status =
            qdr_buffer_layout_init_given(&exchange->layout, &places, error);
    qdr_datatype_layout_cleanup(&places);
    return status;
}

/* This rank's places and messages; `room` is that of the summary, if it is
 * needed.
 */
static qdr_status learn_own(qdr_plan_impl *plan, const qdr_call *call,
                            int64_t **out_room, qdr_error *error)
{
    qdr_buffer_layout *layout = &plan->bound.exchange.layout;
    qdr_status status = take_places(plan, call, error);

    if (status == QDR_OK)
        status = qdr_message_split_init(&plan->traffic.parts, layout,
                                        &plan->request.network, error);
    if (status == QDR_OK && (plan->choice.kernel->candidates != NULL ||
                             plan->choice.kernel->route != NULL)) {
        *out_room = qdr_traffic_summary_scratch(plan);
        if (*out_room == NULL)
            status = qdr_fail_memory(error, "the summary of all ranks");
    }
    status = qdr_agree(plan->request.comm, status, error);
    if (status == QDR_OK)
        status = (qdr_plan_is_local(plan) ? qdr_gather_own : qdr_gather_all)(
            &plan->traffic.pattern, layout->num_sends, layout->sends,
            plan->request.comm, error);
    plan->traffic.problem.messages.pattern = &plan->traffic.pattern;
    return status;
}

/* What some rank has, or needs. */
typedef struct needs {
    bool has_parts; /* a message travels in several */
    bool learns;    /* the receives */
} needs;

/* What all ranks know but for the summary. Receives that are not known yet lie
 * one after another. */
static qdr_status agree_on_rest(qdr_plan_impl *plan, const qdr_call *call,
                                needs *out, qdr_error *error)
{
    const qdr_buffer_layout *own = &plan->bound.exchange.layout;
    enum { PARTS, LONGEST, LEARNS, COUNT };
    int64_t received = 0,
            max[COUNT] = {[PARTS] = plan->traffic.parts.count,
                          [LEARNS] = call->places.num_receives == QDR_LEARN};
    qdr_status status;

    for (int64_t m = 0; m < plan->traffic.pattern.num_messages; m++)
        if (plan->traffic.pattern.messages[m].dst == plan->request.rank)
            received += plan->traffic.pattern.messages[m].bytes;
    max[LONGEST] =
        qdr_max(qdr_max(own->send_bytes, own->receive_bytes), received);
    status = qdr_agree_max(plan->request.comm, max, COUNT, error);
    *out = (needs){max[PARTS] > 0, max[LEARNS] > 0};
    plan->choice.library_bytes = qdr_message_library_bytes(plan, max[LONGEST]);
    return status;
}

/* Messages that go straight, as their senders join their blocks. */
static qdr_status learn_parts(qdr_plan_impl *plan, qdr_error *error)
{
    return plan->choice.kernel->kind == QDR_DIRECT
               ? qdr_message_split_exchange(&plan->traffic.parts, plan, error)
               : QDR_OK;
}

/* The pattern of what this rank sends and receives. */
static qdr_status take_own_pattern(qdr_plan_impl *plan, qdr_error *error)
{
    const qdr_buffer_layout *own = &plan->bound.exchange.layout;
    int64_t room = own->num_sends + own->num_receives + 1, count = 0;
    qdr_message *messages = malloc((size_t)room * sizeof *messages);
    qdr_status status;

    if (messages == NULL)
        return qdr_fail_memory(error, "the messages of a rank");
    for (int64_t i = 0; i < own->num_sends; i++)
        messages[count++] = (qdr_message){
            plan->request.rank, own->sends[i].peer, own->sends[i].bytes};
    for (int64_t i = 0; i < own->num_receives; i++)
        if (own->receives[i].peer != plan->request.rank)
            messages[count++] =
                (qdr_message){own->receives[i].peer, plan->request.rank,
                              own->receives[i].bytes};
    status = qdr_pattern_init(&plan->traffic.pattern, plan->request.num_procs,
                              messages, count, error);
    free(messages);
    return status;
}

/* Of an update that needs no other rank. Every message travels whole. */
static qdr_status learn_alone(qdr_plan_impl *plan, const qdr_call *call,
                              qdr_error *error)
{
    qdr_status status;

    if (call->places.num_receives == QDR_LEARN)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "qdr_plan_update: QDR_LEARN; accepted: the receives, "
                        "or a plan that was made with QDR_LEARN");
    status = take_places(plan, call, error);
    if (status == QDR_OK)
        status = take_own_pattern(plan, error);
    plan->traffic.problem.messages.pattern = &plan->traffic.pattern;
    return status == QDR_OK ? qdr_kernel_accepts(plan->choice.kernel,
                                                 &plan->traffic.problem, error)
                            : status;
}

static bool can_update_alone(const qdr_plan_impl *plan, const needs *all)
{
    return plan->choice.kernel->kind == QDR_DIRECT && qdr_plan_is_local(plan) &&
           plan->choice.library == NULL && !plan->choice.mode.announces &&
           !all->learns;
}

static qdr_status learn_together(qdr_plan_impl *plan, const qdr_call *call,
                                 qdr_error *error)
{
    int64_t *room = NULL;
    needs all = {false, false};
    bool was_local = qdr_plan_is_local(plan);
    qdr_status status =
        call->is_update ? QDR_OK : qdr_message_network(plan, call, error);

    plan->request.call_id = call->id;
    if (status == QDR_OK)
        status = learn_own(plan, call, &room, error);
    if (status == QDR_OK && room != NULL)
        status = qdr_plan_agree_summary(plan, room, error);
    free(room);
    if (status == QDR_OK)
        status = agree_on_rest(plan, call, &all, error);
    if (status == QDR_OK)
        status = qdr_plan_resolve_auto(plan, error);
    if (!call->is_update)
        plan->bound.updates_alone = can_update_alone(plan, &all);
    if (status == QDR_OK && was_local && !qdr_plan_is_local(plan))
        status = learn_all(plan, error);
    if (status == QDR_OK && plan->choice.kernel->route != NULL &&
        qdr_plan_is_local(plan))
        status = learn_passing(plan, error);
    if (status == QDR_OK && all.has_parts)
        status = learn_parts(plan, error);
    /* All ranks return here or none: each is collective, or reads what was
     * agreed on. */
    if (status != QDR_OK)
        return status;
    status = call->places.num_receives == QDR_LEARN
                 ? learn_receives(plan, error)
                 : check_receives(plan, error);
    if (status == QDR_OK)
        status = qdr_kernel_accepts(plan->choice.kernel, &plan->traffic.problem,
                                    error);
    return qdr_agree(plan->request.comm, status, error);
}

static qdr_status learn(qdr_plan_impl *plan, const qdr_call *call,
                        qdr_error *error)
{
    bool is_alone = call->is_update && plan->bound.updates_alone;

    return (is_alone ? learn_alone : learn_together)(plan, call, error);
}

qdr_call qdr_call_typed(const qdr_typed_call *typed)
{
    bool is_w = typed->is_w;

    return (qdr_call){.name =
                          is_w ? "qdr_plan_alltoallw" : "qdr_plan_alltoallv",
                      .id = is_w ? 5 : 4,
                      .collective = QDR_ALLTOALLV,
                      .learn = learn,
                      .typed = typed};
}

qdr_call qdr_call_blocks(int64_t num_sends, const qdr_block *sends,
                         int64_t num_receives, const qdr_block *receives)
{
    return (qdr_call){.name = "qdr_plan_blocks",
                      .id = 1,
                      .collective = QDR_ALLTOALLV,
                      .learn = learn,
                      .places = {.num_sends = num_sends,
                                 .num_receives = num_receives,
                                 .sends = sends,
                                 .receives = receives}};
}

qdr_status qdr_plan_blocks(qdr_plan **out_plan, const char *algorithm,
                           const qdr_plan_options *options, int64_t num_sends,
                           const qdr_block *sends, int64_t num_receives,
                           const qdr_block *receives, MPI_Comm comm,
                           qdr_error *error)
{
    qdr_call call = qdr_call_blocks(num_sends, sends, num_receives, receives);

    return qdr_plan_make(out_plan, &call, algorithm, options, comm, error);
}
