/* kernels/plan/state/plan_groups.c -- groups of the ranks of a large node; see
 * plan_nodes.h. */
#include <stdlib.h>

#include "kernels/core/network/memory_groups.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/numa_domain.h"
#include "kernels/plan/state/plan_nodes.h"

/* Writes the domains of all ranks, and leaves the map zeroed if they are not
 * divided. */
static qdr_status divide(MPI_Comm comm, int num_procs, int *domains,
                         qdr_node_map *out_map, qdr_error *error)
{
    int own = qdr_numa_domain();

    if (MPI_Allgather(&own, 1, MPI_INT, domains, 1, MPI_INT, comm) !=
        MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI, "finding the domains failed");
    return qdr_memory_groups(num_procs, domains, domains + num_procs)
               ? qdr_node_map_init(out_map, num_procs, domains + num_procs,
                                   error)
               : QDR_OK;
}

static qdr_status find(MPI_Comm comm, int num_procs, qdr_node_map *out_map,
                       qdr_error *error)
{
    int *domains = malloc(2 * (size_t)num_procs * sizeof *domains);
    qdr_status status = QDR_OK;

    if (domains == NULL)
        status = qdr_fail_memory(error, "the domains of a node");
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK)
        status = divide(comm, num_procs, domains, out_map, error);
    free(domains);
    status = qdr_agree(comm, status, error);
    if (status != QDR_OK)
        qdr_node_map_cleanup(out_map);
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
        status =
            find(plan->request.comm, plan->request.num_procs, found, error);
    if (status == QDR_OK && found->num_procs > 0)
        plan->traffic.problem.nodes = plan->choice.nodes = found;
    return status;
}
