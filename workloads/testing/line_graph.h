/* workloads/testing/line_graph.h -- a graph whose partitions are known. */
#ifndef QUADRILLE_WORKLOADS_TESTING_LINE_GRAPH_H
#define QUADRILLE_WORKLOADS_TESTING_LINE_GRAPH_H

#include "workloads/graph/graph.h"

/* qdr_line_graph_init makes 1 to 64 points on a line, at x = 0, 1, ..., each
 * connected to the next; if it cannot, the test fails. Release with
 * qdr_graph_cleanup. */
void qdr_line_graph_init(qdr_graph *graph, int num_vertices);

#endif
