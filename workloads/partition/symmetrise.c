/* workloads/partition/symmetrise.c -- what methods of undirected graphs take:
 * a directed edge is one to cut whichever way it goes.
 */
#include <stdlib.h>

#include "workloads/partition/method.h"

qdr_status qdr_partition_symmetrise(const qdr_graph *graph,
                                    qdr_graph *symmetric, qdr_error *error)
{
    int64_t num_edges = graph->begin[graph->num_vertices];
    qdr_edge *edges = malloc(((size_t)num_edges + 1) * sizeof *edges);
    qdr_status status;

    if (edges == NULL)
        return qdr_fail_memory(error, "a symmetric graph");
    for (int32_t v = 0; v < graph->num_vertices; v++)
        for (int64_t i = graph->begin[v]; i < graph->begin[v + 1]; i++)
            edges[i] = (qdr_edge){v, graph->neighbours[i]};
    status = qdr_graph_init(symmetric, graph->num_vertices, edges, num_edges,
                            true, error);
    free(edges);
    return status;
}
