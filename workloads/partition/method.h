/* workloads/partition/method.h -- methods to partition the vertices of a graph,
 * and what they share.
 *
 * Each is one file and one line of the table in partitioner.c. A file
 * *_absent.c replaces the one that uses a library where the library is absent:
 * its functions refuse.
 */
#ifndef QUADRILLE_WORKLOADS_PARTITION_METHOD_H
#define QUADRILLE_WORKLOADS_PARTITION_METHOD_H

#include "workloads/graph/partitioner.h"

/* Sets part[v] of every vertex to 0..procs-1; procs is 2 or more. */
typedef qdr_status qdr_partition_method(const qdr_graph *graph, int procs,
                                        uint64_t seed, int *part,
                                        qdr_error *error);

qdr_partition_method qdr_partition_strips, qdr_partition_rcb,
    qdr_partition_rcb_xyz, qdr_partition_inertial, qdr_partition_spectral,
    qdr_partition_recursive, qdr_partition_kway;

/* A row of the table of methods. */
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

/* Some vertices of a graph. The first `num_left`, by keys, become one side of a
 * cut. */
typedef struct qdr_cut {
    const qdr_graph *graph;
    const int32_t *vertices; /* [count] */
    int64_t count, num_left;
    int depth;     /* cuts above this one */
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

/* qdr_fiedler sets vector[0..n-1] to the eigenvector of the second smallest
 * eigenvalue of the Laplacian D - A of a symmetric, connected graph: of length
 * 1, its largest entry positive. `seed` determines the start of the search. For
 * a graph of 1 vertex it is 0. */
qdr_status qdr_fiedler(const qdr_graph *graph, uint64_t seed, double *vector,
                       qdr_error *error);

/* qdr_fiedler_iterate finds it, by ARPACK, but for its sign, in a graph of many
 * vertices, whose Laplacian has no eigenvalue above `bound`. */
qdr_status qdr_fiedler_iterate(const qdr_graph *graph, double bound,
                               uint64_t seed, double *vector, qdr_error *error);

/* qdr_jacobi finds the eigenvalues and eigenvectors of a symmetric matrix of
 * `n` rows, matrix[n * i + j]. On return eigenvalue k is matrix[n * k + k], in
 * no order, and its vector, of length 1, vectors[n * i + k], i = 0..n-1; the
 * rest of the matrix is overwritten. */
void qdr_jacobi(int n, double *matrix, double *vectors);

#endif
