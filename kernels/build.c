/* kernels/build.c -- the schedule and the cost of an algorithm for a problem,
 * or of the one that `auto` takes; see kernel.h. */
#include <stdlib.h>

#include "kernels/kernel.h"

static qdr_status build_assigned(const qdr_kernel *kernel,
                                 const qdr_problem *problem,
                                 qdr_schedule *schedule, qdr_error *error)
{
    size_t num_messages = (size_t)problem->messages.pattern->num_messages;
    int64_t *round = malloc((num_messages + 1) * sizeof *round);
    qdr_assigned assigned = {0};
    qdr_status status;

    if (round == NULL)
        return qdr_fail_memory(error, "the rounds of a pattern");
    status = kernel->assign(problem, round, &assigned, error);
    if (status == QDR_OK)
        status = qdr_schedule_init_assigned(schedule, problem->messages.pattern,
                                            assigned.num_rounds, round, error);
    if (status == QDR_OK)
        schedule->num_probes = assigned.num_probes;
    free(round);
    return status;
}

qdr_problem qdr_kernel_defaults(const qdr_kernel *kernel,
                                const qdr_problem *problem, qdr_values *room)
{
    qdr_problem resolved = *problem;

    if (problem->values == NULL) {
        qdr_values_init(room, kernel->parameters);
        resolved.values = room;
    }
    return resolved;
}

/* The problem of the algorithm that an `auto` takes. */
static qdr_status choose(const qdr_kernel *kernel, const qdr_problem *problem,
                         const qdr_kernel **out_kernel, qdr_problem *out_own,
                         qdr_error *error)
{
    qdr_chosen chosen;
    qdr_status status =
        qdr_kernel_choose(kernel, problem, NULL, &chosen, error);

    if (status != QDR_OK)
        return status;
    *out_kernel = chosen.kernel;
    *out_own = *problem;
    out_own->values = NULL;
    return QDR_OK;
}

qdr_status qdr_kernel_build(const qdr_kernel *kernel, const qdr_problem *given,
                            qdr_schedule *schedule, qdr_error *error)
{
    qdr_values defaults;
    const qdr_problem resolved = qdr_kernel_defaults(kernel, given, &defaults);
    const qdr_problem *problem = &resolved;
    const qdr_kernel *chosen;
    qdr_problem own;
    qdr_status status = qdr_kernel_accepts(kernel, problem, error);

    if (status == QDR_OK && !qdr_kernel_has_schedule(kernel))
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%s %s and has no schedule; accepted: direct and "
                          "combining algorithms",
                          kernel->name,
                          kernel->kind == QDR_LIBRARY ? "is a baseline"
                                                      : "decides at run time");
    if (status != QDR_OK)
        return status;
    if (kernel->candidates != NULL) {
        status = choose(kernel, problem, &chosen, &own, error);
        return status == QDR_OK
                   ? qdr_kernel_build(chosen, &own, schedule, error)
                   : status;
    }
    if (kernel->build != NULL)
        return kernel->build(problem, schedule, error);
    if (kernel->assign != NULL)
        return build_assigned(kernel, problem, schedule, error);
    return qdr_schedule_init_by_round(schedule, problem->messages.pattern,
                                      kernel->rounds, problem->view.is_part,
                                      error);
}

qdr_status qdr_kernel_cost(const qdr_kernel *kernel, const qdr_problem *problem,
                           qdr_cost *out_cost, qdr_error *error)
{
    qdr_pattern_stats stats;
    const qdr_kernel *chosen;
    qdr_problem own;
    qdr_status status;

    if (kernel->candidates != NULL) {
        status = choose(kernel, problem, &chosen, &own, error);
        return status == QDR_OK ? qdr_kernel_cost(chosen, &own, out_cost, error)
                                : status;
    }
    if (kernel->rounds != NULL)
        return qdr_cost_by_round(problem->messages.pattern, kernel->rounds,
                                 (kernel->flags & QDR_ONE_PORT) != 0, out_cost,
                                 error);
    if (kernel->problem_cost != NULL) {
        qdr_values defaults;
        const qdr_problem resolved =
            qdr_kernel_defaults(kernel, problem, &defaults);
        return kernel->problem_cost(&resolved, out_cost, error);
    }
    status = qdr_problem_get_stats(problem, &stats, error);
    if (status == QDR_OK)
        *out_cost = kernel->cost(&stats);
    return status;
}
