/* workloads/partition/bisection.h -- recursive bisection. */
#ifndef QUADRILLE_WORKLOADS_PARTITION_BISECTION_H
#define QUADRILLE_WORKLOADS_PARTITION_BISECTION_H

#include "workloads/graph/graph.h"

/* Some vertices of a graph. The first `num_left`, by keys, become one side of a
 * cut. */
typedef struct qdr_cut {
    const qdr_graph *graph;
    const int32_t *vertices; /* [count] */
    int64_t count, num_left;
    uint64_t seed; /* for this cut alone */
} qdr_cut;

/* Sets keys[i] of vertices[i]; `context` is the method's. */
typedef qdr_status qdr_cut_keys(const qdr_cut *cut, void *context, double *keys,
                                qdr_error *error);

/* qdr_bisect cuts a graph into `procs` parts, any number, by recursive
 * bisection: a part to be cut into q is cut as q/2 to the rest, vertices in the
 * same ratio, by key and then number. Parts differ by one vertex at most. */
qdr_status qdr_bisect(const qdr_graph *graph, int procs, uint64_t seed,
                      qdr_cut_keys *keys, void *context, int *part,
                      qdr_error *error);

#endif
