/* kernels/plan/making/plan.c -- see plan.h and quadrille.h. */
#include "kernels/plan/making/plan.h"

#include <assert.h>
#include <stdlib.h>

#include "kernels/messaging/agreement.h"
#include "kernels/messaging/local_work.h"
#include "kernels/messaging/mpi_running.h"
#include "kernels/messaging/tags.h"
#include "kernels/plan/making/plan_agreement.h"
#include "kernels/plan/making/plan_choice.h"
#include "kernels/plan/state/struct_size.h"

/* Of a plan in existence. */
static qdr_plan_impl *body_of(const qdr_plan *plan)
{
    qdr_plan_impl *body = qdr_handle_impl(plan);

    assert(body != NULL);
    return body;
}

/* NULL: there are none. After a failure in one, ranks may wait in any. */
static void free_staged(qdr_staged_plans *staged, bool is_broken)
{
    if (staged == NULL)
        return;
    for (int i = 0; i < staged->stages.count && is_broken; i++)
        staged->stages.items[i].exchange->state = QDR_EXCHANGE_BROKEN;
    for (int i = 0; i < QDR_MAX_STAGES; i++) {
        qdr_plan_free(&staged->plans[i]);
        if (staged->alone[i] != NULL)
            qdr_plan_clear(staged->alone[i]);
        free(staged->alone[i]);
    }
    free(staged->stages.room);
    free(staged);
}

void qdr_plan_clear(qdr_plan_impl *body)
{
    /* The caller abandoned it; its status does not matter. */
    if (body->bound.exchange.state == QDR_EXCHANGE_STARTED &&
        qdr_mpi_is_running())
        (void)qdr_exchange_wait(&body->bound.exchange, NULL);
    free_staged(body->bound.staged,
                body->bound.exchange.state == QDR_EXCHANGE_BROKEN);
    qdr_exchange_cleanup(&body->bound.exchange);
    qdr_schedule_cleanup(&body->traffic.schedule);
    qdr_pattern_cleanup(&body->traffic.pattern);
    free(body->traffic.part_begin);
    free(body->traffic.parts.parts);
}

void qdr_plan_free(qdr_plan **plan)
{
    qdr_plan_impl *body = plan == NULL ? NULL : qdr_handle_free(*plan);
    bool is_broken;

    if (plan != NULL)
        *plan = NULL;
    if (body == NULL)
        return;
    is_broken = body->bound.exchange.state == QDR_EXCHANGE_BROKEN;
    qdr_plan_clear(body);
    free(body->request.parameters);
    qdr_node_map_cleanup(&body->request.given_nodes);
    if (body->bound.owns_comm && qdr_mpi_is_running())
        MPI_Comm_free(&body->request.comm);
    /* Messages of a broken plan may still arrive, and a rank may wait in its
     * rings. */
    if (body->bound.has_tag && !is_broken)
        qdr_plan_tags_release(qdr_communicator_tags(body->request.shared),
                              body->bound.tag);
    if (body->bound.rings != NULL && !is_broken)
        qdr_shared_slots_return(qdr_communicator_slots(body->request.shared),
                                body->bound.rings);
    qdr_communicator_release(body->request.shared);
    free(body);
}

/* An empty plan; NULL if memory runs out. */
static qdr_plan *make_empty(qdr_communicator *shared)
{
    /* Released by qdr_plan_free. */
    qdr_plan_impl *body = calloc(1, sizeof *body);
    qdr_plan *plan = body == NULL ? NULL : qdr_handle_new(body);

    if (plan == NULL) {
        free(body);
        return NULL;
    }
    body->request.shared = shared;
    body->request.comm = qdr_communicator_copy(shared);
    qdr_communicator_hold(shared);
    body->request.rank = qdr_communicator_rank(shared);
    body->request.num_procs = qdr_communicator_size(shared);
    body->traffic.problem.num_procs = body->request.num_procs;
    return plan;
}

qdr_status qdr_plan_begin(qdr_plan **out_plan, const qdr_call *call,
                          const char *algorithm,
                          const qdr_plan_options *options, MPI_Comm comm,
                          qdr_error *error)
{
    qdr_status status = qdr_plan_check_running(error);
    qdr_communicator *shared = NULL;
    qdr_plan *plan;

    if (status == QDR_OK)
        status = qdr_communicator_of(comm, &shared, error);
    if (status != QDR_OK)
        return status;
    plan = make_empty(shared);
    if (plan == NULL)
        status = qdr_fail_memory(error, "a plan");
    else if (out_plan == NULL)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%s: out_plan must not be NULL", call->name);
    else
        status =
            qdr_plan_choose(body_of(plan), call, algorithm, options, error);
    status = qdr_agree(qdr_communicator_copy(shared), status, error);
    if (plan == NULL)
        return status;
    if (status == QDR_OK)
        status = qdr_plan_agree_on_call(body_of(plan), call, error);
    if (status == QDR_OK)
        *out_plan = plan;
    else
        qdr_plan_free(&plan);
    return status;
}

bool qdr_plan_is_local(const qdr_plan_impl *plan)
{
    bool has_barriers =
        plan->choice.mode.barrier && qdr_kernel_has_mode(plan->choice.kernel);

    return (plan->choice.kernel->flags & (QDR_GLOBAL | QDR_COMPLETE)) == 0 &&
           !has_barriers;
}

qdr_status qdr_plan_learn(qdr_plan *plan, const qdr_call *call,
                          qdr_error *error)
{
    return call->learn(body_of(plan), call, error);
}

/* Whether it sends the messages of a schedule of its own. */
static bool has_schedule(const qdr_plan_impl *plan)
{
    return qdr_kernel_has_mode(plan->choice.kernel) &&
           plan->bound.staged == NULL;
}

qdr_status qdr_plan_build(qdr_plan *of, qdr_error *error)
{
    qdr_plan_impl *plan = body_of(of);
    qdr_status status = QDR_OK;

    if (has_schedule(plan))
        status = qdr_kernel_build(plan->choice.kernel, &plan->traffic.problem,
                                  &plan->traffic.schedule, error);
    if (status == QDR_OK)
        status = qdr_schedule_cut(&plan->traffic.schedule, &plan->traffic.parts,
                                  error);
    if (status == QDR_OK)
        qdr_pending_scheduled(plan->traffic.schedule.num_probes);
    return status;
}

/* An execution is started by all ranks or by none. Whether they can is agreed,
 * but for an update that needs no other rank: then only modes count in which
 * every rank can, whatever its messages. */
static qdr_status learn_can_start(qdr_plan_impl *plan, bool is_alone,
                                  qdr_error *error)
{
    int64_t cannot = !qdr_exchange_can_start(&plan->bound.exchange);
    bool all_can = plan->choice.mode.kind == QDR_PERSISTENT ||
                   (plan->choice.mode.kind == QDR_WINDOW &&
                    plan->choice.mode.window >= plan->request.num_procs - 1);
    qdr_status status = QDR_OK;

    if (!is_alone)
        status = qdr_agree_max(plan->request.comm, &cannot, 1, error);
    plan->bound.can_start = !cannot && (!is_alone || all_can);
    return status;
}

/* The schedule, the engine of an algorithm without one, or, where `auto` takes
 * the MPI library's call for messages, both. */
static qdr_status bind(qdr_plan_impl *plan, qdr_error *error)
{
    bool is_scheduled = has_schedule(plan);
    const qdr_kernel *called =
        is_scheduled ? plan->choice.library : plan->choice.kernel;
    qdr_status status = QDR_OK;

    if (plan->bound.staged != NULL)
        return QDR_OK;
    if (is_scheduled)
        status = qdr_exchange_bind_schedule(
            &plan->bound.exchange, &plan->traffic.problem,
            &plan->traffic.schedule, &plan->choice.mode, error);
    if (is_scheduled && called != NULL)
        status = qdr_agree(plan->request.comm, status, error);
    if (status == QDR_OK && called != NULL)
        status = qdr_exchange_bind_engine(&plan->bound.exchange, called,
                                          qdr_engine_of(called),
                                          &plan->traffic.problem, error);
    return status;
}

/* Whether its executions, or its updates, call MPI's collectives: then another
 * thread may make a plan meanwhile, whose collectives they must not meet. */
static bool needs_comm(const qdr_plan_impl *plan)
{
    return !qdr_kernel_has_schedule(plan->choice.kernel) ||
           plan->choice.library != NULL || plan->choice.mode.barrier ||
           plan->choice.mode.announces ||
           (plan->request.call_id != 0 && !plan->bound.updates_alone);
}

/* A communicator of its own, or a tag in the shared copy. */
static qdr_status take_place(qdr_plan_impl *plan, qdr_error *error)
{
    MPI_Comm own;

    if (!needs_comm(plan)) {
        qdr_status status =
            qdr_plan_tags_take(qdr_communicator_tags(plan->request.shared),
                               plan->request.comm, &plan->bound.tag, error);
        plan->bound.has_tag = status == QDR_OK;
        return status;
    }
    /* On a failure the ranks still agree in the shared copy. */
    if (MPI_Comm_dup(plan->request.comm, &own) != MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI, "MPI_Comm_dup failed");
    plan->request.comm = own;
    plan->bound.tag = QDR_TAG_SCHEDULE;
    plan->bound.owns_comm = true;
    return QDR_OK;
}

qdr_status qdr_plan_bind(qdr_plan *of, qdr_error *error)
{
    qdr_plan_impl *plan = body_of(of);
    /* An update of a plan that has its place already. */
    bool is_alone = plan->bound.has_tag;
    qdr_status status = QDR_OK;

    qdr_mode_pace(&plan->choice.mode,
                  qdr_problem_network(&plan->traffic.problem));
    if (!plan->bound.owns_comm && !is_alone)
        status = take_place(plan, error);
    plan->bound.exchange.comm = plan->request.comm;
    plan->bound.exchange.tag = plan->bound.tag;
    plan->bound.exchange.rings = plan->bound.rings;
    if (status == QDR_OK)
        status = bind(plan, error);
    if (status == QDR_OK && plan->bound.exchange.typed != NULL)
        status = qdr_exchange_bind_types(
            &plan->bound.exchange, plan->choice.kernel->kind == QDR_DIRECT,
            error);
    qdr_schedule_cleanup(&plan->traffic.schedule);
    qdr_pattern_cleanup(&plan->traffic.pattern);
    if (!qdr_collective_has_vector(plan->traffic.problem.collective))
        plan->traffic.problem.messages.pattern = NULL;
    if (plan->request.call_id == 0) {
        qdr_node_map_cleanup(&plan->request.given_nodes);
        plan->traffic.problem.nodes = plan->choice.nodes = NULL;
    }
    if (!is_alone)
        status = qdr_agree(plan->request.comm, status, error);
    return status == QDR_OK ? learn_can_start(plan, is_alone, error) : status;
}

qdr_status qdr_plan_make(qdr_plan **out_plan, const qdr_call *call,
                         const char *algorithm, const qdr_plan_options *options,
                         MPI_Comm comm, qdr_error *error)
{
    qdr_error own_error = {""};
    qdr_error *reason = error == NULL ? &own_error : error;
    qdr_plan *plan = NULL;
    qdr_call known = *call;
    qdr_status status = qdr_plan_begin(out_plan == NULL ? NULL : &plan, call,
                                       algorithm, options, comm, reason);

    if (status == QDR_OK && qdr_options_of(options).network != NULL)
        known.given.network = &body_of(plan)->request.network;
    if (status == QDR_OK)
        status = qdr_plan_learn(plan, &known, reason);
    if (status == QDR_OK)
        status = qdr_agree(body_of(plan)->request.comm,
                           qdr_plan_build(plan, reason), reason);
    if (status == QDR_OK)
        status = qdr_plan_bind(plan, reason);
    if (status == QDR_OK)
        *out_plan = plan;
    else
        qdr_plan_free(&plan);
    return status;
}

int qdr_plan_count(const qdr_plan *plan, qdr_counter *counts)
{
    return qdr_exchange_count(&body_of(plan)->bound.exchange, counts);
}

qdr_status qdr_plan_set_indexed(qdr_plan *plan, const qdr_indexed_buffer *data,
                                qdr_error *error)
{
    return qdr_exchange_set_indexed(&body_of(plan)->bound.exchange, data,
                                    error);
}
