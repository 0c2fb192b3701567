/* kernels/trees/part_tree.h -- trees for scatter and gather, whose messages are
 * as long as the parts of the ranks behind them.
 *
 * A scatter sends each rank's part through the tree of a lambda
 * (lambda_tree.h); the ranks behind a message are neighbours, so it is one
 * interval of the vector, or two at its ends. Ranks whose parts are empty are
 * left out. A gather is the reverse.
 *
 * A message of b bytes takes what postal_tree.h says of it. So a large lambda
 * is good where starting a message is cheap, or the bytes take long: each part
 * then travels once, straight from the root. A small one is good where a rank
 * is busy for all of alpha: with lambda 1 it is the binomial tree. Those of
 * lambda 1, 2, 4, ... and the flat tree are tried; a larger one is taken if it
 * is faster by more than QDR_TIE.
 */
#ifndef QUADRILLE_KERNELS_TREES_PART_TREE_H
#define QUADRILLE_KERNELS_TREES_PART_TREE_H

#include "kernels/kernel.h"
#include "kernels/trees/lambda_tree.h"

/* qdr_part_tree_build, qdr_part_tree_cost and qdr_part_tree_predict are the
 * build, problem_cost and predict of an algorithm on such a tree, with
 * qdr_lambda_parameters: a scatter or a gather. */
qdr_status qdr_part_tree_build(const qdr_problem *problem,
                               qdr_schedule *schedule, qdr_error *error);
qdr_status qdr_part_tree_cost(const qdr_problem *problem, qdr_cost *out_cost,
                              qdr_error *error);
qdr_status qdr_part_tree_predict(const qdr_problem *problem, double *out_us,
                                 qdr_error *error);

#endif
