/* workloads/graph/graph_hash.c -- see graph.h. */
#include <string.h>

#include "kernels/core/base/rng.h"
#include "workloads/graph/graph.h"

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
