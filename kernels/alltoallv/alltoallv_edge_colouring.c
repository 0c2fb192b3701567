/* kernels/alltoallv/alltoallv_edge_colouring.c -- edge_colouring, the optimum.
 *
 * Source:  Koenig, Math. Ann. 77, 1916: the edges of a bipartite graph can be
 *          coloured with as many colours as its largest degree. Sources and
 *          destinations are the two sides, colours the rounds: what any
 *          one-port schedule can be held against.
 * Idea:    messages are coloured one after another. If no colour is free at
 *          both ends, take one free at the source and one free at the
 *          destination, and exchange the two along the path that starts with
 *          the former at the destination; it cannot reach the source.
 * Cost:    T <= D (alpha + beta L): exactly D rounds, each of at most the
 *          longest message. D largest degree, L bytes of the longest message;
 *          alpha s/message, beta s/byte. O(messages) memory;
 *          O(messages D p) time to make it, at worst: of a complete exchange
 *          0.7 s at p = 256, 10 s at p = 512.
 * Needs:   nothing (any p, zero counts allowed).  Flags: ONE_PORT, GLOBAL.
 *          Scratch: none.
 * Example: p = 3, 0 -> 1, 0 -> 2, 1 -> 2: 0 -> 1 and 1 -> 2 in round 1, 0 -> 2
 *          in round 2.
 */
#include <stdlib.h>

#include "kernels/kernel.h"

/* The graph: rank r as source is vertex r, as destination vertex p + r; the
 * edges of vertex v are edges[edge_begin[v]] .. edges[edge_begin[v + 1] - 1],
 * which are numbers of messages. */
typedef struct graph {
    const qdr_pattern *pattern;
    int64_t *colour; /* of each message; -1: none yet. The caller's. */
    int64_t *edges;
    int64_t *edge_begin; /* [2 p + 1] */
    int64_t *seen_by;    /* [D + 1]: the last search that saw a colour used */
    int64_t num_searches;
} graph;

static void cleanup(graph *g)
{
    free(g->edges);
    free(g->edge_begin);
    free(g->seen_by);
}

static int64_t vertex_of(const graph *g, int64_t message, bool is_dst)
{
    return is_dst ? g->pattern->num_procs + g->pattern->messages[message].dst
                  : g->pattern->messages[message].src;
}

/* Counting sort of both ends of every off-diagonal message. */
static void list_edges(graph *g)
{
    int64_t num_vertices = 2 * (int64_t)g->pattern->num_procs;

    for (int pass = 0; pass < 2; pass++) {
        for (int64_t m = g->pattern->num_messages - 1; m >= 0; m--) {
            g->colour[m] = -1;
            if (g->pattern->messages[m].src == g->pattern->messages[m].dst)
                continue;
            for (int is_dst = 0; is_dst < 2; is_dst++) {
                int64_t v = vertex_of(g, m, is_dst);
                if (pass == 0)
                    g->edge_begin[v]++;
                else
                    g->edges[--g->edge_begin[v]] = m;
            }
        }
        /* Counts become ends, which the second pass counts down to begins. */
        for (int64_t v = 1; pass == 0 && v <= num_vertices; v++)
            g->edge_begin[v] += g->edge_begin[v - 1];
    }
}

static qdr_status init(graph *g, const qdr_pattern *pattern, int64_t *colour,
                       int max_degree, qdr_error *error)
{
    size_t num_ends = 2 * (size_t)pattern->num_messages;

    *g = (graph){
        .pattern = pattern,
        .colour = colour,
        .edges = malloc((num_ends + 1) * sizeof *g->edges),
        .edge_begin =
            calloc(2 * (size_t)pattern->num_procs + 1, sizeof *g->edge_begin),
        .seen_by = calloc((size_t)max_degree + 1, sizeof *g->seen_by),
    };
    if (g->edges == NULL || g->edge_begin == NULL || g->seen_by == NULL) {
        cleanup(g);
        return qdr_fail_memory(error, "the graph of a pattern");
    }
    list_edges(g);
    return QDR_OK;
}

/* The lowest colour that no edge of v has; there is one below D. */
static int64_t free_colour(graph *g, int64_t v)
{
    int64_t search = ++g->num_searches;
    int64_t colour = 0;

    for (int64_t e = g->edge_begin[v]; e < g->edge_begin[v + 1]; e++)
        if (g->colour[g->edges[e]] >= 0)
            g->seen_by[g->colour[g->edges[e]]] = search;
    while (g->seen_by[colour] == search)
        colour++;
    return colour;
}

/* The edge of v that has the colour, or -1. */
static int64_t find(const graph *g, int64_t v, int64_t colour)
{
    for (int64_t e = g->edge_begin[v]; e < g->edge_begin[v + 1]; e++)
        if (g->colour[g->edges[e]] == colour)
            return g->edges[e];
    return -1;
}

/* Exchanges the two colours along the path that leaves destination v by an
 * edge of colour `first`; v is then free of it. */
static void exchange_colours(graph *g, int64_t v, int64_t first, int64_t second)
{
    int64_t edge = find(g, v, first);

    for (bool at_dst = false; edge >= 0; at_dst = !at_dst) {
        int64_t next = find(g, vertex_of(g, edge, at_dst), second);
        int64_t kept = first;
        g->colour[edge] = second;
        edge = next;
        first = second;
        second = kept;
    }
}

static qdr_status assign(const qdr_problem *problem, int64_t *round,
                         int64_t *out_num_rounds, qdr_error *error)
{
    const qdr_pattern *pattern = problem->pattern;
    qdr_pattern_stats stats;
    graph g;
    qdr_status status = qdr_pattern_get_stats(pattern, &stats, error);

    if (status == QDR_OK)
        status = init(&g, pattern, round, stats.max_degree, error);
    if (status != QDR_OK)
        return status;
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        int64_t src = vertex_of(&g, m, false), dst = vertex_of(&g, m, true);
        int64_t at_src, at_dst;
        if (pattern->messages[m].src == pattern->messages[m].dst)
            continue;
        at_src = free_colour(&g, src);
        at_dst = free_colour(&g, dst);
        if (at_src != at_dst)
            exchange_colours(&g, dst, at_src, at_dst);
        round[m] = at_src;
    }
    cleanup(&g);
    *out_num_rounds = stats.max_degree;
    return QDR_OK;
}

static qdr_cost cost(const qdr_pattern_stats *stats)
{
    return (qdr_cost){stats->max_degree, stats->max_degree * stats->max_bytes,
                      0};
}

const qdr_kernel qdr_alltoallv_edge_colouring = {
    .name = "edge_colouring",
    .label = "Edge colouring (optimum)",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DIRECT,
    .paper = "none",
    .section = "-",
    .flags = QDR_ONE_PORT | QDR_GLOBAL,
    .mode = {.kind = QDR_POSTED},
    .exactness = QDR_BOUND,
    .assign = assign,
    .cost = cost,
};
