/* kernels/trees/lambda_tree.h -- the shape of a tree in which every rank that
 * has been reached reaches one more in each unit of time, which is ready lambda
 * units after its unit began [barnoy1992]; in the LogP model [karp1993].
 *
 * With lambda 1 the tree is binomial; with lambda at least its number of ranks
 * it is flat: the root reaches all.
 */
#ifndef QUADRILLE_KERNELS_TREES_LAMBDA_TREE_H
#define QUADRILLE_KERNELS_TREES_LAMBDA_TREE_H

#include <stdint.h>

#include "kernels/core/problem/problem.h"

/* Max lambda that is accepted. */
enum { QDR_MAX_LAMBDA = 1 << 30 };

/* The parameter of an algorithm on such a tree: lambda; 0 if not given. */
extern const qdr_parameter qdr_lambda_parameters[];

/* qdr_lambda_of returns the lambda among an algorithm's values. */
int64_t qdr_lambda_of(const qdr_values *values);

/* Ranks in the order in which they are reached, from the root, 0: rank v from
 * parent[v], in unit[v]; parents come before their children. Made by
 * qdr_lambda_tree_init. */
typedef struct qdr_lambda_tree {
    int num_ranks;
    int *parent;
    int64_t *unit;
    int64_t num_units;
} qdr_lambda_tree;

/* qdr_lambda_tree_init makes the tree of `num_ranks` ranks, at least 1, for a
 * lambda of at least 1. Release with qdr_lambda_tree_cleanup. */
qdr_status qdr_lambda_tree_init(qdr_lambda_tree *tree, int num_ranks,
                                int64_t lambda, qdr_error *error);

/* qdr_lambda_tree_cleanup releases the tree; a zeroed one is legal. */
void qdr_lambda_tree_cleanup(qdr_lambda_tree *tree);

/* qdr_tree_is_to_root returns whether data run from the leaves to the root, and
 * rounds so in reverse: in a reduce and a gather. */
bool qdr_tree_is_to_root(const qdr_problem *problem);

/* A message of a problem on its network: postal_tree.h explains it. */
typedef struct qdr_tree_message {
    double unit_us; /* until its sender (of a broadcast or scatter) or receiver
                       (of a reduce or gather) can start another one */
    double arrive_us; /* from its start; a unit at least */
} qdr_tree_message;

/* qdr_tree_message_of returns that of `bytes` of a problem's data. */
qdr_tree_message qdr_tree_message_of(const qdr_problem *problem, int64_t bytes);

#endif
