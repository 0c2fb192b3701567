/* kernels/postal/postal_tree.h -- trees for networks where a message is longer
 * on its way than its sender is busy.
 *
 * Beyond the papers of this project, which count a message as one alpha at both
 * ends. In the postal model [barnoy1992] a rank starts a message in every unit
 * of time, and it arrives lambda units later; so whoever has the vector goes on
 * sending it to ranks without, and the tree is wide at its root: the fastest
 * broadcast of a short vector. Backwards, with receivers that are busy for a
 * unit, it combines. With lambda 1 it is the binomial tree.
 */
#ifndef QUADRILLE_KERNELS_POSTAL_POSTAL_TREE_H
#define QUADRILLE_KERNELS_POSTAL_POSTAL_TREE_H

#include "kernels/kernel.h"

/* The parameter of a row on such a tree: lambda. */
extern const qdr_parameter qdr_postal_parameters[];

/* They are the build and the cost of such a row: of bcast from the root, of
 * reduce to it. */
qdr_status qdr_postal_build(const qdr_problem *problem, qdr_schedule *schedule,
                            qdr_error *error);
qdr_status qdr_postal_cost(const qdr_problem *problem, qdr_cost *out_cost,
                           qdr_error *error);

#endif
