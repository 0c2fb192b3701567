/* kernels/building_blocks/hybrid_kernel.h -- the common part of hybrid
 * algorithms.
 *
 * An algorithm is a collective and one of three ways to shape its hybrid.
 * `short` is the short vector algorithm; `long` is the long vector one, through
 * the rows and the columns of the physical mesh if there is one; `hybrid` takes
 * the parameters below or the fastest shape on the problem's network.
 */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_HYBRID_KERNEL_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_HYBRID_KERNEL_H

#include "kernels/building_blocks/hybrid.h"
#include "kernels/kernel.h"

/* The parameters of a hybrid algorithm: mesh, strategy, traversal, ready
 * message. */
extern const qdr_parameter qdr_hybrid_parameters[];

/* qdr_short_build, qdr_long_build and qdr_hybrid_build are the build of such
 * algorithms; qdr_short_cost, qdr_long_cost and qdr_hybrid_cost_of are their
 * problem_cost, qdr_short_predict, qdr_long_predict and qdr_hybrid_predict
 * their predict, by hybrid_model.h, and qdr_hybrid_check is the check. Those of
 * `hybrid` fail with QDR_ERROR_INPUT if the ranks do not form the mesh, or the
 * strategy does not fit it. */
qdr_status qdr_short_build(const qdr_problem *problem, qdr_schedule *schedule,
                           qdr_error *error);
qdr_status qdr_short_predict(const qdr_problem *problem, double *out_us,
                             qdr_error *error);
qdr_status qdr_short_cost(const qdr_problem *problem, qdr_cost *out_cost,
                          qdr_error *error);
qdr_status qdr_long_build(const qdr_problem *problem, qdr_schedule *schedule,
                          qdr_error *error);
qdr_status qdr_long_predict(const qdr_problem *problem, double *out_us,
                            qdr_error *error);
qdr_status qdr_long_cost(const qdr_problem *problem, qdr_cost *out_cost,
                         qdr_error *error);
qdr_status qdr_hybrid_check(const qdr_kernel *kernel,
                            const qdr_problem *problem, qdr_error *error);
qdr_status qdr_hybrid_build(const qdr_problem *problem, qdr_schedule *schedule,
                            qdr_error *error);
qdr_status qdr_hybrid_cost_of(const qdr_problem *problem, qdr_cost *out_cost,
                              qdr_error *error);
qdr_status qdr_hybrid_predict(const qdr_problem *problem, double *out_us,
                              qdr_error *error);

#endif
