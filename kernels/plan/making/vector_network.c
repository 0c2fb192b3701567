/* kernels/plan/making/vector_network.c -- the network that a plan's ranks use.
 * On a physical mesh [barnett1994, Sec. 9]: where a group is a rectangle of the
 * machine its rows and columns are used, else it is a linear array. */
#include <stdlib.h>

#include "kernels/core/network/network.h"
#include "kernels/core/network/network_numbers.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/local_work.h"
#include "kernels/plan/making/vector_call.h"
#include "kernels/plan/state/plan_nodes.h"

/* Each node of a map has its place on the mesh. */
static qdr_status check_places(const qdr_network *network,
                               const qdr_node_map *nodes, qdr_error *error)
{
    int64_t places = (int64_t)network->rows * network->columns;

    if (nodes == NULL)
        return QDR_OK;
    for (int i = 0; i < nodes->num_nodes; i++)
        if (nodes->number[i] >= places)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "nodes: rank %d is on node %d; accepted: 0 to "
                            "%lld, the places of the network's mesh",
                            nodes->ranks[nodes->rank_begin[i]],
                            nodes->number[i], (long long)places - 1);
    return QDR_OK;
}

qdr_status qdr_vector_network(const qdr_plan_impl *plan,
                              const qdr_network *from, qdr_network *out_network,
                              qdr_error *error)
{
    qdr_network made = *from;
    bool has_mesh =
        made.topology == QDR_MESH &&
        qdr_communicator_mesh(plan->request.shared, &made.rows, &made.columns);
    const char *name = NULL;
    qdr_error found = {""};
    qdr_status status = qdr_network_check(&made, &name, &found);

    if (status != QDR_OK)
        return qdr_fail(error, status, "network: %.3000s", found.text);
    if (made.topology == QDR_MESH && !has_mesh)
        status = check_places(&made, plan->choice.nodes, error);
    if (status == QDR_OK)
        *out_network = made;
    return status;
}

/* The map goes where the network says where the ranks are, or that it does not
 * count: choices are kept for problems without a map. */
static void forget_nodes(qdr_plan_impl *plan)
{
    bool has_levels = qdr_network_has_levels(&plan->request.network);

    if (!has_levels || plan->request.network.node_ranks > 0)
        plan->traffic.problem.nodes = NULL;
    /* The load of nodes does not count either, unless the caller wants it. */
    if (!has_levels && plan->choice.nodes != &plan->request.given_nodes)
        plan->choice.nodes = NULL;
}

/* Where the ranks are decides what levels cost, and which ranks share memory;
 * simulated ones share none. A mode is for messages. Algorithms for nodes keep
 * the map, as a single node has no levels. */
static qdr_status place_on_nodes(qdr_plan_impl *plan, qdr_error *error)
{
    qdr_network *network = &plan->request.network;
    qdr_status status = qdr_plan_find_nodes(plan, error);

    if (status != QDR_OK)
        return status;
    plan->choice.shares_node = plan->choice.nodes->num_nodes == 1;
    if (qdr_network_has_levels(network))
        qdr_network_set_nodes(network, plan->choice.nodes);
    network->shares_memory =
        (plan->choice.shares_node ||
         (qdr_network_has_levels(network) && !plan->request.has_mode)) &&
        !qdr_work_is_charged();
    if (plan->choice.kernel == NULL ||
        (plan->choice.kernel->flags & QDR_LEVELS) == 0)
        forget_nodes(plan);
    return QDR_OK;
}

qdr_status qdr_vector_restrict(qdr_plan_impl *plan, qdr_error *error)
{
    qdr_network *network = &plan->request.network;
    int rows, columns;
    int *places;
    qdr_status status;

    if (qdr_network_has_levels(network) ||
        (network->topology == QDR_SWITCHED && !qdr_work_is_charged()))
        return place_on_nodes(plan, error);
    if (network->topology != QDR_MESH ||
        qdr_communicator_mesh(plan->request.shared, &rows, &columns))
        return QDR_OK;
    status = qdr_plan_find_nodes(plan, error);
    if (status != QDR_OK)
        return status;
    places = malloc((size_t)plan->request.num_procs * sizeof *places);
    if (places == NULL)
        status = qdr_fail_memory(error, "the places of a plan's ranks");
    for (int r = 0; r < plan->request.num_procs && places != NULL; r++)
        places[r] = plan->choice.nodes->number[plan->choice.nodes->node_of[r]];
    if (places != NULL)
        qdr_network_restrict(network, places, plan->request.num_procs);
    free(places);
    return qdr_agree(plan->request.comm, status, error);
}
