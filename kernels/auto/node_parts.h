/* kernels/auto/node_parts.h -- the parts of a vector in the order of
 * nodes: those of the first node's ranks, then those of the second one's.
 *
 * Among leaders the parts of a node are one part. Where the ranks of a node are
 * not neighbours, it is several intervals of the vector.
 */
#ifndef QUADRILLE_KERNELS_AUTO_NODE_PARTS_H
#define QUADRILLE_KERNELS_AUTO_NODE_PARTS_H

#include <stdbool.h>

#include "kernels/core/problem/problem.h"

/* Made by qdr_node_parts_init. */
typedef struct qdr_node_parts {
    const qdr_problem *problem;
    const qdr_node_map *nodes;
    int64_t *begin; /* [num_procs + 1] bytes: in the order of nodes, of the part
                       of rank nodes->ranks[j] */
} qdr_node_parts;

/* Bytes of a vector. */
typedef struct qdr_vector_interval {
    int64_t begin, end;
} qdr_vector_interval;

/* qdr_node_parts_init orders the parts of a problem with a vector, which lives
 * longer than they do. Release with qdr_node_parts_cleanup. */
qdr_status qdr_node_parts_init(qdr_node_parts *parts,
                               const qdr_problem *problem,
                               const qdr_node_map *nodes, qdr_error *error);
void qdr_node_parts_cleanup(qdr_node_parts *parts);

/* qdr_node_parts_of_leaders writes where the nodes' parts begin, num_nodes + 1
 * numbers; qdr_node_parts_of_node where those of a node's ranks begin, counted
 * from the node's first byte, and one number more. */
void qdr_node_parts_of_leaders(const qdr_node_parts *parts, int64_t *out_begin);
void qdr_node_parts_of_node(const qdr_node_parts *parts, int node,
                            int64_t *out_begin);

/* qdr_node_parts_bytes returns the bytes of a node's parts. */
int64_t qdr_node_parts_bytes(const qdr_node_parts *parts, int node);

/* qdr_node_parts_are_alike returns whether the parts of two nodes of as many
 * ranks have the same lengths. */
bool qdr_node_parts_are_alike(const qdr_node_parts *parts, int a, int b);

/* qdr_node_parts_next returns the interval of the vector that begins with byte
 * *at in the order of nodes, up to byte `end` of that order, and sets *at to
 * the first byte behind it. */
qdr_vector_interval qdr_node_parts_next(const qdr_node_parts *parts,
                                        int64_t *at, int64_t end);

#endif
