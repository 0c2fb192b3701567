/* workloads/partition/bisection.c -- see method.h. */

#include <stdlib.h>

#include "kernels/core/base/rng.h"
#include "workloads/partition/method.h"

typedef struct keyed {
    double key;
    int32_t vertex;
} keyed;

typedef struct bisection {
    const qdr_graph *graph;
    int procs;
    uint64_t seed;
    qdr_cut_keys *keys;
    void *context;
    int32_t *vertices; /* a part's are consecutive */
    double *key;       /* of vertices[i] */
    keyed *sorted;
    int *part;
} bisection;

static int by_key_then_vertex(const void *left, const void *right)
{
    const keyed *a = left, *b = right;

    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

/* Cuts the vertices that will become parts first..first+num_parts-1. */
static qdr_status cut_in_two(bisection *b, int first, int num_parts, int depth,
                             qdr_error *error)
{
    int64_t n = b->graph->num_vertices;
    int64_t begin = qdr_partition_share(n, b->procs, first);
    int64_t end = qdr_partition_share(n, b->procs, first + num_parts);
    qdr_cut cut = {
        .graph = b->graph,
        .vertices = b->vertices + begin,
        .count = end - begin,
        .num_left =
            qdr_partition_share(n, b->procs, first + num_parts / 2) - begin,
        .depth = depth,
        .seed = qdr_mix64(b->seed + (uint64_t)first * (uint64_t)b->procs +
                          (uint64_t)num_parts)};
    qdr_status status = b->keys(&cut, b->context, b->key, error);

    if (status != QDR_OK)
        return status;
    for (int64_t i = 0; i < cut.count; i++)
        b->sorted[i] = (keyed){b->key[i], cut.vertices[i]};
    qsort(b->sorted, (size_t)cut.count, sizeof *b->sorted, by_key_then_vertex);
    for (int64_t i = 0; i < cut.count; i++)
        b->vertices[begin + i] = b->sorted[i].vertex;
    return QDR_OK;
}

static qdr_status bisect(bisection *b, int first, int num_parts, int depth,
                         qdr_error *error)
{
    int64_t n = b->graph->num_vertices;
    int num_left = num_parts / 2;
    qdr_status status;

    if (num_parts == 1) {
        for (int64_t i = qdr_partition_share(n, b->procs, first);
             i < qdr_partition_share(n, b->procs, first + 1); i++)
            b->part[b->vertices[i]] = first;
        return QDR_OK;
    }
    status = cut_in_two(b, first, num_parts, depth, error);
    if (status == QDR_OK)
        status = bisect(b, first, num_left, depth + 1, error);
    if (status == QDR_OK)
        status =
            bisect(b, first + num_left, num_parts - num_left, depth + 1, error);
    return status;
}

qdr_status qdr_bisect(const qdr_graph *graph, int procs, uint64_t seed,
                      qdr_cut_keys *keys, void *context, int *part,
                      qdr_error *error)
{
    size_t n = (size_t)graph->num_vertices + 1;
    bisection b = {.graph = graph,
                   .procs = procs,
                   .seed = seed,
                   .keys = keys,
                   .context = context,
                   .vertices = malloc(n * sizeof *b.vertices),
                   .key = malloc(n * sizeof *b.key),
                   .sorted = malloc(n * sizeof *b.sorted),
                   .part = part};
    qdr_status status;

    if (b.vertices == NULL || b.key == NULL || b.sorted == NULL) {
        status = qdr_fail_memory(error, "a bisection");
    } else {
        for (int32_t v = 0; v < graph->num_vertices; v++)
            b.vertices[v] = v;
        status = bisect(&b, 0, procs, 0, error);
    }
    free(b.vertices);
    free(b.key);
    free(b.sorted);
    return status;
}
