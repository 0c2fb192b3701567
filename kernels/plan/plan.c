/* kernels/plan/plan.c -- see plan.h and ../quadrille.h. */
#include "kernels/plan/plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/choice_cache.h"
#include "kernels/core/network_mesh.h"
#include "kernels/core/rng.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/local_work.h"
#include "kernels/messaging/mpi_running.h"

/* Of a plan in existence. */
static qdr_plan_body *body_of(const qdr_plan *plan)
{
    qdr_plan_body *body = qdr_live_find(plan);

    assert(body != NULL);
    return body;
}

void qdr_plan_free(qdr_plan **plan)
{
    qdr_plan_body *body = plan == NULL ? NULL : qdr_live_remove(*plan);
    bool is_running;

    if (plan != NULL)
        *plan = NULL;
    if (body == NULL)
        return;
    is_running = qdr_mpi_is_running();
    /* What an abandoned exchange ends with interests nobody. */
    if (body->exchange.is_started && is_running)
        (void)qdr_exchange_wait(&body->exchange, NULL);
    qdr_exchange_cleanup(&body->exchange);
    qdr_schedule_cleanup(&body->schedule);
    qdr_pattern_cleanup(&body->pattern);
    free(body->parameters);
    free(body->part_begin);
    qdr_node_map_cleanup(&body->nodes);
    if (is_running)
        MPI_Comm_free(&body->comm);
    free(body);
}

static qdr_status check_comm(MPI_Comm comm, qdr_error *error)
{
    int is_inter = 0;
    qdr_status status = qdr_plan_check_running(error);

    if (status != QDR_OK)
        return status;
    if (comm != MPI_COMM_NULL)
        MPI_Comm_test_inter(comm, &is_inter);
    if (comm == MPI_COMM_NULL || is_inter)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s; accepted: a communicator within one group",
                        is_inter ? "an inter-communicator" : "MPI_COMM_NULL");
    return QDR_OK;
}

/* The algorithm of that name; NULL and "auto": the collective's choice. */
static qdr_status find_algorithm(qdr_plan_body *plan, const qdr_call *call,
                                 const char *name, qdr_error *error)
{
    bool has_vector = qdr_collective_has_vector(call->collective);
    qdr_status status = QDR_OK;

    if (name == NULL || strcmp(name, QDR_AUTO) == 0)
        plan->kernel = qdr_kernel_find_auto(call->collective);
    else
        status = qdr_kernel_find(name, &plan->kernel, error);
    if (status != QDR_OK)
        return status;
    if (has_vector ? plan->kernel->collective == call->collective
                   : !qdr_collective_has_vector(plan->kernel->collective))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s: %s is an algorithm for %s; accepted: one for %s",
                    call->name, plan->kernel->name,
                    qdr_collective_string(plan->kernel->collective),
                    has_vector ? qdr_collective_string(call->collective)
                               : "alltoall or alltoallv");
}

static qdr_status read_parameters(qdr_plan_body *plan, const char *parameters,
                                  qdr_error *error)
{
    qdr_status status = QDR_OK;

    qdr_values_init(&plan->values, plan->kernel->parameters);
    if (parameters != NULL) {
        plan->parameters = strdup(parameters);
        status = plan->parameters == NULL
                     ? qdr_fail_memory(error, "the parameters of a plan")
                     : qdr_values_read(&plan->values, plan->kernel->name,
                                       plan->parameters, error);
    }
    return status == QDR_OK
               ? qdr_values_require(&plan->values, plan->kernel->name, error)
               : status;
}

qdr_status qdr_plan_take_nodes(qdr_plan_body *plan, const int *nodes,
                               qdr_error *error)
{
    qdr_status status = QDR_OK;

    if (nodes != NULL)
        status = qdr_node_map_init(&plan->nodes, plan->num_procs, nodes, error);
    if (status == QDR_OK && nodes != NULL)
        plan->problem.nodes = &plan->nodes;
    return status;
}

/* The algorithm and its options. */
static qdr_status choose(qdr_plan_body *plan, const qdr_call *call,
                         const char *algorithm, const qdr_plan_options *options,
                         qdr_error *error)
{
    qdr_status status = find_algorithm(plan, call, algorithm, error);

    if (status != QDR_OK)
        return status;
    plan->problem.collective = plan->kernel->collective;
    plan->problem.seed = options == NULL ? 0 : options->seed;
    plan->problem.values = &plan->values;
    plan->mode = plan->kernel->mode;
    status = read_parameters(plan, options == NULL ? NULL : options->parameters,
                             error);
    if (status == QDR_OK && options != NULL)
        status = qdr_plan_take_nodes(plan, options->nodes, error);
    if (status != QDR_OK || options == NULL || options->mode == NULL)
        return status;
    status = qdr_mode_parse(options->mode, &plan->mode, error);
    plan->has_mode = true;
    if (status == QDR_OK && plan->mode.announces &&
        qdr_collective_has_vector(call->collective))
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%s: mode '%.40s'; accepted: one without +announce, "
                          "as all ranks know the lengths of a vector",
                          call->name, options->mode);
    return status;
}

/* The algorithm that an `auto` takes, with its defaults. */
static qdr_status take_candidate(qdr_plan_body *plan, qdr_error *error)
{
    qdr_chosen chosen;
    qdr_status status =
        qdr_choice_find(plan->kernel, &plan->problem,
                        plan->has_mode ? &plan->mode : NULL, &chosen, error);

    if (status != QDR_OK)
        return status;
    plan->kernel = chosen.kernel;
    plan->mode = chosen.mode;
    qdr_values_init(&plan->values, plan->kernel->parameters);
    return QDR_OK;
}

qdr_status qdr_plan_settle(qdr_plan_body *plan, qdr_error *error)
{
    qdr_status status =
        plan->kernel->candidates == NULL ? QDR_OK : take_candidate(plan, error);

    /* A rank schedules what passes it. */
    if (status == QDR_OK && plan->kernel->route != NULL) {
        plan->problem.is_part = true;
        plan->problem.rank = plan->rank;
    }
    return status;
}

/* A hash of the values. */
static int64_t digest_values(const qdr_values *values)
{
    int count = qdr_parameters_count(values->parameters);
    uint64_t mixed = 0;

    for (int i = 0; i < count; i++) {
        const qdr_value *value = &values->values[i];
        uint64_t bits;
        memcpy(&bits, &value->real, sizeof bits);
        mixed = qdr_mix64(mixed ^ (uint64_t)value->integer) ^ bits;
        for (const char *c = value->text; c != NULL && *c != '\0'; c++)
            mixed = qdr_mix64(mixed + (unsigned char)*c);
    }
    return (int64_t)qdr_mix64(mixed);
}

/* Every rank must plan the same exchange, or they would wait for each other. */
static qdr_status agree_on_call(const qdr_plan_body *plan, const qdr_call *call,
                                qdr_error *error)
{
    int64_t algorithm = 0;

    while (qdr_kernel_at((int)algorithm) != plan->kernel)
        algorithm++;
    return qdr_agree_on(
        plan->comm,
        (qdr_common[]){{"the planning call", call->id},
                       {"the algorithm", algorithm},
                       {"whether a mode is named", plan->has_mode},
                       {"the mode", plan->mode.kind},
                       {"the window of the mode", plan->mode.window},
                       {"the bytes of the mode", plan->mode.paced_bytes},
                       {"the barriers of the mode", plan->mode.barrier},
                       {"the announcements of the mode", plan->mode.announces},
                       {"the seed", (int64_t)plan->problem.seed},
                       {"the parameters", digest_values(&plan->values)},
                       {"the bytes", call->bytes},
                       {"the root", call->root},
                       {"whether a network is given", call->network != NULL},
                       {"the map of nodes", qdr_node_map_digest(&plan->nodes)}},
        14, error);
}

/* An empty plan; NULL if memory runs out. */
static qdr_plan *make_empty(MPI_Comm own)
{
    /* Released by qdr_plan_free. */
    qdr_plan_body *body = calloc(1, sizeof *body);
    qdr_plan *plan = body == NULL ? NULL : qdr_live_add(body);

    if (plan == NULL) {
        free(body);
        return NULL;
    }
    body->comm = body->exchange.comm = own;
    MPI_Comm_rank(own, &body->rank);
    MPI_Comm_size(own, &body->num_procs);
    body->problem.num_procs = body->num_procs;
    return plan;
}

qdr_status qdr_plan_begin(qdr_plan **out_plan, const qdr_call *call,
                          const char *algorithm,
                          const qdr_plan_options *options, MPI_Comm comm,
                          qdr_error *error)
{
    qdr_status status = check_comm(comm, error);
    qdr_plan *plan;
    MPI_Comm own;

    if (status != QDR_OK)
        return status;
    qdr_mpi_watch();
    if (MPI_Comm_dup(comm, &own) != MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI, "MPI_Comm_dup failed");
    MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
    plan = make_empty(own);
    if (plan == NULL)
        status = qdr_fail_memory(error, "a plan");
    else if (out_plan == NULL)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%s: out_plan must not be NULL", call->name);
    else
        status = choose(body_of(plan), call, algorithm, options, error);
    status = qdr_agree(own, status, error);
    if (plan == NULL) {
        MPI_Comm_free(&own);
        return status;
    }
    if (status == QDR_OK)
        status = agree_on_call(body_of(plan), call, error);
    if (status == QDR_OK)
        *out_plan = plan;
    else
        qdr_plan_free(&plan);
    return status;
}

bool qdr_plan_is_local(const qdr_plan_body *plan)
{
    bool has_barriers =
        plan->mode.barrier && qdr_kernel_has_schedule(plan->kernel);

    return (plan->kernel->flags & (QDR_GLOBAL | QDR_COMPLETE)) == 0 &&
           !has_barriers;
}

qdr_status qdr_plan_learn(qdr_plan *plan, const qdr_call *call,
                          qdr_error *error)
{
    return call->learn(body_of(plan), call, error);
}

qdr_status qdr_plan_build(qdr_plan *of, qdr_error *error)
{
    qdr_plan_body *plan = body_of(of);
    qdr_status status = QDR_OK;

    if (qdr_kernel_has_schedule(plan->kernel))
        status = qdr_kernel_build(plan->kernel, &plan->problem, &plan->schedule,
                                  error);
    if (status == QDR_OK)
        qdr_pending_scheduled(plan->schedule.num_probes);
    return status;
}

/* An execution is started by all ranks or by none. */
static qdr_status learn_can_start(qdr_plan_body *plan, qdr_error *error)
{
    int64_t cannot = !qdr_exchange_can_start(&plan->exchange);
    qdr_status status = qdr_agree_max(plan->comm, &cannot, 1, error);

    plan->can_start = !cannot;
    return status;
}

qdr_status qdr_plan_bind(qdr_plan *of, qdr_error *error)
{
    qdr_plan_body *plan = body_of(of);
    qdr_status status;

    qdr_mode_pace(&plan->mode, qdr_problem_network(&plan->problem));
    if (qdr_kernel_has_schedule(plan->kernel))
        status =
            qdr_exchange_bind_schedule(&plan->exchange, &plan->problem,
                                       &plan->schedule, &plan->mode, error);
    else
        status = qdr_exchange_bind_engine(&plan->exchange, plan->kernel,
                                          qdr_engine_of(plan->kernel),
                                          &plan->problem, error);
    qdr_schedule_cleanup(&plan->schedule);
    qdr_pattern_cleanup(&plan->pattern);
    qdr_node_map_cleanup(&plan->nodes);
    plan->problem.pattern = NULL;
    plan->problem.nodes = NULL;
    status = qdr_agree(plan->comm, status, error);
    return status == QDR_OK ? learn_can_start(plan, error) : status;
}

qdr_status qdr_plan_make(qdr_plan **out_plan, const qdr_call *call,
                         const char *algorithm, const qdr_plan_options *options,
                         MPI_Comm comm, qdr_error *error)
{
    qdr_error own_error = {""};
    qdr_error *reason = error == NULL ? &own_error : error;
    qdr_plan *plan = NULL;
    qdr_status status = qdr_plan_begin(out_plan == NULL ? NULL : &plan, call,
                                       algorithm, options, comm, reason);

    if (status == QDR_OK)
        status = qdr_plan_learn(plan, call, reason);
    if (status == QDR_OK)
        status = qdr_agree(body_of(plan)->comm, qdr_plan_build(plan, reason),
                           reason);
    if (status == QDR_OK)
        status = qdr_plan_bind(plan, reason);
    if (status == QDR_OK)
        *out_plan = plan;
    else
        qdr_plan_free(&plan);
    return status;
}

int qdr_plan_count(const qdr_plan *plan, qdr_count *counts)
{
    return qdr_exchange_count(&body_of(plan)->exchange, counts);
}

void qdr_plan_set_scattered(qdr_plan *plan, const qdr_scattered *scattered)
{
    qdr_exchange_set_scattered(&body_of(plan)->exchange, scattered);
}
