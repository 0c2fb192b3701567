/* kernels/plan/making/staged_plan.c -- see staged_plan.h. */
#include "kernels/plan/making/staged_plan.h"

#include <stdlib.h>

#include "kernels/auto/by_node.h"
#include "kernels/auto/node_groups.h"
#include "kernels/messaging/agreement.h"
#include "kernels/plan/making/plan.h"
#include "kernels/plan/making/shared_plan.h"

/* The vector of a stage, in elements of the plan; `counts` has room for its
 * parts. The last stage of an allgather moves the whole vector: what a node has
 * need not be at an end of it. */
static qdr_vector vector_of(const qdr_plan_impl *plan, const qdr_problem *own,
                            const qdr_node_stage *of, int64_t *counts)
{
    const qdr_arithmetic *arithmetic = &plan->bound.exchange.arithmetic;
    bool combines = qdr_collective_combines(own->collective);
    int64_t element = combines ? arithmetic->element_bytes : 1;
    int64_t bytes = of->vector == QDR_STAGE_OTHERS
                        ? plan->traffic.problem.vector.bytes
                        : own->vector.bytes;
    qdr_vector made = {.count = bytes / element,
                       .type = combines ? arithmetic->type : MPI_BYTE,
                       .op = combines ? arithmetic->op : MPI_OP_NULL};

    if (own->vector.part_begin == NULL)
        return made;
    for (int r = 0; r < own->num_procs; r++)
        counts[r] =
            (own->vector.part_begin[r + 1] - own->vector.part_begin[r]) /
            element;
    made.counts = counts;
    return made;
}

/* What to plan, and how. */
typedef struct planning {
    const qdr_plan_impl *plan;
    const qdr_node_groups *groups;
    qdr_stage_maker *maker;
    void *context;
    bool is_alone;
    int64_t *counts;
} planning;

static qdr_status settle(const planning *of, qdr_status status,
                         qdr_error *error)
{
    return of->is_alone ? status
                        : qdr_agree(of->plan->request.comm, status, error);
}

/* Plans a stage of the ranks that this one is among. */
static qdr_status plan_stage(const planning *of, const qdr_node_stage *stage,
                             qdr_staged_plans *staged, qdr_error *error)
{
    const qdr_node_groups *g = of->groups;
    int node = g->nodes->node_of[of->plan->request.rank];
    const qdr_problem own = qdr_node_groups_problem(g, stage, node);
    const qdr_vector vector = vector_of(of->plan, &own, stage, of->counts);
    bool is_part = stage->is_inside && stage->vector == QDR_STAGE_PARTS;
    qdr_exchange_stage *made = &staged->stages.items[staged->stages.count];
    qdr_status status = of->maker(of->context, stage->is_inside, &own, &vector,
                                  staged, &made->exchange, error);

    if (status != QDR_OK)
        return status;
    made->begin = is_part ? g->parts.begin[g->nodes->rank_begin[node]] : 0;
    staged->stages.count++;
    return QDR_OK;
}

static qdr_status plan_all(const planning *of, qdr_staged_plans *staged,
                           qdr_error *error)
{
    const qdr_node_groups *g = of->groups;
    int node = g->nodes->node_of[of->plan->request.rank];
    qdr_status status = QDR_OK;

    for (int i = 0; i < g->num_stages && status == QDR_OK; i++) {
        if (qdr_node_groups_have(g, &g->stages[i], node))
            status = plan_stage(of, &g->stages[i], staged, error);
        status = settle(of, status, error);
    }
    return status;
}

qdr_status qdr_staged_plans_make(qdr_plan_impl *plan, qdr_stage_maker *maker,
                                 void *context, bool is_alone, qdr_error *error)
{
    qdr_node_groups groups = {0};
    planning of = {plan, &groups, maker, context, is_alone, NULL};
    qdr_staged_plans *staged;
    qdr_status status =
        qdr_node_groups_init(&groups, &plan->traffic.problem, false, error);

    of.counts = malloc((size_t)plan->request.num_procs * sizeof *of.counts);
    /* Released with the plan. */
    plan->bound.staged = staged = calloc(1, sizeof *staged);
    if (status == QDR_OK && (of.counts == NULL || staged == NULL))
        status = qdr_fail_memory(error, "the stages of a plan");
    status = settle(&of, status, error);
    if (status == QDR_OK)
        status = plan_all(&of, staged, error);
    if (status == QDR_OK)
        status = qdr_exchange_bind_stages(&plan->bound.exchange,
                                          &staged->stages, error);
    free(of.counts);
    qdr_node_groups_cleanup(&groups);
    return settle(&of, status, error);
}

/* By the ranks of a stage together; the context has their communicators. */
static qdr_status make_together(void *context, bool is_inside,
                                const qdr_problem *own,
                                const qdr_vector *vector,
                                qdr_staged_plans *staged,
                                qdr_exchange **out_exchange, qdr_error *error)
{
    const qdr_level_comms *comms = context;
    qdr_call call = qdr_call_vector(own->collective, vector, own->vector.root);
    qdr_plan **made = &staged->plans[staged->stages.count];
    qdr_status status;

    call.given.network = own->network;
    status = qdr_plan_make(made, &call, NULL, NULL,
                           is_inside ? comms->node : comms->leaders, error);
    if (status == QDR_OK)
        *out_exchange = &qdr_handle_impl(*made)->bound.exchange;
    return status;
}

qdr_status qdr_plan_take_stages(qdr_plan_impl *plan, const qdr_kernel *wanted,
                                qdr_error *error)
{
    qdr_all_level_comms *all = qdr_communicator_levels(plan->request.shared);
    qdr_error why = {""};
    qdr_level_comms comms;
    bool shares = false;
    qdr_status status = QDR_OK;

    if (!plan->choice.kernel->is_for_levels ||
        !plan->request.network.shares_memory)
        return QDR_OK;
    status = qdr_by_node_shares(&plan->traffic.problem, &shares, error);
    status = qdr_agree(plan->request.comm, status, error);
    if (status != QDR_OK || !shares)
        return status;
    status = qdr_level_comms_find(all, plan->request.comm, plan->choice.nodes,
                                  &comms, &why);
    if (status == QDR_OK)
        return qdr_staged_plans_make(plan, make_together, &comms, false, error);
    return status == QDR_ERROR_MPI
               ? qdr_plan_choose_messages(plan, wanted, error)
               : qdr_fail(error, status, "%.1000s", why.text);
}
