/* kernels/building_blocks/hybrid_kernel.h -- what the rows of this folder are
 * made of.
 *
 * A row names a collective and one of three ways to shape its hybrid: `short`,
 * the short vector algorithm; `long`, the long vector one, through the rows and
 * the columns of the physical mesh if there is one; and `hybrid`, by the
 * parameters below or by what is fastest on the problem's network.
 */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_HYBRID_KERNEL_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_HYBRID_KERNEL_H

#include "kernels/building_blocks/hybrid.h"
#include "kernels/kernel.h"

/* The parameters of a hybrid row: mesh, strategy, traversal. */
extern const qdr_parameter qdr_hybrid_parameters[];

/* They are the build and the cost of rows. */
qdr_status qdr_short_build(const qdr_problem *problem, qdr_schedule *schedule,
                           qdr_error *error);
qdr_status qdr_short_cost(const qdr_problem *problem, qdr_cost *out_cost,
                          qdr_error *error);
qdr_status qdr_long_build(const qdr_problem *problem, qdr_schedule *schedule,
                          qdr_error *error);
qdr_status qdr_long_cost(const qdr_problem *problem, qdr_cost *out_cost,
                         qdr_error *error);
qdr_status qdr_hybrid_check(const qdr_kernel *kernel,
                            const qdr_problem *problem, qdr_error *error);
qdr_status qdr_hybrid_build(const qdr_problem *problem, qdr_schedule *schedule,
                            qdr_error *error);
qdr_status qdr_hybrid_cost_of(const qdr_problem *problem, qdr_cost *out_cost,
                              qdr_error *error);

/* qdr_shape_read reads a mesh, "2x3x5", and a strategy, "SSMCC", of a
 * collective among num_procs ranks into the sizes and num_long of a shape,
 * whose other members it leaves; dimensions of 1 are dropped. Without a
 * strategy, NULL, none is long. */
qdr_status qdr_shape_read(qdr_shape *shape, qdr_collective collective,
                          int num_procs, const char *mesh, const char *strategy,
                          qdr_error *error);

#endif
