/* kernels/auto/by_node.c -- see by_node.h. */
#include "kernels/auto/by_node.h"

#include "kernels/auto/node_groups.h"

static const qdr_kernel *kernel_of(const qdr_node_stage *of)
{
    return qdr_kernel_find_auto(of->collective);
}

/* Where a group's transfers are added. */
typedef struct adding {
    const qdr_node_groups *g;
    const qdr_node_stage *of;
    int node;
    int64_t round;
    qdr_schedule_builder *builder;
} adding;

/* Adds bytes `at` to `end` of the order of nodes. */
static qdr_status add_parts(const adding *to, qdr_transfer moved, int64_t at,
                            int64_t end, qdr_error *error)
{
    qdr_status status = QDR_OK;

    while (at < end && status == QDR_OK) {
        qdr_vector_interval part = qdr_node_parts_next(&to->g->parts, &at, end);
        moved.offset = part.begin;
        moved.bytes = part.end - part.begin;
        status = qdr_schedule_builder_add(to->builder, to->round, moved, error);
    }
    return status;
}

/* A transfer of a stage, whose bytes are those of a group's vector. */
static qdr_status add_bytes(const adding *to, const qdr_transfer *moved,
                            qdr_error *error)
{
    const qdr_node_groups *g = to->g;
    int64_t at = moved->offset, end = at + moved->bytes, begin, own, before;
    qdr_status status;

    if (to->of->vector == QDR_STAGE_WHOLE)
        return qdr_schedule_builder_add(to->builder, to->round, *moved, error);
    if (!to->of->is_inside)
        return add_parts(to, *moved, at, end, error);
    begin = g->parts.begin[g->nodes->rank_begin[to->node]];
    if (to->of->vector == QDR_STAGE_PARTS)
        return add_parts(to, *moved, begin + at, begin + end, error);
    /* Before the node's own parts, and behind them. */
    own = qdr_node_parts_bytes(&g->parts, to->node);
    before = end < begin ? end : begin;
    status = add_parts(to, *moved, at, before, error);
    if (status == QDR_OK)
        status = add_parts(to, *moved, own + (at > begin ? at : begin),
                           own + end, error);
    return status;
}

/* A transfer of the group, between its ranks. */
static qdr_status add_transfer(const adding *to, qdr_transfer moved,
                               qdr_error *error)
{
    const qdr_node_groups *g = to->g;
    bool is_inside = to->of->is_inside;

    moved.src = is_inside ? qdr_node_groups_rank(g, to->node, moved.src)
                          : g->leaders[moved.src];
    moved.dst = is_inside ? qdr_node_groups_rank(g, to->node, moved.dst)
                          : g->leaders[moved.dst];
    return add_bytes(to, &moved, error);
}

/* A message is its intervals in their order in the vector, which may be another
 * one than in the order of nodes. */
static void begin_message(struct qdr_piece *builder, int64_t count)
{
    struct qdr_piece *first = builder;

    for (int64_t i = 0; i < count; i++) {
        builder[i].transfer.joins = true;
        if (builder[i].transfer.offset < first->transfer.offset)
            first = &builder[i];
    }
    first->transfer.joins = false;
}

/* Round `to->round`, which is round i of the group. */
static qdr_status add_round(const adding *to, const qdr_schedule *made,
                            int64_t i, qdr_error *error)
{
    int64_t end = made->round_begin[i + 1], next, bytes;
    qdr_status status = QDR_OK;

    for (int64_t t = made->round_begin[i]; t < end && status == QDR_OK;
         t = next) {
        int64_t count = to->builder->count;
        next = qdr_message_end(made, t, end, &bytes);
        for (int64_t j = t; j < next && status == QDR_OK; j++)
            status = add_transfer(to, made->transfers[j], error);
        if (to->builder->count > count)
            begin_message(to->builder->items + count,
                          to->builder->count - count);
    }
    return status;
}

/* Adds a group's transfers from round `first` on, and raises the rounds of the
 * stage to its own. */
static qdr_status add_group(const qdr_node_groups *g, const qdr_node_stage *of,
                            int node, int64_t first, int64_t *num_rounds,
                            qdr_schedule_builder *builder, qdr_error *error)
{
    const qdr_problem own = qdr_node_groups_problem(g, of, node);
    bool is_needed = qdr_node_groups_have(g, of, node);
    qdr_schedule made = {0};
    qdr_status status = qdr_kernel_build(kernel_of(of), &own, &made, error);

    if (status == QDR_OK && made.num_rounds > *num_rounds)
        *num_rounds = made.num_rounds;
    for (int64_t i = 0; i < made.num_rounds && is_needed && status == QDR_OK;
         i++)
        status = add_round(&(adding){g, of, node, first + i, builder}, &made, i,
                           error);
    qdr_schedule_cleanup(&made);
    return status;
}

/* All groups of a stage. A part needs that of its rank, and the rounds of all,
 * which all ranks count alike. */
static qdr_status add_stage(const qdr_node_groups *g, const qdr_node_stage *of,
                            int64_t first, int64_t *num_rounds,
                            qdr_schedule_builder *builder, qdr_error *error)
{
    bool is_part = g->problem->view.is_part;
    int num_nodes = of->is_inside ? g->nodes->num_nodes : 1;
    qdr_status status = QDR_OK;

    for (int i = 0;
         of->is_inside && is_part && i < g->num_kinds && status == QDR_OK; i++)
        if (!qdr_node_groups_have(g, of, g->kinds[i]))
            status = add_group(g, of, g->kinds[i], first, num_rounds, builder,
                               error);
    for (int i = 0; i < num_nodes && status == QDR_OK; i++)
        if (!of->is_inside || qdr_node_groups_have(g, of, i))
            status = add_group(g, of, i, first, num_rounds, builder, error);
    return status;
}

qdr_status qdr_by_node_build(const qdr_problem *problem, qdr_schedule *schedule,
                             qdr_error *error)
{
    qdr_schedule_builder builder = {.forwards = true};
    int64_t first = 0;
    qdr_node_groups g;
    qdr_status status = qdr_node_groups_init(&g, problem, false, error);

    if (status != QDR_OK)
        return status;
    for (int i = 0; i < g.num_stages && status == QDR_OK; i++) {
        int64_t num_rounds = 0;
        status =
            add_stage(&g, &g.stages[i], first, &num_rounds, &builder, error);
        first += num_rounds;
    }
    if (problem->view.is_part)
        builder.num_rounds = first;
    qdr_node_groups_cleanup(&g);
    return qdr_schedule_builder_finish(&builder, status, problem->num_procs,
                                       schedule, error);
}

/* The groups of a stage that differ in cost; group k has node kinds[k]. */
static int count_kinds(const qdr_node_groups *g, const qdr_node_stage *of)
{
    return of->is_inside ? g->num_kinds : 1;
}

/* Nodes of several sizes may be in different rounds of their own: the rounds of
 * all sizes are a bound. */
qdr_status qdr_by_node_cost(const qdr_problem *problem, qdr_cost *out_cost,
                            qdr_error *error)
{
    qdr_cost sum = {0, 0, 0}, one = {0, 0, 0};
    qdr_node_groups g;
    qdr_status status = qdr_node_groups_init(&g, problem, false, error);

    if (status != QDR_OK)
        return status;
    for (int i = 0; i < g.num_stages; i++) {
        const qdr_node_stage *of = &g.stages[i];
        for (int k = 0; k < count_kinds(&g, of) && status == QDR_OK; k++) {
            const qdr_problem own = qdr_node_groups_problem(&g, of, g.kinds[k]);
            status = qdr_kernel_cost(kernel_of(of), &own, &one, error);
            sum.alpha += one.alpha;
            sum.beta += one.beta;
            sum.gamma += one.gamma;
        }
    }
    qdr_node_groups_cleanup(&g);
    if (status == QDR_OK)
        *out_cost = sum;
    return status;
}

qdr_status qdr_by_node_predict(const qdr_problem *problem, double *out_us,
                               qdr_error *error)
{
    double sum_us = 0, us = 0;
    qdr_node_groups g;
    qdr_status status = qdr_node_groups_init(&g, problem, true, error);

    if (status != QDR_OK)
        return status;
    for (int i = 0; i < g.num_stages; i++) {
        const qdr_node_stage *of = &g.stages[i];
        double slowest_us = 0;
        for (int k = 0; k < count_kinds(&g, of) && status == QDR_OK; k++) {
            const qdr_problem own = qdr_node_groups_problem(
                &g, of, qdr_node_groups_slowest(&g, of, k));
            status = qdr_kernel_predict(kernel_of(of), &own, &us, error);
            slowest_us = us > slowest_us ? us : slowest_us;
        }
        sum_us += slowest_us;
    }
    qdr_node_groups_cleanup(&g);
    if (status == QDR_OK)
        *out_us = sum_us;
    return status;
}

qdr_status qdr_by_node_shares(const qdr_problem *problem, bool *out,
                              qdr_error *error)
{
    qdr_node_groups g;
    qdr_chosen chosen;
    qdr_status status = qdr_node_groups_init(&g, problem, false, error);

    *out = false;
    if (status != QDR_OK)
        return status;
    for (int i = 0; i < g.num_stages && g.inside.shares_memory; i++)
        for (int k = 0; k < count_kinds(&g, &g.stages[i]); k++) {
            const qdr_problem own =
                qdr_node_groups_problem(&g, &g.stages[i], g.kinds[k]);
            if (status == QDR_OK)
                status = qdr_kernel_choose(kernel_of(&g.stages[i]), &own, NULL,
                                           &chosen, error);
            *out =
                *out || (status == QDR_OK && chosen.kernel->kind == QDR_SHARED);
        }
    qdr_node_groups_cleanup(&g);
    return status;
}
