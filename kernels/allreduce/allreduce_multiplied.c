/* kernels/allreduce/allreduce_multiplied.c -- the combination of all vectors to
 * all, by exchanges in groups of any size.
 *
 * Source:  [ruefenacht2017], there called recursive multiplying.
 * Idea:    the ranks are a grid of r1 x r2 x ... . In each round the ranks of a
 *          line along one dimension send all they have to each other, and
 *          combine it in the order of ranks, so that all have the same bits.
 *          With groups of 2 it is recursive doubling. Larger groups take fewer
 *          rounds, of more messages, which overlap where a rank is not busy for
 *          all of alpha. Ranks beyond the grid are folded onto neighbours
 *          (kernels/building_blocks/folding.h).
 * Cost:    T = m alpha + m n beta + c n gamma. m = sum (ri - 1), c = m if the
 *          grid has all ranks; else m has 2 more, and c 1 more. p ranks, n
 *          bytes; alpha s/message, beta s/byte, gamma s/byte combined.
 * Needs:   any p. Flags: none. Scratch: a vector, where a rank has none to work
 *          in, and one for each message of a round.
 * Example: p = 7, radix 3: 1 -> 0, then 0, 2, 3 and 4, 5, 6 are groups, then 0
 *          and 4, 2 and 5, 3 and 6, then 0 -> 1.
 */
#include "kernels/building_blocks/radix.h"
#include "kernels/building_blocks/rank_grid.h"
#include "kernels/kernel.h"

enum { RADIX };
static const qdr_parameter parameters[] = {
    [RADIX] = {.name = "radix",
               .plural = "radices",
               .summary = "ranks of the largest group; 0: the fastest here",
               .type = QDR_INTEGER,
               .default_value = "0",
               .min = 0,
               .max = QDR_MAX_PROCS},
    {0}};

static qdr_rank_grid grid_of(const qdr_problem *problem)
{
    return qdr_rank_grid_of(problem,
                            (int)qdr_values_integer(problem->values, RADIX));
}

static qdr_status check(const qdr_kernel *kernel, const qdr_problem *problem,
                        qdr_error *error)
{
    (void)kernel;
    return qdr_radix_check(qdr_values_integer(problem->values, RADIX),
                           problem->num_procs, error);
}

/* A vector, between two of the grid's ranks. */
static qdr_status add(const qdr_rank_grid *g, int64_t round, int src, int dst,
                      qdr_schedule_builder *builder, qdr_error *error)
{
    return qdr_schedule_builder_add(
        builder, round,
        (qdr_transfer){.src = qdr_folding_rank(&g->pairs, src),
                       .dst = qdr_folding_rank(&g->pairs, dst),
                       .bytes = g->pairs.problem->vector.bytes,
                       .num_blocks = 1,
                       .combines = true},
        error);
}

/* What one of the grid's ranks sends in a round; of a part, also what it
 * receives. */
static qdr_status add_rank(const qdr_rank_grid *g, int64_t round, int number,
                           int stride, int size, qdr_schedule_builder *builder,
                           qdr_error *error)
{
    int first = number - number / stride % size * stride;
    qdr_status status = QDR_OK;

    for (int i = 0; i < size && status == QDR_OK; i++) {
        int other = first + i * stride;
        if (other == number)
            continue;
        status = add(g, round, number, other, builder, error);
        if (g->pairs.problem->view.is_part && status == QDR_OK)
            status = add(g, round, other, number, builder, error);
    }
    return status;
}

/* The rounds of the grid, from round 1 on. */
static qdr_status add_grid(const qdr_rank_grid *g,
                           qdr_schedule_builder *builder, qdr_error *error)
{
    const qdr_problem *problem = g->pairs.problem;
    int own = qdr_folding_number(&g->pairs, problem->view.rank), stride = 1;
    qdr_status status = QDR_OK;

    for (int d = 0; d < g->num_dimensions && problem->vector.bytes > 0; d++) {
        for (int i = 0; i < g->num_ranks && status == QDR_OK; i++)
            if (!problem->view.is_part || i == own)
                status =
                    add_rank(g, d + 1, i, stride, g->size[d], builder, error);
        stride *= g->size[d];
    }
    return status;
}

static qdr_status build(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error)
{
    const qdr_rank_grid g = grid_of(problem);
    int64_t last = g.num_dimensions + 1;
    qdr_schedule_builder builder = {
        .forwards = true, .num_rounds = problem->view.is_part ? last + 1 : 0};
    qdr_status status = qdr_folding_add(&g.pairs, true, 0, &builder, error);

    if (status == QDR_OK)
        status = add_grid(&g, &builder, error);
    if (status == QDR_OK)
        status = qdr_folding_add(&g.pairs, false, last, &builder, error);
    return qdr_schedule_builder_finish(&builder, status, problem->num_procs,
                                       schedule, error);
}

static qdr_status cost(const qdr_problem *problem, qdr_cost *out_cost,
                       qdr_error *error)
{
    const qdr_rank_grid g = grid_of(problem);
    qdr_cost sum = {0};

    (void)error;
    for (int d = 0; d < g.num_dimensions && problem->vector.bytes > 0; d++)
        sum.alpha += g.size[d] - 1;
    sum.beta = sum.gamma = sum.alpha * problem->vector.bytes;
    qdr_folding_add_cost(&g.pairs, &sum);
    *out_cost = sum;
    return QDR_OK;
}

static qdr_status predict(const qdr_problem *problem, double *out_us,
                          qdr_error *error)
{
    (void)error;
    *out_us = grid_of(problem).time_us;
    return QDR_OK;
}

const qdr_kernel qdr_allreduce_multiplied = {
    .name = "allreduce_multiplied",
    .label = "Combine-to-all (recursive multiplying)",
    .collective = QDR_ALLREDUCE,
    .kind = QDR_COMBINING,
    .parameters = parameters,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_EXACT,
    .check = check,
    .build = build,
    .problem_cost = cost,
    .predict = predict,
};
