/* kernels/plan/state/plan_nodes.c -- see plan_nodes.h. */
#include "kernels/plan/state/plan_nodes.h"

#include <stdlib.h>

#include "kernels/core/network/memory_groups.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/numa_domain.h"

qdr_status qdr_plan_take_nodes(qdr_plan_impl *plan, const int *nodes,
                               qdr_error *error)
{
    qdr_status status = QDR_OK;

    if (nodes != NULL)
        status = qdr_node_map_init(&plan->request.given_nodes,
                                   plan->request.num_procs, nodes, error);
    if (status == QDR_OK && nodes != NULL)
        plan->traffic.problem.nodes = plan->choice.nodes =
            &plan->request.given_nodes;
    return status;
}

int qdr_plan_num_nodes(const qdr_plan_impl *plan)
{
    return plan->choice.nodes == NULL ? 0 : plan->choice.nodes->num_nodes;
}

/* The lowest rank of MPI_COMM_WORLD that shares this rank's memory and is in
 * the communicator. */
static int find_lowest(MPI_Comm comm, int *out_lowest)
{
    MPI_Comm node = MPI_COMM_NULL;
    int lowest, code;

    MPI_Comm_rank(MPI_COMM_WORLD, &lowest);
    code = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, lowest,
                               MPI_INFO_NULL, &node);
    if (code == MPI_SUCCESS)
        code = MPI_Bcast(&lowest, 1, MPI_INT, 0, node);
    if (node != MPI_COMM_NULL)
        MPI_Comm_free(&node);
    *out_lowest = lowest;
    return code;
}

qdr_status qdr_plan_number_nodes(MPI_Comm comm, int *out_numbers,
                                 qdr_error *error)
{
    int own = 0;

    return find_lowest(comm, &own) == MPI_SUCCESS &&
                   MPI_Allgather(&own, 1, MPI_INT, out_numbers, 1, MPI_INT,
                                 comm) == MPI_SUCCESS
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_MPI, "finding the nodes failed");
}

/* Writes the group of each rank of a large node, and their domains behind. */
static qdr_status number_groups(MPI_Comm comm, int *out_numbers,
                                qdr_error *error)
{
    int own = qdr_numa_domain(), num_procs;

    MPI_Comm_size(comm, &num_procs);
    if (MPI_Allgather(&own, 1, MPI_INT, out_numbers + num_procs, 1, MPI_INT,
                      comm) != MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI, "finding the domains failed");
    qdr_memory_groups(num_procs, out_numbers + num_procs, out_numbers);
    return QDR_OK;
}

/* Makes a map of the communicator, by the numbers that `number` writes, which
 * has room for two a rank; all ranks return the same status. */
static qdr_status find(MPI_Comm comm, int num_procs,
                       qdr_status (*number)(MPI_Comm comm, int *out_numbers,
                                            qdr_error *error),
                       qdr_node_map *out_map, qdr_error *error)
{
    int *numbers = malloc(2 * (size_t)num_procs * sizeof *numbers);
    qdr_status status = QDR_OK;

    if (numbers == NULL)
        status = qdr_fail_memory(error, "the nodes of a communicator");
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK)
        status = number(comm, numbers, error);
    if (status == QDR_OK)
        status = qdr_node_map_init(out_map, num_procs, numbers, error);
    free(numbers);
    status = qdr_agree(comm, status, error);
    if (status != QDR_OK)
        qdr_node_map_cleanup(out_map);
    return status;
}

qdr_status qdr_communicator_find_nodes(qdr_communicator *of, qdr_error *error)
{
    qdr_node_map *found = qdr_communicator_nodes(of);

    return found->num_procs > 0
               ? QDR_OK
               : find(qdr_communicator_copy(of), qdr_communicator_size(of),
                      qdr_plan_number_nodes, found, error);
}

qdr_status qdr_plan_find_nodes(qdr_plan_impl *plan, qdr_error *error)
{
    qdr_status status = QDR_OK;

    if (plan->choice.nodes != NULL)
        return QDR_OK;
    status = qdr_communicator_find_nodes(plan->request.shared, error);
    if (status == QDR_OK)
        plan->traffic.problem.nodes = plan->choice.nodes =
            qdr_communicator_nodes(plan->request.shared);
    return status;
}

qdr_status qdr_plan_find_groups(qdr_plan_impl *plan, qdr_error *error)
{
    qdr_node_map *found = qdr_communicator_groups(plan->request.shared);
    qdr_status status = QDR_OK;

    if (plan->request.num_procs <= QDR_GROUP_RANKS ||
        !plan->choice.shares_node || plan->request.has_mode ||
        !plan->request.network.shares_memory ||
        plan->request.network.inside_shared_us <= 0)
        return QDR_OK;
    if (found->num_procs == 0)
        status = find(plan->request.comm, plan->request.num_procs,
                      number_groups, found, error);
    if (status == QDR_OK)
        plan->traffic.problem.nodes = plan->choice.nodes = found;
    return status;
}
