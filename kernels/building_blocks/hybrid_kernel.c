/* kernels/building_blocks/hybrid_kernel.c -- see hybrid_kernel.h. */
#include "kernels/building_blocks/hybrid_kernel.h"

#include <string.h>

#include "kernels/building_blocks/choice.h"
#include "kernels/building_blocks/hybrid_model.h"
#include "kernels/building_blocks/hybrid_schedule.h"

#define BEST "best"

enum { MESH, STRATEGY, TRAVERSAL, READY_MESSAGE };
const qdr_parameter qdr_hybrid_parameters[] = {
    [MESH] = {.name = "mesh",
              .plural = "meshes",
              .summary = "logical mesh, as 2x3x5; best: the fastest here",
              .type = QDR_TEXT,
              .default_value = BEST},
    [STRATEGY] = {.name = "strategy",
                  .plural = "strategies",
                  .summary = "what is done in each dimension, as SSMCC",
                  .type = QDR_TEXT,
                  .default_value = BEST},
    [TRAVERSAL] = {.name = "traversal",
                   .plural = "traversals",
                   .summary = "which dimensions come first: near or far "
                              "neighbours, rows and columns in turn, or what "
                              "suits the network",
                   .type = QDR_WORD,
                   .default_value = BEST,
                   .words = qdr_order_words},
    [READY_MESSAGE] = {.name = "ready_message",
                       .plural = "ready_messages",
                       .summary = "the receiver of a round of gather or "
                                  "combine-to-one first sends 0 bytes",
                       .type = QDR_WORD,
                       .default_value = "false",
                       .words = qdr_truths},
    {0}};

/* One line, if the order of ranks counts. */
static int columns_of(const qdr_problem *problem)
{
    return problem->vector.is_ordered
               ? 0
               : qdr_choice_columns(qdr_problem_network(problem),
                                    problem->num_procs);
}

/* That of the parameters; the best is near first, if the order of ranks counts.
 */
static qdr_order order_of(const qdr_problem *problem)
{
    qdr_order wanted =
        (qdr_order)qdr_values_integer(problem->values, TRAVERSAL);

    return problem->vector.is_ordered && wanted == QDR_BEST_ORDER
               ? QDR_NEAR_FIRST
               : qdr_choice_order(wanted, problem->collective,
                                  qdr_problem_network(problem));
}

/* The short or the long algorithm, through rows and columns. */
static qdr_hybrid make_pure(const qdr_problem *problem, bool is_long)
{
    int p = problem->num_procs;
    int columns = columns_of(problem);
    qdr_shape shape = {
        .num_dimensions = columns > 0 ? 2 : 1,
        .sizes = {columns > 0 ? columns : p, columns > 0 ? p / columns : 1},
        .columns = columns};
    qdr_hybrid hybrid;

    shape.num_long = is_long ? shape.num_dimensions : 0;
    qdr_hybrid_init(&hybrid, problem->collective, &shape);
    return hybrid;
}

static qdr_status fail_order(const char *mesh, const char *strategy,
                             qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "mesh: %.60s, strategy: %.60s, with an operator that does "
                    "not commute; accepted: traversal near, D in dimensions of "
                    "2, R in one dimension, as 2x2x5 and DDRGG, or " BEST,
                    mesh, strategy);
}

/* By the algorithm's parameters, or the fastest hybrid. */
static qdr_status make_hybrid(const qdr_problem *problem,
                              qdr_hybrid *out_hybrid, qdr_error *error)
{
    const char *mesh = qdr_values_text(problem->values, MESH);
    const char *strategy = qdr_values_text(problem->values, STRATEGY);
    bool is_best_mesh = strcmp(mesh, BEST) == 0;
    bool is_best_strategy = strcmp(strategy, BEST) == 0;
    qdr_shape shape = {.order = order_of(problem),
                       .columns = columns_of(problem)};
    const qdr_choice_input input = {.collective = problem->collective,
                                    .num_procs = problem->num_procs,
                                    .bytes = problem->vector.bytes,
                                    .order = shape.order,
                                    .network = qdr_problem_network(problem),
                                    .is_ordered = problem->vector.is_ordered};
    qdr_ranked best;
    qdr_hybrid hybrid;
    qdr_status status;

    if (is_best_mesh && !is_best_strategy)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "strategy: '%s' without a mesh; accepted: one with a "
                        "mesh, or " BEST,
                        strategy);
    if (is_best_mesh)
        status = qdr_choose(&input, &shape, error);
    else
        status =
            qdr_shape_read(&shape, problem->collective, problem->num_procs,
                           mesh, is_best_strategy ? NULL : strategy, error);
    if (status == QDR_OK && !is_best_mesh && is_best_strategy) {
        if (qdr_rank_hybrids(&input, &shape, &best, 1) == 0)
            return fail_order(mesh, strategy, error);
        shape = best.shape;
    }
    if (status != QDR_OK)
        return status;
    qdr_hybrid_init(&hybrid, problem->collective, &shape);
    if (problem->vector.is_ordered && !qdr_hybrid_is_ordered(&hybrid))
        return fail_order(mesh, strategy, error);
    hybrid.asks = qdr_values_integer(problem->values, READY_MESSAGE) != 0;
    *out_hybrid = hybrid;
    return QDR_OK;
}

qdr_status qdr_short_build(const qdr_problem *problem, qdr_schedule *schedule,
                           qdr_error *error)
{
    const qdr_hybrid hybrid = make_pure(problem, false);

    return qdr_hybrid_schedule(&hybrid, problem, schedule, error);
}

qdr_status qdr_short_cost(const qdr_problem *problem, qdr_cost *out_cost,
                          qdr_error *error)
{
    const qdr_hybrid hybrid = make_pure(problem, false);

    (void)error;
    *out_cost = qdr_hybrid_cost(&hybrid, problem);
    return QDR_OK;
}

qdr_status qdr_short_predict(const qdr_problem *problem, double *out_us,
                             qdr_error *error)
{
    const qdr_hybrid hybrid = make_pure(problem, false);

    (void)error;
    *out_us = qdr_model_time_us(&hybrid, qdr_problem_network(problem),
                                problem->vector.bytes);
    return QDR_OK;
}

qdr_status qdr_long_build(const qdr_problem *problem, qdr_schedule *schedule,
                          qdr_error *error)
{
    const qdr_hybrid hybrid = make_pure(problem, true);

    return qdr_hybrid_schedule(&hybrid, problem, schedule, error);
}

qdr_status qdr_long_cost(const qdr_problem *problem, qdr_cost *out_cost,
                         qdr_error *error)
{
    const qdr_hybrid hybrid = make_pure(problem, true);

    (void)error;
    *out_cost = qdr_hybrid_cost(&hybrid, problem);
    return QDR_OK;
}

qdr_status qdr_long_predict(const qdr_problem *problem, double *out_us,
                            qdr_error *error)
{
    const qdr_hybrid hybrid = make_pure(problem, true);

    (void)error;
    *out_us = qdr_model_time_us(&hybrid, qdr_problem_network(problem),
                                problem->vector.bytes);
    return QDR_OK;
}

qdr_status qdr_hybrid_check(const qdr_kernel *kernel,
                            const qdr_problem *problem, qdr_error *error)
{
    qdr_hybrid hybrid;

    (void)kernel;
    return make_hybrid(problem, &hybrid, error);
}

qdr_status qdr_hybrid_build(const qdr_problem *problem, qdr_schedule *schedule,
                            qdr_error *error)
{
    qdr_hybrid hybrid;
    qdr_status status = make_hybrid(problem, &hybrid, error);

    return status == QDR_OK
               ? qdr_hybrid_schedule(&hybrid, problem, schedule, error)
               : status;
}

qdr_status qdr_hybrid_cost_of(const qdr_problem *problem, qdr_cost *out_cost,
                              qdr_error *error)
{
    qdr_hybrid hybrid;
    qdr_status status = make_hybrid(problem, &hybrid, error);

    if (status == QDR_OK)
        *out_cost = qdr_hybrid_cost(&hybrid, problem);
    return status;
}

qdr_status qdr_hybrid_predict(const qdr_problem *problem, double *out_us,
                              qdr_error *error)
{
    qdr_hybrid hybrid;
    qdr_status status = make_hybrid(problem, &hybrid, error);

    if (status == QDR_OK)
        *out_us = qdr_model_time_us(&hybrid, qdr_problem_network(problem),
                                    problem->vector.bytes);
    return status;
}
