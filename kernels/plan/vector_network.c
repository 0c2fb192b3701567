/* kernels/plan/vector_network.c -- the network that a plan's ranks use. On a
 * physical mesh [barnett1994, Sec. 9]: where a group is a rectangle of the
 * machine its rows and columns are used, else it is a linear array. */
#include <stdlib.h>

#include "kernels/core/network_levels.h"
#include "kernels/core/network_mesh.h"
#include "kernels/messaging/agreement.h"
#include "kernels/plan/plan_nodes.h"
#include "kernels/plan/vector_call.h"

static bool is_part_of(double us, double alpha_us)
{
    return us >= 0 && us <= alpha_us;
}

static qdr_status check_numbers(const qdr_network *network, qdr_error *error)
{
    if (network->alpha_us >= 0 && network->beta_ns >= 0 &&
        network->gamma_ns >= 0 && network->link_excess >= 1 &&
        network->eager_bytes >= 0 &&
        is_part_of(network->sender_free_us, network->alpha_us) &&
        is_part_of(network->receiver_free_us, network->alpha_us))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "network: alpha %g us, beta %g ns, gamma %g ns, link "
                    "excess %g, sender free for %g us, receiver for %g us, "
                    "eager bytes %lld; accepted: numbers from 0, a link excess "
                    "from 1, and no "
                    "rank free for longer than alpha",
                    network->alpha_us, network->beta_ns, network->gamma_ns,
                    network->link_excess, network->sender_free_us,
                    network->receiver_free_us, (long long)network->eager_bytes);
}

static qdr_status check_duplex(const qdr_network *network, qdr_error *error)
{
    if ((unsigned)network->duplex < QDR_NUM_DUPLEXES)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "network: duplex %d; accepted: full (0), half (1)",
                    (int)network->duplex);
}

/* A mesh has rows and columns, its own or the communicator's; others have
 * none. */
static qdr_status check_topology(const qdr_network *network, qdr_error *error)
{
    bool is_mesh = network->topology == QDR_MESH;

    if ((unsigned)network->topology >= QDR_NUM_NETWORK_TOPOLOGIES)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "network: topology %d; accepted: switched (0), mesh "
                        "(1), line (2)",
                        (int)network->topology);
    if ((!is_mesh && network->rows == 0 && network->columns == 0) ||
        (is_mesh && network->rows > 0 && network->columns > 0))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "network: topology %s, %d rows, %d columns; accepted: "
                    "mesh with rows and columns from 1, or with a Cartesian "
                    "communicator of two dimensions; switched or line without "
                    "rows and columns",
                    qdr_network_topology_words[network->topology],
                    network->rows, network->columns);
}

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

static qdr_status check_levels(const qdr_network *network, qdr_error *error)
{
    const char *key = NULL;
    qdr_error found = {""};

    return qdr_network_check_levels(network, &key, &found) == QDR_OK
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_INPUT, "network: %.3000s",
                          found.text);
}

qdr_status qdr_vector_network(const qdr_plan_body *plan,
                              const qdr_network *from, qdr_network *out_network,
                              qdr_error *error)
{
    qdr_network made = *from;
    bool has_mesh =
        made.topology == QDR_MESH &&
        qdr_communicator_mesh(plan->shared, &made.rows, &made.columns);
    qdr_status status = check_numbers(&made, error);

    if (status == QDR_OK)
        status = check_duplex(&made, error);
    if (status == QDR_OK)
        status = check_topology(&made, error);
    if (status == QDR_OK)
        status = check_levels(&made, error);
    if (status == QDR_OK && made.topology == QDR_MESH && !has_mesh)
        status = check_places(&made, plan->nodes, error);
    if (status == QDR_OK)
        *out_network = made;
    return status;
}

/* Where the ranks are decides what levels cost. Choices are kept for problems
 * without a map: it goes where the network says where the ranks are. Algorithms
 * for nodes keep it, as a single node has no levels. */
static qdr_status place_on_nodes(qdr_plan_body *plan, qdr_error *error)
{
    qdr_status status = qdr_plan_find_nodes(plan, error);
    bool has_levels;

    if (status != QDR_OK)
        return status;
    qdr_network_set_nodes(&plan->network, plan->nodes);
    if (plan->kernel != NULL && (plan->kernel->flags & QDR_LEVELS) != 0)
        return QDR_OK;
    has_levels = qdr_network_has_levels(&plan->network);
    if (!has_levels || plan->network.node_ranks > 0)
        plan->problem.nodes = NULL;
    /* The load of nodes does not count either, unless the caller wants it. */
    if (!has_levels && plan->nodes != &plan->given_nodes)
        plan->nodes = NULL;
    return QDR_OK;
}

qdr_status qdr_vector_restrict(qdr_plan_body *plan, qdr_error *error)
{
    qdr_network *network = &plan->network;
    int rows, columns;
    int *places;
    qdr_status status;

    if (qdr_network_has_levels(network))
        return place_on_nodes(plan, error);
    if (network->topology != QDR_MESH ||
        qdr_communicator_mesh(plan->shared, &rows, &columns))
        return QDR_OK;
    status = qdr_plan_find_nodes(plan, error);
    if (status != QDR_OK)
        return status;
    places = malloc((size_t)plan->num_procs * sizeof *places);
    if (places == NULL)
        status = qdr_fail_memory(error, "the places of a plan's ranks");
    for (int r = 0; r < plan->num_procs && places != NULL; r++)
        places[r] = plan->nodes->number[plan->nodes->node_of[r]];
    if (places != NULL)
        qdr_network_restrict(network, places, plan->num_procs);
    free(places);
    return qdr_agree(plan->comm, status, error);
}
