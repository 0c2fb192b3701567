/* kernels/alltoallv/edge_colouring/alltoallv_edge_colouring.c --
 * edge_colouring, the optimum.
 *
 * Source:  [koenig1916]: the edges of a bipartite graph can be coloured with as
 *          many colours as its largest degree. Sources and destinations are the
 *          two sides, colours the rounds: the lower bound for every one-port
 *          schedule. In time as [gabow1982].
 * Idea:    D is the largest degree. The edges are split so that each part has
 *          half of every vertex's edges. The first part is coloured; the edges
 *          of its last colours move to the second, until that has a power of
 *          two as degree, and halving alone colours it. An odd D then has one
 *          colour too many: the rarest is dropped, and its edges are coloured
 *          anew.
 * Cost:    T <= D (alpha + beta L): exactly D rounds, each of at most the
 *          longest message. D largest degree, L bytes of the longest message;
 *          alpha s/message, beta s/byte. O(messages) memory; to make it,
 *          O(messages log D) time for a D that is a power of two; for others,
 *          in random patterns, O(messages log p).
 * Needs:   nothing (any p, zero counts allowed).  Flags: ONE_PORT, GLOBAL.
 *          Scratch: none.
 * Example: p = 3, 0 -> 1, 0 -> 2, 1 -> 2: 0 -> 1 and 1 -> 2 in round 0, 0 -> 2
 *          in round 1.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/alltoallv/edge_colouring/recolour.h"
#include "kernels/building_blocks/direct_model.h"
#include "kernels/kernel.h"

typedef struct graph {
    qdr_colour_edge *edges; /* [count], in an order that splits change */
    int count, num_procs;
    qdr_split_room room;
    int64_t *colour; /* of each message; the caller's */
} graph;

static void cleanup(graph *g)
{
    for (int side = 0; side < 2; side++) {
        free(g->room.last[side]);
    }
    free(g->room.of);
    free(g->room.moved);
    free(g->edges);
}

static bool allocate(graph *g, size_t num_procs, size_t num_messages)
{
    bool is_good = true;

    for (int side = 0; side < 2; side++) {
        g->room.last[side] = malloc(num_procs * sizeof(int));
        is_good = is_good && g->room.last[side] != NULL;
    }
    g->room.of = malloc((num_messages + 1) * sizeof *g->room.of);
    g->room.moved = malloc((num_messages + 1) * sizeof(qdr_colour_edge));
    g->edges = malloc((num_messages + 1) * sizeof(qdr_colour_edge));
    return is_good && g->room.of != NULL && g->room.moved != NULL &&
           g->edges != NULL;
}

static qdr_status init(graph *g, const qdr_pattern *pattern, int64_t *colour,
                       qdr_error *error)
{
    *g = (graph){.colour = colour, .num_procs = pattern->num_procs};
    if (pattern->num_messages >= INT_MAX)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%lld messages; accepted: less than %d",
                        (long long)pattern->num_messages, INT_MAX);
    if (!allocate(g, (size_t)pattern->num_procs,
                  (size_t)pattern->num_messages)) {
        cleanup(g);
        return qdr_fail_memory(error, "the graph of a pattern");
    }
    for (int m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        colour[m] = -1; /* a local copy */
        if (message.src != message.dst)
            g->edges[g->count++] =
                (qdr_colour_edge){{message.src, message.dst}, m};
    }
    return QDR_OK;
}

/* The max number of edges that meet in a vertex; leaves `last` as splitting
 * needs it. */
static int max_degree(graph *g)
{
    int max = 0;

    for (int side = 0; side < 2; side++) {
        int *degree = g->room.last[side];
        memset(degree, 0, (size_t)g->num_procs * sizeof *degree);
        for (int e = 0; e < g->count; e++)
            if (++degree[g->edges[e].ends[side]] > max)
                max = degree[g->edges[e].ends[side]];
        for (int v = 0; v < g->num_procs; v++)
            degree[v] = -1;
    }
    return max;
}

/* Edges begin .. begin + count - 1 of the graph. */
typedef struct part {
    int begin, count;
} part;

/* Moves edges with a colour of `min` or more behind the others of the part
 * and returns how many are in front. */
static int give_back(graph *g, part of, int64_t min)
{
    for (int e = 0; e < of.count; e++)
        g->room.of[e].half = g->colour[g->edges[of.begin + e].message] >= min;
    return qdr_partition(g->edges + of.begin, of.count, &g->room);
}

/* Gives the edges of a part, no more than `degree` of which meet in a vertex,
 * the colours first .. first + degree - 1. */
static qdr_status colour_part(graph *g, part of, int64_t degree, int64_t first,
                              qdr_error *error)
{
    int64_t half = (degree + 1) / 2, power = 1;
    int kept;
    qdr_status status;

    if (degree <= 1) {
        for (int e = 0; e < of.count; e++)
            g->colour[g->edges[of.begin + e].message] = first;
        return QDR_OK;
    }
    kept = qdr_euler_split(g->edges + of.begin, of.count, &g->room);
    status = colour_part(g, (part){of.begin, kept}, half, first, error);
    while (power < half)
        power *= 2;
    if (power > half)
        kept = give_back(g, (part){of.begin, kept}, first + 2 * half - power);
    if (status == QDR_OK)
        status = colour_part(g, (part){of.begin + kept, of.count - kept}, power,
                             first + 2 * half - power, error);
    if (status == QDR_OK && degree % 2 == 1)
        status = qdr_colour_drop(&(qdr_coloured){g->edges + of.begin, of.count,
                                                 g->num_procs, degree, first,
                                                 g->colour},
                                 error);
    return status;
}

static qdr_status assign(const qdr_problem *problem, int64_t *round,
                         qdr_assigned *out_assigned, qdr_error *error)
{
    graph g;
    qdr_status status = init(&g, problem->messages.pattern, round, error);

    if (status != QDR_OK)
        return status;
    out_assigned->num_rounds = max_degree(&g);
    status =
        colour_part(&g, (part){0, g.count}, out_assigned->num_rounds, 0, error);
    cleanup(&g);
    return status;
}

static qdr_cost cost(const qdr_pattern_stats *stats)
{
    return (qdr_cost){stats->max_degree, stats->max_degree * stats->max_bytes,
                      0};
}

/* Nothing meets, which matters where a crowd loses packets. */
static bool suits(const qdr_problem *problem)
{
    return qdr_problem_network(problem)->crowd_us > 0;
}

const qdr_kernel qdr_alltoallv_edge_colouring = {
    .name = "edge_colouring",
    .label = "Edge colouring (optimum)",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DIRECT,
    .flags = QDR_ONE_PORT | QDR_GLOBAL,
    .mode = {.kind = QDR_POSTED},
    .exactness = QDR_BOUND,
    .assign = assign,
    .cost = cost,
    .predict = qdr_rounds_predict,
    .suits = suits,
};
