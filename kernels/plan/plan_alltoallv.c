/* kernels/plan/plan_alltoallv.c -- plans from a rank's own messages. */
#include <stdlib.h>

#include "kernels/messaging/agreement.h"
#include "kernels/plan/gather_pattern.h"
#include "kernels/plan/library_choice.h"
#include "kernels/plan/message_parts.h"
#include "kernels/plan/vector_call.h"

/* Compares the messages that this rank expects with those that the others send
 * it. */
static qdr_status check_receives(const qdr_plan_body *plan, qdr_error *error)
{
    const qdr_pattern *pattern = &plan->pattern;
    const qdr_placement *placement = &plan->exchange.placement;
    int64_t num_named = 0;

    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        const qdr_block *expected;
        if (message.dst != plan->rank)
            continue;
        num_named++;
        expected = qdr_placement_find(placement->receives,
                                      placement->num_receives, message.src);
        if (expected == NULL || expected->bytes != message.bytes)
            return qdr_fail(
                error, QDR_ERROR_INPUT,
                "rank %d sends rank %d %lld bytes, which expects "
                "%lld (-1: no message); accepted: the same",
                message.src, message.dst, (long long)message.bytes,
                (long long)(expected == NULL ? -1 : expected->bytes));
    }
    for (int64_t i = 0; num_named < placement->num_receives; i++) {
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

/* The receives of the pattern, one after another. */
static qdr_status learn_receives(qdr_plan_body *plan, qdr_error *error)
{
    qdr_placement *placement = &plan->exchange.placement;
    qdr_placement packed = {0};
    qdr_status status = qdr_placement_init(&packed, &plan->problem, plan->rank,
                                           QDR_PACKED, error);

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

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* What all ranks know of the whole pattern: its load, by the messages of each
 * rank, whether it is dense, and whether some message travels in parts. */
static qdr_status agree_on_load(qdr_plan_body *plan, bool *out_has_parts,
                                qdr_error *error)
{
    const qdr_placement *own = &plan->exchange.placement;
    enum { SENDS, RECEIVES, SENT, RECEIVED, ABSENT, OUT, IN, PARTS, COUNT };
    int64_t max[COUNT] = {[OUT] = own->send_bytes,
                          [IN] = own->receive_bytes,
                          [PARTS] = plan->parts.count};
    qdr_dense dense;
    qdr_status status;

    for (int64_t m = 0; m < plan->pattern.num_messages; m++) {
        qdr_message message = plan->pattern.messages[m];
        bool sends = message.src == plan->rank;
        if (message.src == message.dst || (!sends && message.dst != plan->rank))
            continue;
        max[sends ? SENDS : RECEIVES]++;
        max[sends ? SENT : RECEIVED] += message.bytes;
    }
    max[ABSENT] = plan->num_procs - 1 - max[SENDS];
    status = qdr_agree_max(plan->comm, max, COUNT, error);
    plan->load =
        (qdr_load){max[SENDS], max[RECEIVES], max[SENT], max[RECEIVED]};
    plan->problem.load = &plan->load;
    /* Receives that are not known yet lie one after another. */
    dense = (qdr_dense){max[ABSENT] == 0, max[SENT],
                        larger(max[OUT], larger(max[IN], max[RECEIVED]))};
    plan->library_bytes = qdr_library_message_bytes(&dense, plan->num_procs);
    *out_has_parts = max[PARTS] > 0;
    return status;
}

/* The network, and this rank's blocks and what travels together of them. */
static qdr_status learn_own(qdr_plan_body *plan, const qdr_call *call,
                            qdr_error *error)
{
    qdr_places places = call->places;
    qdr_placement *placement = &plan->exchange.placement;
    qdr_network network;
    qdr_common numbers[QDR_NUM_NETWORK_NUMBERS];
    qdr_status status =
        qdr_plan_network(plan->comm, &call->given, QDR_ALLTOALLV, &network,
                         &plan->library_lengths, error);

    if (status != QDR_OK)
        return status;
    places.rank = plan->rank;
    places.num_procs = plan->num_procs;
    status = qdr_vector_network(plan, &network, &plan->network, error);
    if (status == QDR_OK)
        status = qdr_placement_init_places(placement, &places, error);
    if (status == QDR_OK)
        status = qdr_message_parts_init(&plan->parts, placement, &plan->network,
                                        error);
    plan->problem.network = &plan->network;
    status = qdr_agree(plan->comm, status, error);
    if (status != QDR_OK || call->given.network == NULL)
        return status;
    return qdr_agree_on(plan->comm, numbers,
                        qdr_network_list(&plan->network, numbers), error);
}

static qdr_status learn(qdr_plan_body *plan, const qdr_call *call,
                        qdr_error *error)
{
    const qdr_placement *placement = &plan->exchange.placement;
    bool has_parts = false;
    qdr_status status = learn_own(plan, call, error);

    if (status != QDR_OK)
        return status;
    status = (qdr_plan_is_local(plan) ? qdr_gather_own : qdr_gather_all)(
        &plan->pattern, placement->num_sends, placement->sends, plan->comm,
        error);
    if (status != QDR_OK)
        return status;
    plan->problem.pattern = &plan->pattern;
    status = agree_on_load(plan, &has_parts, error);
    if (status == QDR_OK)
        status = qdr_plan_settle(plan, error);
    if (status == QDR_OK && has_parts && qdr_kernel_has_schedule(plan->kernel))
        status = qdr_message_parts_exchange(&plan->parts, plan, error);
    /* All ranks return here or none: the settling reads what the others, which
     * are collective, agreed on. */
    if (status != QDR_OK)
        return status;
    status = call->places.num_receives == QDR_LEARN
                 ? learn_receives(plan, error)
                 : check_receives(plan, error);
    if (status == QDR_OK)
        status = qdr_kernel_accepts(plan->kernel, &plan->problem, error);
    return qdr_agree(plan->comm, status, error);
}

qdr_call qdr_call_alltoallv(int64_t num_sends, const qdr_block *sends,
                            int64_t num_receives, const qdr_block *receives)
{
    return (qdr_call){.name = "qdr_plan_alltoallv",
                      .id = 1,
                      .collective = QDR_ALLTOALLV,
                      .learn = learn,
                      .places = {.num_sends = num_sends,
                                 .num_receives = num_receives,
                                 .sends = sends,
                                 .receives = receives}};
}

qdr_status qdr_plan_alltoallv(qdr_plan **out_plan, const char *algorithm,
                              const qdr_plan_options *options,
                              int64_t num_sends, const qdr_block *sends,
                              int64_t num_receives, const qdr_block *receives,
                              MPI_Comm comm, qdr_error *error)
{
    qdr_call call =
        qdr_call_alltoallv(num_sends, sends, num_receives, receives);

    call.given.network = options == NULL ? NULL : options->network;
    return qdr_plan_make(out_plan, &call, algorithm, options, comm, error);
}
