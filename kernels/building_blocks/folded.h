/* kernels/building_blocks/folded.h -- hybrids for numbers of ranks without
 * factors.
 *
 * Beyond the paper, which says that a prime number leaves it nothing but the
 * short and the long algorithm [barnett1994, Sec. 6]: r of the p ranks are
 * folded onto their neighbours, and a hybrid runs among the other p - r, which
 * have factors. Ranks 0 to 2r - 1 are pairs of neighbours, of which one, the
 * root if it is among them, takes part for both. What it costs more is
 *
 *   alpha + beta n              for a broadcast, at the end
 *   alpha + (beta + gamma) n    for a combine-to-one, at the beginning
 *
 * and both for a combine-to-all, whose hybrid may exchange, too: see hybrid.h.
 */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_FOLDED_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_FOLDED_H

#include "kernels/kernel.h"

/* The parameter of a folded row: how many ranks are folded. */
extern const qdr_parameter qdr_folded_parameters[];

/* They are the check, the build and the cost of a folded row: of bcast, reduce
 * or allreduce. */
qdr_status qdr_folded_check(const qdr_kernel *kernel,
                            const qdr_problem *problem, qdr_error *error);
qdr_status qdr_folded_build(const qdr_problem *problem, qdr_schedule *schedule,
                            qdr_error *error);
qdr_status qdr_folded_cost(const qdr_problem *problem, qdr_cost *out_cost,
                           qdr_error *error);

/* qdr_folded_time_us sets *out_us to the time that the row takes on the
 * problem's network, by the model of model.h. The problem has the row's values.
 */
qdr_status qdr_folded_time_us(const qdr_problem *problem, double *out_us,
                              qdr_error *error);

#endif
