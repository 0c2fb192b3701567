/* kernels/circulant/part_rounds.h -- parts that every rank gets or gives, over
 * the circulant graph of a radix.
 *
 * For an allgather a rank has the parts of itself and of the skip[k] - 1 ranks
 * after it before round k, and gets those of the ranks j skip[k] after it, j =
 * 1 .. radix - 1, from these: up to skip[k + 1] in all. That is the algorithm
 * of [bruck1997, Sec. 4] without its rotations; its radix-2 graph is also
 * [traff2024]'s. A reduce_scatter is the reverse, and an allreduce both. Every
 * part travels once to each rank, whatever p is:
 *
 *   T = sum over rounds (m alpha + beta b),   m messages, b bytes of a round
 *
 * if a rank is busy for all of alpha; then the radix is best 2. Elsewhere the
 * messages of a round overlap: round_model.h. c of block_rounds.h multiplies
 * beta.
 */
#ifndef QUADRILLE_KERNELS_CIRCULANT_PART_ROUNDS_H
#define QUADRILLE_KERNELS_CIRCULANT_PART_ROUNDS_H

#include "kernels/kernel.h"

/* The parameter of such an algorithm: its radix; 0: the predicted best. */
extern const qdr_parameter qdr_part_parameters[];

/* qdr_parts_check, qdr_parts_build, qdr_parts_cost and qdr_parts_predict are
 * the check, build, problem_cost and predict of such an algorithm: an
 * allgather, a reduce_scatter or an allreduce. */
qdr_status qdr_parts_check(const qdr_kernel *kernel, const qdr_problem *problem,
                           qdr_error *error);
qdr_status qdr_parts_build(const qdr_problem *problem, qdr_schedule *schedule,
                           qdr_error *error);
qdr_status qdr_parts_cost(const qdr_problem *problem, qdr_cost *out_cost,
                          qdr_error *error);
qdr_status qdr_parts_predict(const qdr_problem *problem, double *out_us,
                             qdr_error *error);

#endif
