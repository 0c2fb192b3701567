/* kernels/building_blocks/folded.h -- hybrids for numbers of ranks without
 * factors.
 *
 * Beyond the paper, where a prime number of ranks allows only the short and the
 * long algorithm [barnett1994, Sec. 6]: r of the p ranks are folded onto their
 * neighbours (folding.h), and a hybrid runs among the other p - r, which have
 * factors. The additional cost is
 *
 *   alpha + beta n              for a broadcast, at the end
 *   alpha + (beta + gamma) n    for a combine-to-one, at the beginning
 *
 * and both for an allreduce (combine-to-all), whose hybrid may also exchange:
 * see hybrid.h.
 */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_FOLDED_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_FOLDED_H

#include "kernels/kernel.h"

/* The parameter of a folded algorithm: the number of folded ranks. */
extern const qdr_parameter qdr_folded_parameters[];

/* qdr_folded_check, qdr_folded_build and qdr_folded_cost are the check, the
 * build and the problem_cost of a folded algorithm for bcast, reduce or
 * allreduce. They fail with QDR_ERROR_INPUT if more than half of the ranks are
 * to be folded. */
qdr_status qdr_folded_check(const qdr_kernel *kernel,
                            const qdr_problem *problem, qdr_error *error);
qdr_status qdr_folded_build(const qdr_problem *problem, qdr_schedule *schedule,
                            qdr_error *error);
qdr_status qdr_folded_cost(const qdr_problem *problem, qdr_cost *out_cost,
                           qdr_error *error);

/* qdr_folded_predict sets *out_us to the algorithm's time on the problem's
 * network, by hybrid_model.h. The problem has the algorithm's values.
 */
qdr_status qdr_folded_predict(const qdr_problem *problem, double *out_us,
                              qdr_error *error);

#endif
