/* kernels/plan/making/vector_call.h -- planning calls on one vector. */
#ifndef QUADRILLE_KERNELS_PLAN_MAKING_VECTOR_CALL_H
#define QUADRILLE_KERNELS_PLAN_MAKING_VECTOR_CALL_H

#include "kernels/plan/state/plan_impl.h"

/* qdr_vector_learn sets the plan's problem, layout and arithmetic; the learn
 * of such calls. */
qdr_status qdr_vector_learn(qdr_plan_impl *plan, const qdr_call *call,
                            qdr_error *error);

/* qdr_vector_take_parts sets where the ranks' parts begin, if they are given;
 * released with the plan, whose problem knows the element. Local. */
qdr_status qdr_vector_take_parts(qdr_plan_impl *plan, const qdr_vector *vector,
                                 qdr_error *error);

/* qdr_vector_network sets *out_network to `from`, checked, with the mesh of a
 * Cartesian communicator. Local. */
qdr_status qdr_vector_network(const qdr_plan_impl *plan,
                              const qdr_network *from, qdr_network *out_network,
                              qdr_error *error);

/* qdr_vector_restrict fits the plan's network, the same on all ranks, to the
 * nodes of its ranks: a physical mesh becomes the smaller mesh that they fill,
 * and levels get the ranks a node that they have. Collective; every rank
 * returns the same status. */
qdr_status qdr_vector_restrict(qdr_plan_impl *plan, qdr_error *error);

#endif
