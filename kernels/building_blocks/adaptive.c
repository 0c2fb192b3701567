/* kernels/building_blocks/adaptive.c -- see adaptive.h. */
#include "kernels/building_blocks/adaptive.h"

#include "kernels/building_blocks/folded.h"
#include "kernels/trees/postal_tree.h"

extern const qdr_kernel qdr_bcast_folded, qdr_bcast_postal;
extern const qdr_kernel qdr_reduce_folded, qdr_reduce_postal;

/* An algorithm, with its time. */
typedef struct candidate {
    const qdr_kernel *kernel;
    qdr_status (*time_us)(const qdr_problem *problem, double *out_us,
                          qdr_error *error);
} candidate;

enum { NUM_CANDIDATES = 2 };
static const candidate candidates[QDR_NUM_COLLECTIVES][NUM_CANDIDATES] = {
    [QDR_BCAST] = {{&qdr_bcast_folded, qdr_folded_time_us},
                   {&qdr_bcast_postal, qdr_postal_time_us}},
    [QDR_REDUCE] = {{&qdr_reduce_folded, qdr_folded_time_us},
                    {&qdr_reduce_postal, qdr_postal_time_us}},
};

/* The problem for a candidate, with its defaults. */
static qdr_problem problem_of(const qdr_kernel *kernel,
                              const qdr_problem *problem, qdr_values *room)
{
    qdr_problem own = *problem;

    own.values = NULL;
    return qdr_kernel_defaults(kernel, &own, room);
}

qdr_status qdr_adaptive_choose(const qdr_problem *problem,
                               const qdr_kernel **out_kernel, double *out_us,
                               qdr_error *error)
{
    const qdr_kernel *fastest = NULL;
    double fastest_us = 0;

    for (int i = 0; i < NUM_CANDIDATES; i++) {
        const candidate *tried = &candidates[problem->collective][i];
        qdr_values defaults;
        const qdr_problem own = problem_of(tried->kernel, problem, &defaults);
        double us;
        qdr_status status = tried->time_us(&own, &us, error);
        if (status != QDR_OK)
            return status;
        /* Equal sums may differ in their last digits. */
        if (fastest == NULL || us < fastest_us * (1 - 1e-9)) {
            fastest = tried->kernel;
            fastest_us = us;
        }
    }
    *out_kernel = fastest;
    *out_us = fastest_us;
    return QDR_OK;
}

qdr_status qdr_adaptive_build(const qdr_problem *problem,
                              qdr_schedule *schedule, qdr_error *error)
{
    const qdr_kernel *kernel;
    qdr_values defaults;
    double us;
    qdr_status status = qdr_adaptive_choose(problem, &kernel, &us, error);

    if (status == QDR_OK) {
        const qdr_problem own = problem_of(kernel, problem, &defaults);
        status = kernel->build(&own, schedule, error);
    }
    return status;
}

qdr_status qdr_adaptive_cost(const qdr_problem *problem, qdr_cost *out_cost,
                             qdr_error *error)
{
    const qdr_kernel *kernel;
    qdr_values defaults;
    double us;
    qdr_status status = qdr_adaptive_choose(problem, &kernel, &us, error);

    if (status == QDR_OK) {
        const qdr_problem own = problem_of(kernel, problem, &defaults);
        status = kernel->problem_cost(&own, out_cost, error);
    }
    return status;
}
