/* workloads/graph/graph.h -- dependences between vertices, and their owners.
 *
 * The vertices of a mesh or the rows of a matrix. `v` is computed from its
 * neighbours, so the owner of a neighbour sends it to the owner of v: a vertex
 * once to each other rank that needs it, for however many of its vertices.
 * These are the halos of both. In a mesh, and in a symmetric matrix, neighbours
 * are mutual.
 */
#ifndef QUADRILLE_WORKLOADS_GRAPH_GRAPH_H
#define QUADRILLE_WORKLOADS_GRAPH_GRAPH_H

#include <stdint.h>

#include "kernels/core/problem/problem.h"

/* Max vertices: their numbers have 32 bits, as in METIS. */
enum { QDR_MAX_VERTICES = INT32_MAX };

/* An undirected graph, each edge in the lists of both its ends. */
typedef struct qdr_graph {
    int64_t num_vertices;
    int64_t *begin;      /* [num_vertices + 1] */
    int32_t *neighbours; /* of v: begin[v] .. begin[v + 1] - 1, ascending, none
                            twice, v itself left out */
    double *coordinates; /* [3 * num_vertices], x y z of each; or NULL */
} qdr_graph;

/* An edge: `to` is a neighbour of `from`. */
typedef struct qdr_edge {
    int32_t from, to;
} qdr_edge;

/* qdr_graph_init makes a graph without coordinates from `num_edges` edges in
 * any order, without repeated ones and loops, each in both directions if
 * `is_symmetric`. Refuses vertices outside 0..num_vertices-1. Release with
 * qdr_graph_cleanup. */
qdr_status qdr_graph_init(qdr_graph *graph, int64_t num_vertices,
                          const qdr_edge *edges, int64_t num_edges,
                          bool is_symmetric, qdr_error *error);

/* qdr_graph_cleanup releases what an init allocated, and the coordinates; a
 * zeroed one is legal. */
void qdr_graph_cleanup(qdr_graph *graph);

/* qdr_graph_hash returns a number that distinguishes graphs, coordinates
 * included. */
uint64_t qdr_graph_hash(const qdr_graph *graph);

/* qdr_halo_pattern makes the messages of one exchange of all halos: `unit`
 * bytes for each vertex that goes from part[neighbour] to part[v]. Every part
 * is in 0..procs-1. Release with qdr_pattern_cleanup. */
qdr_status qdr_halo_pattern(const qdr_graph *graph, const int *part, int procs,
                            int64_t unit, qdr_pattern *pattern,
                            qdr_error *error);

/* A rank's part of a partitioned graph. Vertices have local numbers: the owned
 * ones first, ascending, then the ghosts by owner, ascending for each owner. So
 * a message of the exchange is received in place. */
typedef struct qdr_halo {
    int64_t num_owned, num_ghosts;
    int64_t *vertices; /* [num_owned + num_ghosts], local to global */
    int num_sources;   /* ranks that ghosts come from, ascending */
    int *sources;
    int64_t *source_begin; /* [num_sources + 1]: ghosts of source i, counted
                              from 0 */
    int num_targets;       /* ranks that get vertices, ascending */
    int *targets;
    int64_t *target_begin; /* [num_targets + 1] */
    int64_t *sent;         /* local numbers of what target i gets:
                              target_begin[i] .. target_begin[i + 1] - 1, in
                              the order in which it has its ghosts */
} qdr_halo;

/* qdr_halo_init finds the part of `rank`. Release with qdr_halo_cleanup. */
qdr_status qdr_halo_init(qdr_halo *halo, const qdr_graph *graph,
                         const int *part, int procs, int rank,
                         qdr_error *error);

/* qdr_halo_cleanup frees the contents and zeroes the halo; a zeroed one is
 * legal. */
void qdr_halo_cleanup(qdr_halo *halo);

/* qdr_halo_local returns the local number of a global vertex, or -1. */
int64_t qdr_halo_local(const qdr_halo *halo, int64_t vertex);

#endif
