/* kernels/plan/plan_without_agreement.c -- see plan_without_agreement.h. */
#include "kernels/plan/plan_without_agreement.h"

#include <stdlib.h>

#include "kernels/messaging/tags.h"
#include "kernels/mpi_library/library_selector.h"
#include "kernels/plan/plan.h"
#include "kernels/plan/plan_choice.h"
#include "kernels/plan/vector_call.h"

struct qdr_planner {
    qdr_plan_impl ground; /* no plan: communicator, network and nodes of all */
    qdr_given_network given;
};

qdr_status qdr_planner_new(qdr_planner **out_planner, qdr_communicator *shared,
                           const qdr_given_network *given, qdr_error *error)
{
    /* Released by qdr_planner_free. */
    qdr_planner *made = calloc(1, sizeof *made);
    qdr_status status;

    if (made == NULL)
        return qdr_fail_memory(error, "a planner");
    made->given = *given;
    made->ground.shared = shared;
    made->ground.comm = qdr_communicator_copy(shared);
    made->ground.rank = qdr_communicator_rank(shared);
    made->ground.num_procs = qdr_communicator_size(shared);
    status = qdr_vector_network(&made->ground, given->network,
                                &made->ground.network, error);
    if (status == QDR_OK)
        status = qdr_vector_restrict(&made->ground, error);
    if (status == QDR_OK)
        *out_planner = made;
    else
        qdr_planner_free(made);
    return status;
}

void qdr_planner_free(qdr_planner *planner)
{
    free(planner);
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
    qdr_problem *problem = &plan->problem;
    int element_bytes;

    MPI_Type_size(vector->type, &element_bytes);
    plan->comm = plan->exchange.comm = planner->ground.comm;
    plan->exchange.tag = QDR_TAG_SCHEDULE;
    plan->rank = planner->ground.rank;
    plan->num_procs = planner->ground.num_procs;
    plan->network = planner->ground.network;
    *problem = (qdr_problem){.collective = plan->kernel->collective,
                             .num_procs = plan->num_procs,
                             .is_part = true,
                             .rank = plan->rank,
                             .root = root,
                             .bytes = vector->count * element_bytes,
                             .element_bytes = element_bytes,
                             .network = &plan->network,
                             .nodes = planner->ground.problem.nodes,
                             .mode = &plan->mode,
                             .values = &plan->values};
    plan->exchange.arithmetic =
        (qdr_arithmetic){vector->type, vector->op, element_bytes};
    return qdr_vector_take_parts(plan, vector, error);
}

static qdr_status choose(qdr_plan_impl *plan, const qdr_planner *planner,
                         qdr_error *error)
{
    qdr_problem *problem = &plan->problem;
    qdr_status status;

    qdr_values_init(&plan->values, plan->kernel->parameters);
    plan->library_lengths = qdr_library_ranges_of(
        planner->given.library, problem->collective, plan->num_procs);
    plan->library_bytes =
        qdr_library_parts_are_equal(problem) ? problem->bytes : -1;
    status = qdr_plan_settle(plan, error);
    return status == QDR_OK ? qdr_kernel_accepts(plan->kernel, problem, error)
                            : status;
}

static qdr_status bind(qdr_plan_impl *plan, qdr_error *error)
{
    qdr_status status = qdr_buffer_layout_init(
        &plan->exchange.layout, &plan->problem, plan->rank, QDR_VECTOR, error);

    if (status == QDR_OK)
        status = qdr_kernel_build(plan->kernel, &plan->problem, &plan->schedule,
                                  error);
    qdr_mode_pace(&plan->mode, &plan->network);
    if (status == QDR_OK)
        status =
            qdr_exchange_bind_schedule(&plan->exchange, &plan->problem,
                                       &plan->schedule, &plan->mode, error);
    qdr_schedule_cleanup(&plan->schedule);
    return status;
}

qdr_status qdr_plan_without_agreement(qdr_plan_impl **out_plan,
                                      const qdr_planner *planner,
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
    plan->kernel =
        algorithm != NULL ? algorithm : qdr_kernel_find_auto(collective);
    plan->mode = algorithm != NULL ? mode_of(algorithm) : plan->kernel->mode;
    status = pose(plan, planner, vector, root, error);
    if (status == QDR_OK)
        status = choose(plan, planner, error);
    if (status == QDR_OK && plan->kernel->kind != QDR_LIBRARY)
        status = bind(plan, error);
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
