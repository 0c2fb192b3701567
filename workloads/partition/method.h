/* workloads/partition/method.h -- a method to partition the vertices of a
 * graph.
 *
 * Each is one file and one line of the table in partitioner.c.
 */
#ifndef QUADRILLE_WORKLOADS_PARTITION_METHOD_H
#define QUADRILLE_WORKLOADS_PARTITION_METHOD_H

#include "workloads/graph/partitioner.h"

/* Sets part[v] of every vertex to 0..procs-1; procs is 2 or more. */
typedef qdr_status qdr_partition_method(const qdr_graph *graph, int procs,
                                        uint64_t seed, int *part,
                                        qdr_error *error);

qdr_partition_method qdr_partition_strips, qdr_partition_rcb,
    qdr_partition_inertial, qdr_partition_spectral, qdr_partition_recursive,
    qdr_partition_kway;

typedef struct qdr_partition_entry {
    const char *name;
    qdr_partition_method *part;
    bool needs_coordinates;
} qdr_partition_entry;

/* qdr_partition_entry_find returns the method called `name`, or NULL. */
const qdr_partition_entry *qdr_partition_entry_find(const char *name);

/* qdr_partition_entry_count returns the number of methods. */
int qdr_partition_entry_count(void);

/* qdr_partition_share returns the first vertex of part `index` if `count`
 * vertices, in some order, are cut into `procs` parts of nearly equal size:
 * lengths differ by one at most. */
int64_t qdr_partition_share(int64_t count, int procs, int index);

/* qdr_partition_symmetrise makes a graph with each edge in both directions,
 * without coordinates. Release with qdr_graph_cleanup. */
qdr_status qdr_partition_symmetrise(const qdr_graph *graph,
                                    qdr_graph *symmetric, qdr_error *error);

#endif
