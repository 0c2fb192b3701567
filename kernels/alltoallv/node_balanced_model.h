/* kernels/alltoallv/node_balanced_model.h -- what node_balanced costs. */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_NODE_BALANCED_MODEL_H
#define QUADRILLE_KERNELS_ALLTOALLV_NODE_BALANCED_MODEL_H

#include "kernels/core/problem/problem.h"
#include "kernels/core/schedule/cost.h"

/* qdr_node_balanced_cost is its problem_cost: the bound of its header. */
qdr_status qdr_node_balanced_cost(const qdr_problem *problem,
                                  qdr_cost *out_cost, qdr_error *error);

/* qdr_node_balanced_predict is its predict: of the load that all ranks know. */
qdr_status qdr_node_balanced_predict(const qdr_problem *problem, double *out_us,
                                     qdr_error *error);

#endif
