/* kernels/circulant/block_rounds.h -- a vector in n blocks on the circulant
 * graph: the broadcast of one block after another, and its reverse.
 *
 * The root starts a block in every round, and each rank passes blocks on as
 * soon as it has them, so n blocks take n - 1 + q rounds, q = ceil(lg p), of
 * one block a rank: as few as there can be, for every p [traff2024].
 *
 *   T = (n - 1 + q) (alpha + c beta m / n)        m bytes
 *
 * with c = 1 on a switched network, 2 with half duplex. Where ranks share
 * links, a skip of s on a line of length l makes min(s, l - s) messages meet,
 * and c is that number over link_excess, averaged over the skips. The best n is
 *
 *   n = sqrt((q - 1) c beta m / alpha)
 *
 * but no block is shorter than what is carried in alpha (mode.h, paced).
 */
#ifndef QUADRILLE_KERNELS_CIRCULANT_BLOCK_ROUNDS_H
#define QUADRILLE_KERNELS_CIRCULANT_BLOCK_ROUNDS_H

#include "kernels/kernel.h"

/* The parameter of an algorithm in blocks: their number. */
extern const qdr_parameter qdr_block_parameters[];

/* qdr_blocks_check, qdr_blocks_build, qdr_blocks_cost and qdr_blocks_predict
 * are the check, build, problem_cost and predict of such an algorithm: a bcast
 * from the root, a reduce to it. */
qdr_status qdr_blocks_check(const qdr_kernel *kernel,
                            const qdr_problem *problem, qdr_error *error);
qdr_status qdr_blocks_build(const qdr_problem *problem, qdr_schedule *schedule,
                            qdr_error *error);
qdr_status qdr_blocks_cost(const qdr_problem *problem, qdr_cost *out_cost,
                           qdr_error *error);
qdr_status qdr_blocks_predict(const qdr_problem *problem, double *out_us,
                              qdr_error *error);

#endif
