/* kernels/plan/making/plan_choice.c -- see plan_choice.h. */
#include "kernels/plan/making/plan_choice.h"

#include <limits.h>
#include <string.h>

#include "kernels/kernel.h"
#include "kernels/network_file/network_file.h"
#include "kernels/plan/state/plan_nodes.h"
#include "kernels/plan/state/struct_size.h"

/* The algorithm of that name; NULL and "auto": the collective's choice. */
static qdr_status find_algorithm(qdr_plan_impl *plan, const qdr_call *call,
                                 const char *name, qdr_error *error)
{
    bool has_vector = qdr_collective_has_vector(call->collective);
    qdr_status status = QDR_OK;

    if (name == NULL || strcmp(name, QDR_AUTO) == 0)
        plan->choice.kernel = qdr_kernel_find_auto(call->collective);
    else
        status = qdr_kernel_find(name, &plan->choice.kernel, error);
    if (status != QDR_OK)
        return status;
    if (has_vector
            ? plan->choice.kernel->collective == call->collective
            : !qdr_collective_has_vector(plan->choice.kernel->collective))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s: %s is an algorithm for %s; accepted: one for %s",
                    call->name, plan->choice.kernel->name,
                    qdr_collective_string(plan->choice.kernel->collective),
                    has_vector ? qdr_collective_string(call->collective)
                               : "alltoall or alltoallv");
}

static qdr_status read_parameters(qdr_plan_impl *plan, const char *parameters,
                                  qdr_error *error)
{
    qdr_status status = QDR_OK;

    qdr_values_init(&plan->request.values, plan->choice.kernel->parameters);
    if (parameters != NULL) {
        plan->request.parameters = strdup(parameters);
        status = plan->request.parameters == NULL
                     ? qdr_fail_memory(error, "the parameters of a plan")
                     : qdr_values_read(&plan->request.values,
                                       plan->choice.kernel->name,
                                       plan->request.parameters, error);
    }
    return status == QDR_OK
               ? qdr_values_require(&plan->request.values,
                                    plan->choice.kernel->name, error)
               : status;
}

qdr_status qdr_plan_choose(qdr_plan_impl *plan, const qdr_call *call,
                           const char *algorithm, const qdr_plan_options *given,
                           qdr_error *error)
{
    const qdr_plan_options options = qdr_options_of(given);
    qdr_status status = qdr_options_check(given, error);

    if (status == QDR_OK)
        status = find_algorithm(plan, call, algorithm, error);
    if (status != QDR_OK)
        return status;
    plan->traffic.problem.collective = plan->choice.kernel->collective;
    plan->traffic.problem.seed = options.seed;
    plan->traffic.problem.values = &plan->request.values;
    plan->traffic.problem.mode = &plan->choice.mode;
    plan->choice.mode = plan->choice.kernel->mode;
    status = read_parameters(plan, options.parameters, error);
    if (status == QDR_OK)
        status = qdr_plan_take_nodes(plan, options.nodes, error);
    if (status == QDR_OK && options.network != NULL)
        status =
            qdr_network_read(options.network, &plan->request.network, error);
    if (status != QDR_OK || options.mode == NULL)
        return status;
    status = qdr_mode_parse(options.mode, &plan->choice.mode, error);
    plan->request.has_mode = true;
    if (status == QDR_OK && plan->choice.mode.announces &&
        qdr_collective_has_vector(call->collective))
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%s: mode '%.40s'; accepted: one without +announce, "
                          "as all ranks know the lengths of a vector",
                          call->name, options.mode);
    return status;
}

/* The algorithm that calls the MPI library, if `auto` takes it; else NULL.
 * Reads what all ranks know. */
static const qdr_kernel *choose_library(const qdr_plan_impl *plan)
{
    if (plan->request.has_mode ||
        (plan->choice.library_lengths.are_assumed &&
         !plan->choice.shares_node) ||
        qdr_problem_is_ordered(&plan->traffic.problem) ||
        plan->choice.library_bytes > INT_MAX ||
        !qdr_length_ranges_have(&plan->choice.library_lengths,
                                plan->choice.library_bytes))
        return NULL;
    return qdr_kernel_find_library(plan->choice.kernel->collective);
}

/* The algorithm that an `auto` takes, with its defaults. */
static qdr_status take_candidate(qdr_plan_impl *plan, qdr_error *error)
{
    const qdr_kernel *library = choose_library(plan);
    qdr_chosen chosen;
    qdr_status status = QDR_OK;

    status = qdr_choice_find(plan->choice.kernel, &plan->traffic.problem,
                             plan->request.has_mode ? &plan->choice.mode : NULL,
                             &chosen, error);
    if (status != QDR_OK)
        return status;
    /* What is assumed of the library's call compares messages. */
    if (plan->choice.library_lengths.are_assumed &&
        chosen.kernel->kind == QDR_SHARED)
        library = NULL;
    /* Messages keep their schedule. */
    if (library != NULL && qdr_collective_has_vector(library->collective))
        chosen = (qdr_chosen){.kernel = library, .mode = library->mode};
    plan->choice.library = library;
    plan->choice.kernel = chosen.kernel;
    plan->choice.mode = chosen.mode;
    qdr_values_init(&plan->request.values, plan->choice.kernel->parameters);
    return QDR_OK;
}

qdr_status qdr_plan_resolve_auto(qdr_plan_impl *plan, qdr_error *error)
{
    qdr_status status = plan->choice.kernel->candidates == NULL
                            ? QDR_OK
                            : take_candidate(plan, error);

    /* A rank schedules what passes it. */
    if (status == QDR_OK && plan->choice.kernel->route != NULL)
        plan->traffic.problem.view = (qdr_view){true, plan->request.rank};
    return status;
}
