/* kernels/building_blocks/by_node.c -- see by_node.h. */
#include "kernels/building_blocks/by_node.h"

#include <stdlib.h>

#include "kernels/core/network_levels.h"
#include "kernels/core/network_mesh.h"

/* A step: what the ranks of each node do, or the leaders. */
typedef struct step {
    qdr_collective collective;
    bool is_inside;
} step;

enum { MAX_STEPS = 3 };

/* A problem, and its nodes. */
typedef struct grouping {
    const qdr_problem *problem;
    qdr_node_map made; /* if the problem has no map */
    const qdr_node_map *nodes;
    qdr_network inside, between;
    int *leaders; /* [num_nodes] */
    int *kinds;   /* [num_kinds]: a node of each size, and the root's */
    int num_kinds;
    step steps[MAX_STEPS];
    int num_steps;
} grouping;

static int list_steps(qdr_collective collective, int num_nodes, step *out)
{
    step all[] = {{QDR_REDUCE, true}, {collective, false}, {QDR_BCAST, true}};
    int first = collective == QDR_BCAST ? 1 : 0;
    int last = collective == QDR_REDUCE ? 1 : 2;

    if (num_nodes == 1) {
        out[0] = (step){collective, true};
        return 1;
    }
    for (int i = first; i <= last; i++)
        out[i - first] = all[i];
    return last - first + 1;
}

static int rank_of(const grouping *g, int node, int member)
{
    return g->nodes->ranks[g->nodes->rank_begin[node] + member];
}

static int member_of(const grouping *g, int rank)
{
    int member = 0;

    while (rank_of(g, g->nodes->node_of[rank], member) != rank)
        member++;
    return member;
}

/* One of each size, and the root's: it begins at another member. */
static void list_kinds(grouping *g, bool *is_listed)
{
    for (int i = 0; i < g->nodes->num_nodes; i++) {
        int size = qdr_node_map_size(g->nodes, i);
        if (is_listed[size] && g->leaders[i] == rank_of(g, i, 0))
            continue;
        is_listed[size] = true;
        g->kinds[g->num_kinds++] = i;
    }
}

static void cleanup(grouping *g)
{
    qdr_node_map_cleanup(&g->made);
    free(g->leaders);
}

static qdr_status begin(grouping *g, const qdr_problem *problem,
                        qdr_error *error)
{
    const qdr_network *network = qdr_problem_network(problem);
    qdr_status status = QDR_OK;
    bool *is_listed;
    size_t count;

    *g = (grouping){.problem = problem,
                    .nodes = problem->nodes,
                    .inside = qdr_network_inside(network),
                    .between = qdr_network_between(network)};
    if (g->nodes == NULL) {
        status =
            qdr_network_place(network, problem->num_procs, &g->made, error);
        g->nodes = &g->made;
    }
    if (status != QDR_OK)
        return status;
    count = (size_t)g->nodes->num_nodes;
    g->num_steps =
        list_steps(problem->collective, g->nodes->num_nodes, g->steps);
    is_listed = calloc((size_t)g->nodes->max_ranks + 1, sizeof *is_listed);
    g->leaders = malloc(2 * count * sizeof *g->leaders);
    if (is_listed == NULL || g->leaders == NULL) {
        free(is_listed);
        cleanup(g);
        return qdr_fail_memory(error, "the leaders of nodes");
    }
    g->kinds = g->leaders + count;
    for (int i = 0; i < g->nodes->num_nodes; i++)
        g->leaders[i] = rank_of(g, i, 0);
    if (qdr_collective_has_root(problem->collective))
        g->leaders[g->nodes->node_of[problem->root]] = problem->root;
    list_kinds(g, is_listed);
    free(is_listed);
    return QDR_OK;
}

/* Whether the problem's rank is in the group of a step; a whole problem has all
 * ranks. */
static bool is_among(const grouping *g, const step *of, int node)
{
    int rank = g->problem->rank;

    if (!g->problem->is_part)
        return true;
    return of->is_inside ? g->nodes->node_of[rank] == node
                         : g->leaders[g->nodes->node_of[rank]] == rank;
}

/* The step of one group: of a node, or of the leaders. A part is that of the
 * problem's rank, or of any rank outside. */
static qdr_problem problem_of(const grouping *g, const step *of, int node)
{
    qdr_problem own = *g->problem;
    int root = own.root, rank = own.rank;
    bool has_root = qdr_collective_has_root(g->problem->collective);

    own.collective = of->collective;
    own.values = NULL;
    own.nodes = NULL;
    own.network = of->is_inside ? &g->inside : &g->between;
    own.num_procs =
        of->is_inside ? qdr_node_map_size(g->nodes, node) : g->nodes->num_nodes;
    own.rank = own.root = 0;
    if (of->is_inside)
        own.root = member_of(g, g->leaders[node]);
    else if (has_root)
        own.root = g->nodes->node_of[root];
    if (g->problem->is_part && is_among(g, of, node))
        own.rank = of->is_inside ? member_of(g, rank) : g->nodes->node_of[rank];
    return own;
}

static const qdr_kernel *kernel_of(const step *of)
{
    return qdr_kernel_find_auto(of->collective);
}

/* Adds a group's transfers from round `first` on, and raises the rounds of the
 * step to its own. */
static qdr_status add_group(const grouping *g, const step *of, int node,
                            int64_t first, int64_t *num_rounds,
                            qdr_pieces *pieces, qdr_error *error)
{
    const qdr_problem own = problem_of(g, of, node);
    bool is_needed = is_among(g, of, node);
    qdr_schedule made = {0};
    qdr_status status = qdr_kernel_build(kernel_of(of), &own, &made, error);

    if (status == QDR_OK && made.num_rounds > *num_rounds)
        *num_rounds = made.num_rounds;
    for (int64_t i = 0; i < made.num_rounds && is_needed; i++)
        for (int64_t t = made.round_begin[i];
             t < made.round_begin[i + 1] && status == QDR_OK; t++) {
            qdr_transfer moved = made.transfers[t];
            moved.src = of->is_inside ? rank_of(g, node, moved.src)
                                      : g->leaders[moved.src];
            moved.dst = of->is_inside ? rank_of(g, node, moved.dst)
                                      : g->leaders[moved.dst];
            status = qdr_pieces_add(pieces, first + i, moved, error);
        }
    qdr_schedule_cleanup(&made);
    return status;
}

/* All groups of a step. A part needs that of its rank, and the rounds of all,
 * which all ranks count alike. */
static qdr_status add_step(const grouping *g, const step *of, int64_t first,
                           int64_t *num_rounds, qdr_pieces *pieces,
                           qdr_error *error)
{
    bool is_part = g->problem->is_part;
    int num_nodes = of->is_inside ? g->nodes->num_nodes : 1;
    qdr_status status = QDR_OK;

    for (int i = 0;
         of->is_inside && is_part && i < g->num_kinds && status == QDR_OK; i++)
        if (!is_among(g, of, g->kinds[i]))
            status =
                add_group(g, of, g->kinds[i], first, num_rounds, pieces, error);
    for (int i = 0; i < num_nodes && status == QDR_OK; i++)
        if (!of->is_inside || is_among(g, of, i))
            status = add_group(g, of, i, first, num_rounds, pieces, error);
    return status;
}

qdr_status qdr_by_node_build(const qdr_problem *problem, qdr_schedule *schedule,
                             qdr_error *error)
{
    qdr_pieces pieces = {.forwards = true};
    int64_t first = 0;
    grouping g;
    qdr_status status = begin(&g, problem, error);

    if (status != QDR_OK)
        return status;
    for (int i = 0; i < g.num_steps && status == QDR_OK; i++) {
        int64_t num_rounds = 0;
        status = add_step(&g, &g.steps[i], first, &num_rounds, &pieces, error);
        first += num_rounds;
    }
    if (problem->is_part)
        pieces.num_rounds = first;
    cleanup(&g);
    return qdr_pieces_finish(&pieces, status, problem->num_procs, schedule,
                             error);
}

/* The groups of a step that differ in cost; group k has node kinds[k]. */
static int count_kinds(const grouping *g, const step *of)
{
    return of->is_inside ? g->num_kinds : 1;
}

/* Nodes of several sizes may be in different rounds of their own: the rounds of
 * all sizes are a bound. */
qdr_status qdr_by_node_cost(const qdr_problem *problem, qdr_cost *out_cost,
                            qdr_error *error)
{
    qdr_cost sum = {0, 0, 0}, one = {0, 0, 0};
    grouping g;
    qdr_status status = begin(&g, problem, error);

    if (status != QDR_OK)
        return status;
    for (int i = 0; i < g.num_steps; i++) {
        const step *of = &g.steps[i];
        for (int k = 0; k < count_kinds(&g, of) && status == QDR_OK; k++) {
            const qdr_problem own = problem_of(&g, of, g.kinds[k]);
            status = qdr_kernel_cost(kernel_of(of), &own, &one, error);
            sum.alpha += one.alpha;
            sum.beta += one.beta;
            sum.gamma += one.gamma;
        }
    }
    cleanup(&g);
    if (status == QDR_OK)
        *out_cost = sum;
    return status;
}

qdr_status qdr_by_node_predict(const qdr_problem *problem, double *out_us,
                               qdr_error *error)
{
    double sum_us = 0, us = 0;
    grouping g;
    qdr_status status = begin(&g, problem, error);

    if (status != QDR_OK)
        return status;
    for (int i = 0; i < g.num_steps; i++) {
        const step *of = &g.steps[i];
        double slowest_us = 0;
        for (int k = 0; k < count_kinds(&g, of) && status == QDR_OK; k++) {
            const qdr_problem own = problem_of(&g, of, g.kinds[k]);
            status = qdr_kernel_predict(kernel_of(of), &own, &us, error);
            slowest_us = us > slowest_us ? us : slowest_us;
        }
        sum_us += slowest_us;
    }
    cleanup(&g);
    if (status == QDR_OK)
        *out_us = sum_us;
    return status;
}
