/* kernels/trees/postal_tree.h -- trees for networks where a message takes
 * longer than its sender is busy.
 *
 * Beyond the papers of this project, which count a message as one alpha at both
 * ends. In the postal model [barnoy1992] a rank starts a message in every unit
 * of time, and it arrives lambda units later; so a rank that has the vector
 * goes on sending it to ranks without, and the tree is wide at its root. This
 * is the fastest broadcast of a short vector. The reverse, with receivers that
 * are busy for a unit, is a reduce. With lambda 1 it is the binomial tree.
 *
 * For a network (core/network.h) and a vector of n bytes, a unit is
 *
 *   u = max(alpha - free + gamma n, beta n)
 *
 * since the network carries the bytes of a message while its rank starts the
 * next one (LogGP); and a message arrives alpha + (beta + gamma) n
 * after it is started, which is lambda u. free is the senders' free time in a
 * broadcast, and the receivers' in a reduce, which alone has gamma. If free is
 * 0, as in the papers, a rank moves the bytes itself: u = alpha + (beta +
 * gamma) n. lambda is a whole number: the better of the two neighbours is
 * taken.
 */
#ifndef QUADRILLE_KERNELS_TREES_POSTAL_TREE_H
#define QUADRILLE_KERNELS_TREES_POSTAL_TREE_H

#include "kernels/kernel.h"
#include "kernels/trees/lambda_tree.h"

/* qdr_postal_build and qdr_postal_cost are the build and the problem_cost of
 * an algorithm on such a tree, with qdr_lambda_parameters: a bcast from the
 * root, a reduce to it. */
qdr_status qdr_postal_build(const qdr_problem *problem, qdr_schedule *schedule,
                            qdr_error *error);
qdr_status qdr_postal_cost(const qdr_problem *problem, qdr_cost *out_cost,
                           qdr_error *error);

/* qdr_postal_predict sets *out_us to the algorithm's time on the problem's
 * network, if no two messages meet on a link. The problem has the algorithm's
 * values. */
qdr_status qdr_postal_predict(const qdr_problem *problem, double *out_us,
                              qdr_error *error);

#endif
