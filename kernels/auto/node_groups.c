/* kernels/auto/node_groups.c -- see node_groups.h. */
#include "kernels/auto/node_groups.h"

#include <stdlib.h>

#include "kernels/core/network/network.h"

/* Of several nodes; one does it all. */
static const struct {
    int count;
    qdr_node_stage stages[QDR_MAX_NODE_STAGES];
} stages_of[QDR_NUM_COLLECTIVES] = {
    [QDR_BCAST] = {2,
                   {{QDR_BCAST, false, QDR_STAGE_WHOLE},
                    {QDR_BCAST, true, QDR_STAGE_WHOLE}}},
    [QDR_SCATTER] = {2,
                     {{QDR_SCATTER, false, QDR_STAGE_PARTS},
                      {QDR_SCATTER, true, QDR_STAGE_PARTS}}},
    [QDR_REDUCE] = {2,
                    {{QDR_REDUCE, true, QDR_STAGE_WHOLE},
                     {QDR_REDUCE, false, QDR_STAGE_WHOLE}}},
    [QDR_GATHER] = {2,
                    {{QDR_GATHER, true, QDR_STAGE_PARTS},
                     {QDR_GATHER, false, QDR_STAGE_PARTS}}},
    [QDR_ALLGATHER] = {3,
                       {{QDR_ALLGATHER, true, QDR_STAGE_PARTS},
                        {QDR_ALLGATHER, false, QDR_STAGE_PARTS},
                        {QDR_BCAST, true, QDR_STAGE_OTHERS}}},
    [QDR_ALLREDUCE] = {3,
                       {{QDR_REDUCE, true, QDR_STAGE_WHOLE},
                        {QDR_ALLREDUCE, false, QDR_STAGE_WHOLE},
                        {QDR_BCAST, true, QDR_STAGE_WHOLE}}},
    [QDR_REDUCE_SCATTER] = {3,
                            {{QDR_REDUCE, true, QDR_STAGE_WHOLE},
                             {QDR_REDUCE_SCATTER, false, QDR_STAGE_PARTS},
                             {QDR_SCATTER, true, QDR_STAGE_PARTS}}},
};

static bool has_parts(const qdr_node_groups *g)
{
    return g->parts.begin != NULL;
}

static void list_stages(qdr_node_groups *g, qdr_collective collective)
{
    g->num_stages = stages_of[collective].count;
    for (int i = 0; i < g->num_stages; i++)
        g->stages[i] = stages_of[collective].stages[i];
    if (g->nodes->num_nodes > 1)
        return;
    g->num_stages = 1;
    g->stages[0] = (qdr_node_stage){
        collective, true, has_parts(g) ? QDR_STAGE_PARTS : QDR_STAGE_WHOLE};
}

int qdr_node_groups_rank(const qdr_node_groups *g, int node, int member)
{
    return g->nodes->ranks[g->nodes->rank_begin[node] + member];
}

static int member_of(const qdr_node_groups *g, int rank)
{
    int member = 0;

    while (qdr_node_groups_rank(g, g->nodes->node_of[rank], member) != rank)
        member++;
    return member;
}

/* Whether two nodes do the same: that of the root begins at another member. */
static bool are_alike(const qdr_node_groups *g, int a, int b, bool is_rough)
{
    return qdr_node_map_size(g->nodes, a) == qdr_node_map_size(g->nodes, b) &&
           g->leaders[a] == qdr_node_groups_rank(g, a, 0) &&
           g->leaders[b] == qdr_node_groups_rank(g, b, 0) &&
           (is_rough || !has_parts(g) ||
            qdr_node_parts_are_alike(&g->parts, a, b));
}

static int64_t bytes_of(const qdr_node_groups *g, int node)
{
    return has_parts(g) ? qdr_node_parts_bytes(&g->parts, node) : 0;
}

static void list_kinds(qdr_node_groups *g, bool is_rough)
{
    for (int i = 0; i < g->nodes->num_nodes; i++) {
        int k = 0;
        while (k < g->num_kinds && !are_alike(g, g->kinds[k], i, is_rough))
            k++;
        if (k == g->num_kinds) {
            g->num_kinds++;
            g->kinds[k] = g->fewest[k] = i;
        }
        if (bytes_of(g, i) > bytes_of(g, g->kinds[k]))
            g->kinds[k] = i;
        if (bytes_of(g, i) < bytes_of(g, g->fewest[k]))
            g->fewest[k] = i;
    }
}

int qdr_node_groups_slowest(const qdr_node_groups *g, const qdr_node_stage *of,
                            int kind)
{
    return of->vector == QDR_STAGE_OTHERS ? g->fewest[kind] : g->kinds[kind];
}

void qdr_node_groups_cleanup(qdr_node_groups *g)
{
    qdr_node_map_cleanup(&g->made);
    qdr_node_parts_cleanup(&g->parts);
    free(g->room);
    free(g->leaders);
}

/* Rooms, and the leaders. */
static qdr_status find_leaders(qdr_node_groups *g, qdr_error *error)
{
    const qdr_problem *problem = g->problem;
    size_t count = (size_t)g->nodes->num_nodes;

    g->leaders = malloc(3 * count * sizeof *g->leaders);
    g->room = malloc(((size_t)problem->num_procs + 1) * sizeof *g->room);
    if (g->leaders == NULL || g->room == NULL)
        return qdr_fail_memory(error, "the leaders of nodes");
    g->kinds = g->leaders + count;
    g->fewest = g->kinds + count;
    for (int i = 0; i < g->nodes->num_nodes; i++)
        g->leaders[i] = qdr_node_groups_rank(g, i, 0);
    if (qdr_collective_has_root(problem->collective))
        g->leaders[g->nodes->node_of[problem->vector.root]] =
            problem->vector.root;
    return stages_of[problem->collective].stages[1].vector == QDR_STAGE_PARTS
               ? qdr_node_parts_init(&g->parts, problem, g->nodes, error)
               : QDR_OK;
}

/* Stages can be plans of their own (staged_plan.h) if one rank of each node
 * always leads, and a node's parts are one part. */
static bool can_share(const qdr_node_groups *g)
{
    for (int i = 0; i < g->nodes->num_nodes; i++)
        if (g->leaders[i] != qdr_node_groups_rank(g, i, 0))
            return false;
    for (int i = 0; has_parts(g) && i < g->problem->num_procs; i++)
        if (g->nodes->ranks[i] != i)
            return false;
    return g->nodes->num_nodes > 1;
}

qdr_status qdr_node_groups_init(qdr_node_groups *g, const qdr_problem *problem,
                                bool is_rough, qdr_error *error)
{
    const qdr_network *network = qdr_problem_network(problem);
    qdr_status status = QDR_OK;

    *g = (qdr_node_groups){.problem = problem,
                           .nodes = problem->nodes,
                           .inside = qdr_network_inside(network),
                           .between = qdr_network_between(network)};
    if (g->nodes == NULL) {
        status =
            qdr_network_place(network, problem->num_procs, &g->made, error);
        g->nodes = &g->made;
    }
    if (status == QDR_OK)
        status = find_leaders(g, error);
    if (status != QDR_OK) {
        qdr_node_groups_cleanup(g);
        return status;
    }
    list_stages(g, problem->collective);
    list_kinds(g, is_rough);
    g->inside.shares_memory = g->inside.shares_memory && can_share(g);
    /* So do leaders of groups of one node. */
    g->between.shares_memory = g->inside.shares_memory &&
                               problem->nodes != NULL &&
                               !qdr_network_has_levels(network);
    return QDR_OK;
}

bool qdr_node_groups_have(const qdr_node_groups *g, const qdr_node_stage *of,
                          int node)
{
    int rank = g->problem->view.rank;

    if (!g->problem->view.is_part)
        return true;
    return of->is_inside ? g->nodes->node_of[rank] == node
                         : g->leaders[g->nodes->node_of[rank]] == rank;
}

/* The bytes of a group's vector; its parts are in the room until the next
 * one's. */
static void take_vector(const qdr_node_groups *g, const qdr_node_stage *of,
                        int node, qdr_problem *own)
{
    own->vector.part_begin = NULL;
    if (of->vector == QDR_STAGE_OTHERS)
        own->vector.bytes -= qdr_node_parts_bytes(&g->parts, node);
    if (of->vector != QDR_STAGE_PARTS)
        return;
    if (of->is_inside)
        qdr_node_parts_of_node(&g->parts, node, g->room);
    else
        qdr_node_parts_of_leaders(&g->parts, g->room);
    own->vector.part_begin = g->room;
    own->vector.bytes = g->room[own->num_procs];
}

qdr_problem qdr_node_groups_problem(const qdr_node_groups *g,
                                    const qdr_node_stage *of, int node)
{
    qdr_problem own = *g->problem;
    int root = own.vector.root, rank = own.view.rank;
    bool has_root = qdr_collective_has_root(g->problem->collective);

    own.collective = of->collective;
    own.values = NULL;
    own.nodes = NULL;
    /* Ranks may describe the same data by elements of different lengths, which
     * they have compared only where they combine them. */
    if (!qdr_collective_combines(g->problem->collective))
        own.vector.element_bytes = 1;
    own.network = of->is_inside ? &g->inside : &g->between;
    own.num_procs =
        of->is_inside ? qdr_node_map_size(g->nodes, node) : g->nodes->num_nodes;
    own.view.rank = own.vector.root = 0;
    if (of->is_inside)
        own.vector.root = member_of(g, g->leaders[node]);
    else if (has_root)
        own.vector.root = g->nodes->node_of[root];
    if (g->problem->view.is_part && qdr_node_groups_have(g, of, node))
        own.view.rank =
            of->is_inside ? member_of(g, rank) : g->nodes->node_of[rank];
    take_vector(g, of, node, &own);
    return own;
}
