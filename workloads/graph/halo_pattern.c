/* workloads/graph/halo_pattern.c -- who sends how many vertices; see graph.h.
 *
 * Every rank's vertices are looked at together, and a neighbour is stamped with
 * the rank that has counted it: time in proportion to edges and messages, and
 * no memory of p * p.
 */
#include <stdlib.h>

#include "kernels/core/base/reserve.h"
#include "workloads/graph/graph.h"

typedef struct counting {
    int64_t unit;
    int32_t *members; /* vertices by part */
    int64_t *begin;   /* [procs + 1]: of each part's members */
    int *counted_for; /* [num_vertices]: rank that counted it last, or -1 */
    int64_t *from;    /* [procs]: vertices that the current rank receives */
    int *sources;     /* [procs]: those that it gets some from */
    qdr_message *messages;
    int64_t num_messages, capacity;
} counting;

static void cleanup(counting *c)
{
    free(c->members);
    free(c->begin);
    free(c->counted_for);
    free(c->from);
    free(c->sources);
    free(c->messages);
}

static qdr_status allocate(counting *c, const qdr_graph *graph, int procs,
                           qdr_error *error)
{
    size_t n = (size_t)graph->num_vertices + 1, p = (size_t)procs + 1;

    c->members = malloc(n * sizeof *c->members);
    c->begin = calloc(p + 1, sizeof *c->begin);
    c->counted_for = malloc(n * sizeof *c->counted_for);
    c->from = calloc(p, sizeof *c->from);
    c->sources = malloc(p * sizeof *c->sources);
    if (c->members == NULL || c->begin == NULL || c->counted_for == NULL ||
        c->from == NULL || c->sources == NULL)
        return qdr_fail_memory(error, "the halos of a graph");
    return QDR_OK;
}

/* Sorts the vertices by their parts. */
static qdr_status group(counting *c, const qdr_graph *graph, const int *part,
                        int procs, qdr_error *error)
{
    int64_t n = graph->num_vertices;

    for (int64_t v = 0; v < n; v++) {
        if (part[v] < 0 || part[v] >= procs)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "vertex %lld is in part %d; accepted: 0 to %d",
                            (long long)v, part[v], procs - 1);
        c->counted_for[v] = -1;
        c->begin[part[v] + 2]++;
    }
    for (int r = 0; r < procs; r++)
        c->begin[r + 1] += c->begin[r];
    for (int32_t v = 0; v < n; v++)
        c->members[c->begin[part[v] + 1]++] = v;
    return QDR_OK;
}

static qdr_status add_message(counting *c, int src, int dst, qdr_error *error)
{
    qdr_message message = {src, dst, 0}, *room;

    if (__builtin_mul_overflow(c->from[src], c->unit, &message.bytes))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%lld bytes for a vertex, of %lld; accepted: products "
                        "below 2^63",
                        (long long)c->unit, (long long)c->from[src]);
    room = qdr_reserve(c->messages, &c->capacity, c->num_messages + 1,
                       sizeof *room);
    if (room == NULL)
        return qdr_fail_memory(error, "the halos of a graph");
    c->messages = room;
    c->messages[c->num_messages++] = message;
    return QDR_OK;
}

/* Counts the vertices that `rank` receives, by source. */
static qdr_status count_for(counting *c, const qdr_graph *graph,
                            const int *part, int rank, qdr_error *error)
{
    int num_sources = 0;
    qdr_status status = QDR_OK;

    for (int64_t m = c->begin[rank]; m < c->begin[rank + 1]; m++) {
        int32_t v = c->members[m];
        for (int64_t i = graph->begin[v]; i < graph->begin[v + 1]; i++) {
            int32_t u = graph->neighbours[i];
            if (part[u] == rank || c->counted_for[u] == rank)
                continue;
            c->counted_for[u] = rank;
            if (c->from[part[u]]++ == 0)
                c->sources[num_sources++] = part[u];
        }
    }
    for (int i = 0; i < num_sources && status == QDR_OK; i++) {
        status = add_message(c, c->sources[i], rank, error);
        c->from[c->sources[i]] = 0;
    }
    return status;
}

qdr_status qdr_halo_pattern(const qdr_graph *graph, const int *part, int procs,
                            int64_t unit, qdr_pattern *pattern,
                            qdr_error *error)
{
    counting c = {.unit = unit};
    qdr_status status;

    if (procs < 1 || procs > QDR_MAX_PROCS)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%d processes; accepted: 1 to %d", procs,
                        QDR_MAX_PROCS);
    status = allocate(&c, graph, procs, error);
    if (status == QDR_OK)
        status = group(&c, graph, part, procs, error);
    for (int rank = 0; rank < procs && status == QDR_OK; rank++)
        status = count_for(&c, graph, part, rank, error);
    if (status == QDR_OK)
        status =
            qdr_pattern_init(pattern, procs, c.messages, c.num_messages, error);
    cleanup(&c);
    return status;
}
