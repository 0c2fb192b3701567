/* kernels/auto/choose.c -- the predictions of algorithms, and the choice by
 * them; see kernel.h. */
#include "kernels/core/network/network.h"
#include "kernels/kernel.h"

qdr_status qdr_kernel_predict(const qdr_kernel *kernel,
                              const qdr_problem *problem, double *out_us,
                              qdr_error *error)
{
    const qdr_network *network = qdr_problem_network(problem);
    qdr_values defaults;
    const qdr_problem resolved =
        qdr_kernel_defaults(kernel, problem, &defaults);
    qdr_chosen chosen;
    qdr_cost cost;
    qdr_status status;

    if (kernel->predict != NULL)
        return kernel->predict(&resolved, out_us, error);
    if (kernel->candidates != NULL) {
        status = qdr_kernel_choose(kernel, problem, NULL, &chosen, error);
        if (status == QDR_OK)
            *out_us = chosen.time_us;
        return status;
    }
    status = qdr_kernel_cost(kernel, &resolved, &cost, error);
    if (status == QDR_OK)
        *out_us = network->alpha_us * (double)cost.alpha +
                  network->beta_ns * 1e-3 * (double)cost.beta +
                  network->gamma_ns * 1e-3 * (double)cost.gamma;
    return status;
}

/* Ranks on nodes, or groups of the ranks of one that share its memory. */
static bool has_groups(const qdr_problem *problem)
{
    const qdr_network *network = qdr_problem_network(problem);

    return qdr_network_has_levels(network) ||
           (network->shares_memory && problem->nodes != NULL);
}

bool qdr_kernel_suits(const qdr_kernel *kernel, const qdr_problem *problem)
{
    if (kernel->is_for_levels && !has_groups(problem))
        return false;
    return kernel->suits == NULL || kernel->suits(problem);
}

/* But for the bytes of `paced`: a prediction holds for any. */
static bool is_same_mode(const qdr_mode *a, const qdr_mode *b)
{
    return a->kind == b->kind && a->window == b->window &&
           a->barrier == b->barrier && a->announces == b->announces;
}

/* Whether a candidate is considered; without a mode, in its first one. */
static bool is_considered(const qdr_candidate *all, const qdr_candidate *one,
                          const qdr_problem *problem, const qdr_mode *mode)
{
    if (!qdr_kernel_suits(one->kernel, problem))
        return false;
    if (mode == NULL)
        return one == all || one[-1].kernel != one->kernel;
    return one->is_for_any_mode ||
           (qdr_kernel_has_mode(one->kernel) && is_same_mode(mode, &one->mode));
}

qdr_status qdr_kernel_choose(const qdr_kernel *kernel,
                             const qdr_problem *problem, const qdr_mode *mode,
                             qdr_chosen *out_chosen, qdr_error *error)
{
    qdr_problem own = *problem;
    qdr_chosen fastest = {.kernel = NULL};
    double us = 0;

    own.values = NULL;
    for (const qdr_candidate *c = kernel->candidates; c->kernel != NULL; c++) {
        qdr_status status;
        if (!is_considered(kernel->candidates, c, problem, mode))
            continue;
        if (qdr_problem_is_ordered(problem) &&
            (c->kernel->flags & QDR_COMMUTATIVE) != 0)
            continue;
        status = qdr_kernel_predict(c->kernel, &own, &us, error);
        if (status != QDR_OK)
            return status;
        if (fastest.kernel == NULL || us < fastest.time_us * (1 - QDR_TIE))
            fastest =
                (qdr_chosen){c->kernel, mode != NULL ? *mode : c->mode, us};
    }
    *out_chosen = fastest;
    return QDR_OK;
}
