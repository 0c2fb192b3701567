/* kernels/plan/plan.c -- see plan.h and ../quadrille.h. */
#include "kernels/plan/plan.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/messaging/agreement.h"

void qdr_plan_free(qdr_plan **plan)
{
    if (plan == NULL || *plan == NULL)
        return;
    qdr_exchange_cleanup(&(*plan)->exchange);
    if ((*plan)->comm != MPI_COMM_NULL)
        MPI_Comm_free(&(*plan)->comm);
    free(*plan);
    *plan = NULL;
}

static qdr_status check_running(qdr_error *error)
{
    int is_initialized = 0, is_finalized = 0;

    MPI_Initialized(&is_initialized);
    MPI_Finalized(&is_finalized);
    if (!is_initialized || is_finalized)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "MPI is not running; accepted: calls between MPI_Init "
                        "and MPI_Finalize");
    return QDR_OK;
}

static qdr_status check_comm(MPI_Comm comm, qdr_error *error)
{
    int is_inter = 0;
    qdr_status status = check_running(error);

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

static qdr_status choose(qdr_plan *plan, const qdr_call *what,
                         const char *algorithm, const qdr_plan_options *options,
                         qdr_error *error)
{
    bool is_bcast;
    qdr_status status = qdr_kernel_find(algorithm == NULL ? "" : algorithm,
                                        &plan->kernel, error);

    if (status != QDR_OK)
        return status;
    is_bcast = strcmp(plan->kernel->collective, "bcast") == 0;
    if (is_bcast != what->is_bcast)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s: %s is an algorithm for %s; accepted: one for %s",
                        what->name, plan->kernel->name,
                        plan->kernel->collective,
                        what->is_bcast ? "bcast" : "alltoall or alltoallv");
    plan->mode = plan->kernel->mode;
    if (options == NULL)
        return QDR_OK;
    plan->seed = options->seed;
    plan->cutoff = options->cutoff;
    if (plan->cutoff != 0 && !(plan->cutoff >= 1))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "cutoff is %g; accepted: from 1, or 0 for the "
                        "algorithm's own",
                        plan->cutoff);
    return options->mode == NULL
               ? QDR_OK
               : qdr_mode_parse(options->mode, &plan->mode, error);
}

/* Every rank must mean the same exchange, or they would wait for each other. */
static qdr_status agree_on_call(const qdr_plan *plan, const qdr_call *what,
                                qdr_error *error)
{
    int64_t algorithm = 0, cutoff;

    while (qdr_kernel_at((int)algorithm) != plan->kernel)
        algorithm++;
    memcpy(&cutoff, &plan->cutoff, sizeof cutoff);
    return qdr_agree_on(
        plan->comm,
        (qdr_common[]){{"the planning call", what->id},
                       {"the algorithm", algorithm},
                       {"the mode", plan->mode.kind},
                       {"the window of the mode", plan->mode.window},
                       {"the barriers of the mode", plan->mode.barrier},
                       {"the seed", (int64_t)plan->seed},
                       {"the cutoff", cutoff},
                       {"the bytes", what->bytes},
                       {"the root", what->root}},
        9, error);
}

qdr_status qdr_plan_begin(qdr_plan **out_plan, const qdr_call *what,
                          const char *algorithm,
                          const qdr_plan_options *options, MPI_Comm comm,
                          qdr_error *error)
{
    qdr_status status = check_comm(comm, error);
    qdr_plan *plan = NULL;
    MPI_Comm own;

    if (status != QDR_OK)
        return status;
    if (MPI_Comm_dup(comm, &own) != MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI, "MPI_Comm_dup failed");
    MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
    /* Released by qdr_plan_free. */
    plan = calloc(1, sizeof *plan);
    if (plan == NULL) {
        status = qdr_fail_memory(error, "a plan");
    } else {
        plan->comm = own;
        MPI_Comm_rank(own, &plan->rank);
        MPI_Comm_size(own, &plan->num_procs);
        status = choose(plan, what, algorithm, options, error);
    }
    status = qdr_agree(own, status, error);
    if (plan == NULL) {
        MPI_Comm_free(&own);
        return status;
    }
    if (status == QDR_OK)
        status = agree_on_call(plan, what, error);
    if (status == QDR_OK)
        *out_plan = plan;
    else
        qdr_plan_free(&plan);
    return status;
}

bool qdr_plan_is_local(const qdr_plan *plan)
{
    unsigned needs_all = QDR_GLOBAL | QDR_COMPLETE | QDR_ROOTED;
    bool has_barriers =
        plan->mode.barrier && qdr_kernel_has_schedule(plan->kernel);

    return (plan->kernel->flags & needs_all) == 0 && !has_barriers;
}

qdr_status qdr_plan_finish(qdr_plan *plan, const qdr_pattern *pattern,
                           qdr_placement *placement, qdr_plan **out_plan,
                           qdr_error *error)
{
    const qdr_problem problem = {
        .pattern = pattern, .seed = plan->seed, .cutoff = plan->cutoff};
    bool has_schedule = qdr_kernel_has_schedule(plan->kernel);
    qdr_schedule schedule = {0};
    qdr_status status = QDR_OK;

    if (has_schedule)
        status = qdr_kernel_build(plan->kernel, &problem, &schedule, error);
    status = qdr_agree(plan->comm, status, error);
    if (status == QDR_OK) {
        status = has_schedule
                     ? qdr_exchange_init(&plan->exchange, &schedule, placement,
                                         &plan->mode, plan->comm, error)
                     : qdr_exchange_init_unscheduled(
                           &plan->exchange, plan->kernel, &problem, placement,
                           plan->comm, error);
        status = qdr_agree(plan->comm, status, error);
    }
    qdr_schedule_cleanup(&schedule);
    if (status == QDR_OK)
        *out_plan = plan;
    else
        qdr_plan_free(&plan);
    return status;
}

static const char freed[] =
    "NULL for a plan; accepted: a plan that was made and not freed";

qdr_status qdr_plan_get_info(const qdr_plan *plan, qdr_plan_info *out_info,
                             qdr_error *error)
{
    if (plan == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT, "%s", freed);
    *out_info = (qdr_plan_info){
        .algorithm = plan->kernel->name,
        .send_bytes = plan->exchange.placement.send_bytes,
        .receive_bytes = plan->exchange.placement.receive_bytes,
        .num_sends = plan->exchange.placement.num_sends,
        .num_receives = plan->exchange.placement.num_receives,
        .sends = plan->exchange.placement.sends,
        .receives = plan->exchange.placement.receives,
    };
    return QDR_OK;
}

qdr_status qdr_plan_execute(qdr_plan *plan, const void *send, void *receive,
                            qdr_error *error)
{
    const qdr_placement *own;
    qdr_status status;

    if (plan == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT, "%s", freed);
    own = &plan->exchange.placement;
    if ((send == NULL && own->send_bytes > 0) ||
        (receive == NULL && own->receive_bytes > 0))
        return qdr_fail(
            error, QDR_ERROR_INPUT,
            "NULL for a buffer of %lld bytes; accepted: a buffer "
            "of this length",
            (long long)(send == NULL ? own->send_bytes : own->receive_bytes));
    status = check_running(error);
    return status == QDR_OK
               ? qdr_exchange_execute(&plan->exchange, send, receive, error)
               : status;
}
