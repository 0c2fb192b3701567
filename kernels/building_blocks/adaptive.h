/* kernels/building_blocks/adaptive.h -- the faster of two algorithms on the
 * network at hand.
 *
 * Beyond the papers: a postal tree (trees/postal_tree.h) is the fastest for a
 * short vector where senders or receivers are free before a message arrives; a
 * hybrid (building_blocks/folded.h), which divides the vector, for any other.
 * Both have a model of their time on the network, and the smaller time decides.
 * Where no rank is free before (core/network.h), the postal tree is the
 * binomial tree, which is also a hybrid.
 */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_ADAPTIVE_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_ADAPTIVE_H

#include "kernels/kernel.h"

/* qdr_adaptive_choose sets *out_kernel to the faster algorithm for the problem,
 * a bcast or reduce, and *out_us to its modelled time; for equal times, to the
 * hybrid. */
qdr_status qdr_adaptive_choose(const qdr_problem *problem,
                               const qdr_kernel **out_kernel, double *out_us,
                               qdr_error *error);

/* qdr_adaptive_build and qdr_adaptive_cost are an adaptive algorithm's build
 * and problem_cost: those of the algorithm that qdr_adaptive_choose finds. */
qdr_status qdr_adaptive_build(const qdr_problem *problem,
                              qdr_schedule *schedule, qdr_error *error);
qdr_status qdr_adaptive_cost(const qdr_problem *problem, qdr_cost *out_cost,
                             qdr_error *error);

#endif
