/* kernels/building_blocks/adaptive.h -- of two rows, the one that the network
 * at hand takes less time for.
 *
 * Beyond the papers: a postal tree (trees/postal_tree.h) is the fastest for a
 * short vector where senders or receivers are free before a message arrives; a
 * hybrid (building_blocks/folded.h), which divides the vector, for any other.
 * Both have a model of their time, of the same network and length, and the
 * smaller one decides. Where nobody is free before (core/network.h), a postal
 * tree is the binomial one, which is a hybrid, too.
 */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_ADAPTIVE_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_ADAPTIVE_H

#include "kernels/kernel.h"

/* qdr_adaptive_choose sets *out_row to the row that does the problem, of bcast
 * or reduce, and *out_us to its modelled time; of equal ones, to the hybrid. */
qdr_status qdr_adaptive_choose(const qdr_problem *problem,
                               const qdr_kernel **out_row, double *out_us,
                               qdr_error *error);

/* They are the build and the cost of an adaptive row. */
qdr_status qdr_adaptive_build(const qdr_problem *problem,
                              qdr_schedule *schedule, qdr_error *error);
qdr_status qdr_adaptive_cost(const qdr_problem *problem, qdr_cost *out_cost,
                             qdr_error *error);

#endif
