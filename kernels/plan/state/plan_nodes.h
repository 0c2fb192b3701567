/* kernels/plan/state/plan_nodes.h -- which ranks of a plan share a node. */
#ifndef QUADRILLE_KERNELS_PLAN_STATE_PLAN_NODES_H
#define QUADRILLE_KERNELS_PLAN_STATE_PLAN_NODES_H

#include "kernels/plan/state/plan_impl.h"

/* qdr_plan_take_nodes sets the plan's map to the given nodes of its ranks,
 * released with the plan; NULL for `nodes` leaves it without one. Local. */
qdr_status qdr_plan_take_nodes(qdr_plan_impl *plan, const int *nodes,
                               qdr_error *error);

/* qdr_plan_number_nodes writes the node of each rank to out_numbers: the ranks
 * of a node share memory, and it has the lowest number in MPI_COMM_WORLD of its
 * ranks. Collective. */
qdr_status qdr_plan_number_nodes(MPI_Comm comm, int *out_numbers,
                                 qdr_error *error);

/* qdr_communicator_find_nodes makes the map of a communicator like this. The
 * first call is collective, and every rank returns the same status; later calls
 * are local. */
qdr_status qdr_communicator_find_nodes(qdr_communicator *of, qdr_error *error);

/* qdr_plan_find_nodes does so for a plan without given nodes, which then has
 * the map of its communicator. */
qdr_status qdr_plan_find_nodes(qdr_plan_impl *plan, qdr_error *error);

/* qdr_plan_find_groups replaces the map, of one node, by that of the groups of
 * memory_groups.h, if it is large enough for them, and the ranks may exchange
 * through its memory. As qdr_plan_find_nodes. */
qdr_status qdr_plan_find_groups(qdr_plan_impl *plan, qdr_error *error);

/* qdr_plan_num_nodes returns the number of nodes of the plan's map, 0 without.
 */
int qdr_plan_num_nodes(const qdr_plan_impl *plan);

#endif
