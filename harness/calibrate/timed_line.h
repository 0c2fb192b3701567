/* harness/calibrate/timed_line.h -- the ranks that a calibration times.
 *
 * Pure. They are in places 0, 1, ... of a line, whose first half faces the
 * second. Of several nodes it takes equally many ranks each, node after node,
 * and an even number of nodes: then ranks that face each other are on different
 * nodes.
 */
#ifndef QUADRILLE_HARNESS_CALIBRATE_TIMED_LINE_H
#define QUADRILLE_HARNESS_CALIBRATE_TIMED_LINE_H

#include "kernels/core/problem/problem.h"

/* The ranks that take part in a timing, in a line across the nodes. */
typedef struct qdr_timed_line {
    int size;
    int node_ranks; /* that it takes of each node; 1: there are no levels */
    int place;      /* of this rank; `size` if it is not in the line */
} qdr_timed_line;

/* qdr_timed_line_of_nodes returns the line as the rank sees it, which need not
 * be on the map. Rank 0 is in place 0. */
qdr_timed_line qdr_timed_line_of_nodes(const qdr_node_map *nodes, int rank);

#endif
