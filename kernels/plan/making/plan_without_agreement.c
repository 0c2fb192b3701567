/* kernels/plan/making/plan_without_agreement.c -- see plan_without_agreement.h.
 */
#include "kernels/plan/making/plan_without_agreement.h"

#include <stdlib.h>

#include "kernels/auto/by_node.h"
#include "kernels/core/network/network.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/tags.h"
#include "kernels/mpi_library/library_selector.h"
#include "kernels/plan/making/plan.h"
#include "kernels/plan/making/plan_choice.h"
#include "kernels/plan/making/shared_mail.h"
#include "kernels/plan/making/shared_plan.h"
#include "kernels/plan/making/staged_plan.h"
#include "kernels/plan/making/vector_call.h"
#include "kernels/plan/state/plan_nodes.h"

struct qdr_planner {
    qdr_plan_impl ground; /* no plan: communicator, network and nodes of all */
    qdr_given_network given;
    /* Memory that all ranks share: executed one at a time, in the order of the
     * program's calls, all plans use the same rings. Zeroed: none. */
    qdr_segment segment;
    qdr_ring_group rings;
    /* On several nodes, or in groups of one, for stages of plans by node:
     * planners of the ranks of a node and of the leaders, on the networks
     * below; NULL: there is none. */
    qdr_planner *inside, *between;
    qdr_network levels[2];
    /* The last answer of qdr_planner_goes_straight. */
    int64_t last_bytes; /* 0: none */
    bool last_is_straight;
};

/* Of ranks of one node. Without memory plans send messages. */
static void share_memory(qdr_planner *planner)
{
    qdr_plan_request *request = &planner->ground.request;
    qdr_error why = {""};

    if (qdr_segment_map(request->comm, QDR_RING_BYTES, &planner->segment,
                        &why) != QDR_OK) {
        qdr_shared_say_refused(request->rank, &why);
        request->network.shares_memory = false;
    }
    planner->rings = (qdr_ring_group){.rank = request->rank,
                                      .num_ranks = request->num_procs,
                                      .first = planner->segment.first,
                                      .stride = planner->segment.stride};
}

/* That of a level, for its ranks. */
static qdr_status make_level(qdr_planner **out, MPI_Comm comm,
                             const qdr_network *network, qdr_error *error)
{
    const qdr_given_network given = {.network = network};
    qdr_communicator *shared;
    qdr_status status;

    if (comm == MPI_COMM_NULL)
        return QDR_OK;
    status = qdr_communicator_of(comm, &shared, error);
    return status == QDR_OK ? qdr_planner_new(out, shared, &given, error)
                            : status;
}

/* For stages; returns whether MPI has what they need. */
static bool make_levels(qdr_planner *planner)
{
    qdr_plan_request *request = &planner->ground.request;
    qdr_error why = {""};
    qdr_level_comms comms;
    qdr_status status = qdr_level_comms_find(
        qdr_communicator_levels(request->shared), request->comm,
        planner->ground.choice.nodes, &comms, &why);

    planner->levels[0] = qdr_network_inside(&request->network);
    planner->levels[1] = qdr_network_between(&request->network);
    if (status == QDR_OK)
        status = qdr_agree(
            request->comm,
            make_level(&planner->inside, comms.node, &planner->levels[0], &why),
            &why);
    if (status == QDR_OK)
        status = qdr_agree(request->comm,
                           make_level(&planner->between, comms.leaders,
                                      &planner->levels[1], &why),
                           &why);
    return status == QDR_OK;
}

/* The ranks of one node, who may be groups, or those of several. */
static void prepare_memory(qdr_planner *planner)
{
    qdr_plan_impl *ground = &planner->ground;
    qdr_network *network = &ground->request.network;

    if (!ground->choice.shares_node) {
        network->shares_memory = make_levels(planner);
        return;
    }
    share_memory(planner);
    if (ground->traffic.problem.nodes != NULL &&
        !(network->shares_memory && make_levels(planner)))
        ground->traffic.problem.nodes = NULL;
}

qdr_status qdr_planner_new(qdr_planner **out_planner, qdr_communicator *shared,
                           const qdr_given_network *given, qdr_error *error)
{
    /* Released by qdr_planner_free. */
    qdr_planner *made = calloc(1, sizeof *made);
    qdr_status status;

    if (made == NULL)
        return qdr_fail_memory(error, "a planner");
    made->given = *given;
    made->ground.request.shared = shared;
    made->ground.request.comm = qdr_communicator_copy(shared);
    made->ground.request.rank = qdr_communicator_rank(shared);
    made->ground.request.num_procs = qdr_communicator_size(shared);
    status = qdr_vector_network(&made->ground, given->network,
                                &made->ground.request.network, error);
    if (status == QDR_OK)
        status = qdr_vector_restrict(&made->ground, error);
    if (status == QDR_OK)
        status = qdr_plan_find_groups(&made->ground, error);
    if (made->ground.request.network.inside_shared_us == 0)
        made->ground.request.network.shares_memory = false;
    if (status == QDR_OK && made->ground.request.network.shares_memory)
        prepare_memory(made);
    if (status == QDR_OK)
        *out_planner = made;
    else
        qdr_planner_free(made);
    return status;
}

void qdr_planner_free(qdr_planner *planner)
{
    if (planner == NULL)
        return;
    qdr_planner_free(planner->inside);
    qdr_planner_free(planner->between);
    qdr_segment_unmap(&planner->segment);
    free(planner);
}

const qdr_mailboxes *qdr_planner_mail(qdr_planner *planner)
{
    return planner->ground.choice.shares_node &&
                   planner->ground.request.network.shares_memory
               ? qdr_shared_mail(planner->ground.request.shared)
               : NULL;
}

/* Through a mailbox a rank waits for each of the others. */
static bool goes_straight(const qdr_planner *planner, const qdr_mailboxes *mail,
                          int64_t bytes)
{
    const qdr_network *network = &planner->ground.request.network;
    int p = planner->ground.request.num_procs;
    const qdr_traffic_summary summary =
        qdr_traffic_summary_complete(network, p, (p - 1) * bytes);
    const qdr_problem problem = {.collective = QDR_ALLTOALLV,
                                 .num_procs = p,
                                 .messages = {NULL, &summary},
                                 .network = network};
    qdr_chosen chosen;
    qdr_error error;

    return qdr_kernel_choose(qdr_kernel_find_auto(QDR_ALLTOALLV), &problem,
                             NULL, &chosen, &error) != QDR_OK ||
           chosen.kernel->kind == QDR_DIRECT || chosen.kernel->is_for_levels ||
           (mail != NULL && bytes <= mail->limit &&
            network->inside_shared_us * (p - 1) <= chosen.time_us);
}

bool qdr_planner_goes_straight(qdr_planner *planner, const qdr_mailboxes *mail,
                               int64_t bytes)
{
    if (planner->last_bytes != bytes) {
        planner->last_is_straight = goes_straight(planner, mail, bytes);
        planner->last_bytes = bytes;
    }
    return planner->last_is_straight;
}

/* A candidate's mode is chosen for today's libraries, an algorithm's own is the
 * paper's. */
static qdr_mode mode_of(const qdr_kernel *algorithm)
{
    const qdr_candidate *c =
        qdr_kernel_find_auto(algorithm->collective)->candidates;

    while (c->kernel != NULL && c->kernel != algorithm)
        c++;
    return c->kernel != NULL ? c->mode : algorithm->mode;
}

/* The problem that is to be solved, for an algorithm that is yet to be chosen.
 */
static qdr_status pose(qdr_plan_impl *plan, const qdr_planner *planner,
                       const qdr_vector *vector, int root, qdr_error *error)
{
    qdr_problem *problem = &plan->traffic.problem;
    int element_bytes;

    MPI_Type_size(vector->type, &element_bytes);
    plan->request.comm = plan->bound.exchange.comm =
        planner->ground.request.comm;
    plan->bound.exchange.tag = QDR_TAG_SCHEDULE;
    plan->request.rank = planner->ground.request.rank;
    plan->request.num_procs = planner->ground.request.num_procs;
    plan->request.network = planner->ground.request.network;
    plan->choice.shares_node = planner->ground.choice.shares_node;
    *problem = (qdr_problem){.collective = plan->choice.kernel->collective,
                             .num_procs = plan->request.num_procs,
                             .view = {true, plan->request.rank},
                             .vector = {.root = root,
                                        .bytes = vector->count * element_bytes,
                                        .element_bytes = element_bytes},
                             .network = &plan->request.network,
                             .nodes = planner->ground.traffic.problem.nodes,
                             .mode = &plan->choice.mode,
                             .values = &plan->request.values};
    plan->bound.exchange.arithmetic =
        (qdr_arithmetic){vector->type, vector->op, element_bytes};
    return qdr_vector_take_parts(plan, vector, error);
}

static qdr_status choose(qdr_plan_impl *plan, const qdr_planner *planner,
                         qdr_error *error)
{
    qdr_problem *problem = &plan->traffic.problem;
    qdr_status status;

    qdr_values_init(&plan->request.values, plan->choice.kernel->parameters);
    plan->choice.library_lengths = qdr_library_ranges_of(
        planner->given.library, problem->collective, plan->request.num_procs);
    plan->choice.library_bytes =
        qdr_library_parts_are_equal(problem) ? problem->vector.bytes : -1;
    status = qdr_plan_resolve_auto(plan, error);
    return status == QDR_OK
               ? qdr_kernel_accepts(plan->choice.kernel, problem, error)
               : status;
}

/* A stage, by the planner of its ranks. */
static qdr_status make_alone(void *context, bool is_inside,
                             const qdr_problem *own, const qdr_vector *vector,
                             qdr_staged_plans *staged,
                             qdr_exchange **out_exchange, qdr_error *error)
{
    qdr_planner *planner = context;
    qdr_plan_impl **made = &staged->alone[staged->stages.count];
    qdr_status status = qdr_plan_without_agreement(
        made, is_inside ? planner->inside : planner->between, own->collective,
        NULL, vector, own->vector.root, error);

    if (status == QDR_OK)
        *out_exchange = &(*made)->bound.exchange;
    return status;
}

static qdr_status bind_schedule(qdr_plan_impl *plan, qdr_error *error)
{
    qdr_status status =
        qdr_kernel_build(plan->choice.kernel, &plan->traffic.problem,
                         &plan->traffic.schedule, error);

    qdr_mode_pace(&plan->choice.mode, &plan->request.network);
    if (status == QDR_OK)
        status = qdr_exchange_bind_schedule(
            &plan->bound.exchange, &plan->traffic.problem,
            &plan->traffic.schedule, &plan->choice.mode, error);
    qdr_schedule_cleanup(&plan->traffic.schedule);
    return status;
}

static qdr_status bind(qdr_plan_impl *plan, qdr_planner *planner,
                       qdr_error *error)
{
    bool is_staged = false;
    qdr_status status = qdr_buffer_layout_init(
        &plan->bound.exchange.layout, &plan->traffic.problem,
        plan->request.rank, QDR_VECTOR, error);

    if (status == QDR_OK && plan->choice.kernel->kind == QDR_SHARED) {
        plan->bound.exchange.rings = &planner->rings;
        return qdr_exchange_bind_shared(&plan->bound.exchange,
                                        qdr_engine_of(plan->choice.kernel),
                                        &plan->traffic.problem, error);
    }
    if (status == QDR_OK && plan->choice.kernel->is_for_levels &&
        plan->request.network.shares_memory)
        status = qdr_by_node_shares(&plan->traffic.problem, &is_staged, error);
    if (status != QDR_OK)
        return status;
    return is_staged
               ? qdr_staged_plans_make(plan, make_alone, planner, true, error)
               : bind_schedule(plan, error);
}

qdr_status qdr_plan_without_agreement(qdr_plan_impl **out_plan,
                                      qdr_planner *planner,
                                      qdr_collective collective,
                                      const qdr_kernel *algorithm,
                                      const qdr_vector *vector, int root,
                                      qdr_error *error)
{
    /* Released by qdr_plan_without_agreement_free. */
    qdr_plan_impl *plan = calloc(1, sizeof *plan);
    qdr_status status;

    if (plan == NULL)
        return qdr_fail_memory(error, "a plan");
    plan->choice.kernel =
        algorithm != NULL ? algorithm : qdr_kernel_find_auto(collective);
    plan->choice.mode =
        algorithm != NULL ? mode_of(algorithm) : plan->choice.kernel->mode;
    status = pose(plan, planner, vector, root, error);
    if (status == QDR_OK)
        status = choose(plan, planner, error);
    if (status == QDR_OK && plan->choice.kernel->kind != QDR_LIBRARY)
        status = bind(plan, planner, error);
    if (status == QDR_OK)
        *out_plan = plan;
    else
        qdr_plan_without_agreement_free(plan);
    return status;
}

void qdr_plan_without_agreement_free(qdr_plan_impl *plan)
{
    if (plan == NULL)
        return;
    qdr_plan_clear(plan);
    free(plan);
}
