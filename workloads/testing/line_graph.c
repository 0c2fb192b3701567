/* workloads/testing/line_graph.c -- see line_graph.h. */
#include "workloads/testing/line_graph.h"

#include <stdlib.h>

#include "kernels/testing/unit_test.h"

enum { MAX_VERTICES = 64 };

void qdr_line_graph_init(qdr_graph *graph, int num_vertices)
{
    qdr_edge edges[MAX_VERTICES];

    assert_in_range(num_vertices, 1, MAX_VERTICES);
    for (int i = 0; i + 1 < num_vertices; i++)
        edges[i] = (qdr_edge){i, i + 1};
    assert_ok(qdr_graph_init(graph, num_vertices, edges, num_vertices - 1, true,
                             NULL));
    graph->coordinates =
        calloc((size_t)num_vertices * 3, sizeof *graph->coordinates);
    assert_non_null(graph->coordinates);
    for (int i = 0; i < num_vertices; i++)
        graph->coordinates[3 * i] = i;
}
