/* kernels/plan/plan_nodes.h -- which ranks of a plan share a node. */
#ifndef QUADRILLE_KERNELS_PLAN_PLAN_NODES_H
#define QUADRILLE_KERNELS_PLAN_PLAN_NODES_H

#include "kernels/plan/plan_body.h"

/* qdr_plan_take_nodes sets the plan's map to the given nodes of its ranks; NULL
 * for `nodes` leaves it without one. Local. */
qdr_status qdr_plan_take_nodes(qdr_plan_body *plan, const int *nodes,
                               qdr_error *error);

/* qdr_plan_number_nodes writes the node of each rank to out_numbers: the ranks
 * of a node share memory, and it has the lowest number in MPI_COMM_WORLD of its
 * ranks. Collective. */
qdr_status qdr_plan_number_nodes(MPI_Comm comm, int *out_numbers,
                                 qdr_error *error);

/* qdr_plan_find_nodes finds the map out like this if none was given.
 * Collective, in every rank's plan; every rank returns the same status. */
qdr_status qdr_plan_find_nodes(qdr_plan_body *plan, qdr_error *error);

#endif
