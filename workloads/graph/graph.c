/* workloads/graph/graph.c -- see graph.h.
 *
 * The lists come from two counting sorts, by the neighbour and then by the
 * vertex, so they are in order after a time in proportion to the edges.
 */
#include "workloads/graph/graph.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/rng.h"

static qdr_status check(int64_t num_vertices, const qdr_edge *edges,
                        int64_t num_edges, qdr_error *error)
{
    if (num_vertices < 0 || num_vertices > QDR_MAX_VERTICES)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%" PRId64 " vertices; accepted: 0 to %d", num_vertices,
                        QDR_MAX_VERTICES);
    for (int64_t e = 0; e < num_edges; e++)
        if (edges[e].from < 0 || edges[e].from >= num_vertices ||
            edges[e].to < 0 || edges[e].to >= num_vertices)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "edge %" PRId32 " -> %" PRId32
                            "; accepted: vertices 0 to %" PRId64,
                            edges[e].from, edges[e].to, num_vertices - 1);
    return QDR_OK;
}

/* Lists of numbers, one a vertex: those of v begin at begin[v]. */
typedef struct lists {
    int64_t *begin; /* [num_vertices + 1] */
    int64_t *end;   /* [num_vertices]: so far */
    int32_t *items;
} lists;

static void lists_cleanup(lists *all)
{
    free(all->begin);
    free(all->end);
    free(all->items);
}

/* Makes empty lists with room for count[v + 1] items each; `count` becomes
 * their begin. */
static qdr_status lists_init(lists *all, int64_t *count, int64_t num_vertices,
                             qdr_error *error)
{
    all->begin = count;
    for (int64_t v = 0; v < num_vertices; v++)
        count[v + 1] += count[v];
    all->end = malloc(((size_t)num_vertices + 1) * sizeof *all->end);
    all->items = malloc(((size_t)count[num_vertices] + 1) * sizeof *all->items);
    if (all->end == NULL || all->items == NULL)
        return qdr_fail_memory(error, "a graph");
    for (int64_t v = 0; v < num_vertices; v++)
        all->end[v] = count[v];
    return QDR_OK;
}

static void append(lists *all, int32_t v, int32_t item)
{
    all->items[all->end[v]++] = item;
}

/* Of every vertex, those that it is a neighbour of. */
static qdr_status gather_reversed(lists *reversed, int64_t num_vertices,
                                  const qdr_edge *edges, int64_t num_edges,
                                  bool is_symmetric, qdr_error *error)
{
    int64_t *count = calloc((size_t)num_vertices + 1, sizeof *count);
    qdr_status status;

    if (count == NULL)
        return qdr_fail_memory(error, "a graph");
    for (int64_t e = 0; e < num_edges; e++) {
        count[edges[e].to + 1]++;
        if (is_symmetric)
            count[edges[e].from + 1]++;
    }
    status = lists_init(reversed, count, num_vertices, error);
    for (int64_t e = 0; e < num_edges && status == QDR_OK; e++) {
        append(reversed, edges[e].to, edges[e].from);
        if (is_symmetric)
            append(reversed, edges[e].from, edges[e].to);
    }
    return status;
}

/* Neighbours are visited in ascending order, because the vertices are. */
static qdr_status gather(lists *neighbours, const lists *reversed,
                         int64_t num_vertices, qdr_error *error)
{
    int64_t *count = calloc((size_t)num_vertices + 1, sizeof *count);
    qdr_status status;

    if (count == NULL)
        return qdr_fail_memory(error, "a graph");
    for (int64_t i = 0; i < reversed->begin[num_vertices]; i++)
        count[reversed->items[i] + 1]++;
    status = lists_init(neighbours, count, num_vertices, error);
    for (int32_t u = 0; u < num_vertices && status == QDR_OK; u++)
        for (int64_t i = reversed->begin[u]; i < reversed->begin[u + 1]; i++) {
            int32_t v = reversed->items[i];
            int64_t end = neighbours->end[v];
            bool is_repeated =
                end > neighbours->begin[v] && neighbours->items[end - 1] == u;
            if (v != u && !is_repeated)
                append(neighbours, v, u);
        }
    return status;
}

/* Closes the gaps that repeated edges and loops left. */
static void compact(lists *all, int64_t num_vertices)
{
    int64_t length = 0;

    for (int64_t v = 0; v < num_vertices; v++) {
        int64_t begin = length;
        for (int64_t i = all->begin[v]; i < all->end[v]; i++)
            all->items[length++] = all->items[i];
        all->begin[v] = begin;
    }
    all->begin[num_vertices] = length;
}

qdr_status qdr_graph_init(qdr_graph *graph, int64_t num_vertices,
                          const qdr_edge *edges, int64_t num_edges,
                          bool is_symmetric, qdr_error *error)
{
    lists reversed = {0}, neighbours = {0};
    qdr_status status = check(num_vertices, edges, num_edges, error);

    if (status == QDR_OK)
        status = gather_reversed(&reversed, num_vertices, edges, num_edges,
                                 is_symmetric, error);
    if (status == QDR_OK)
        status = gather(&neighbours, &reversed, num_vertices, error);
    if (status == QDR_OK) {
        compact(&neighbours, num_vertices);
        *graph = (qdr_graph){.num_vertices = num_vertices,
                             .begin = neighbours.begin,
                             .neighbours = neighbours.items};
        neighbours = (lists){.end = neighbours.end};
    }
    lists_cleanup(&reversed);
    lists_cleanup(&neighbours);
    return status;
}

void qdr_graph_cleanup(qdr_graph *graph)
{
    free(graph->begin);
    free(graph->neighbours);
    free(graph->coordinates);
    *graph = (qdr_graph){0};
}

uint64_t qdr_graph_hash(const qdr_graph *graph)
{
    const int64_t n = graph->num_vertices;
    uint64_t hash = (uint64_t)n, bits;

    for (int64_t v = 0; v < n; v++) {
        hash = qdr_mix64(hash + (uint64_t)graph->begin[v + 1]);
        for (int64_t i = graph->begin[v]; i < graph->begin[v + 1]; i++)
            hash = qdr_mix64(hash + (uint64_t)graph->neighbours[i]);
    }
    for (int64_t i = 0; graph->coordinates != NULL && i < 3 * n; i++) {
        memcpy(&bits, &graph->coordinates[i], sizeof bits);
        hash = qdr_mix64(hash + bits);
    }
    return hash;
}
