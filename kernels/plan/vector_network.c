/* kernels/plan/vector_network.c -- the network that a plan's ranks use. On a
 * physical mesh [barnett1994, Sec. 9]: where a group is a rectangle of the
 * machine its rows and columns are used, else it is a linear array. */
#include <stdlib.h>
#include <string.h>

#include "kernels/core/network_mesh.h"
#include "kernels/plan/vector_call.h"

/* A Cartesian communicator of two dimensions defines its mesh. */
static bool is_cartesian(MPI_Comm comm, int *out_rows, int *out_columns)
{
    int num_dimensions = 0;
    int sizes[2], periods[2], coordinates[2];

    /* It fails for others; the plan's communicator returns errors. */
    if (MPI_Cartdim_get(comm, &num_dimensions) != MPI_SUCCESS ||
        num_dimensions != 2)
        return false;
    MPI_Cart_get(comm, 2, sizes, periods, coordinates);
    *out_rows = sizes[0];
    *out_columns = sizes[1];
    return true;
}

/* The machine's node of each rank of the plan: its rank in MPI_COMM_WORLD. */
static bool find_nodes(const qdr_plan_body *plan, int *nodes)
{
    MPI_Group own = MPI_GROUP_NULL, world = MPI_GROUP_NULL;
    int *ranks = malloc((size_t)plan->num_procs * sizeof *ranks);
    int code;

    if (ranks == NULL)
        return false;
    for (int r = 0; r < plan->num_procs; r++)
        ranks[r] = r;
    code = MPI_Comm_group(plan->comm, &own);
    if (code == MPI_SUCCESS)
        code = MPI_Comm_group(MPI_COMM_WORLD, &world);
    if (code == MPI_SUCCESS)
        code = MPI_Group_translate_ranks(own, plan->num_procs, ranks, world,
                                         nodes);
    /* MPI refuses to free MPI_GROUP_NULL. */
    if (own != MPI_GROUP_NULL)
        MPI_Group_free(&own);
    if (world != MPI_GROUP_NULL)
        MPI_Group_free(&world);
    free(ranks);
    return code == MPI_SUCCESS;
}

static int64_t bits_of(double value)
{
    int64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

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

int qdr_network_list(const qdr_network *network, qdr_common *out_numbers)
{
    const qdr_common numbers[QDR_NUM_NETWORK_NUMBERS] = {
        {"the network's alpha", bits_of(network->alpha_us)},
        {"the network's beta", bits_of(network->beta_ns)},
        {"the network's gamma", bits_of(network->gamma_ns)},
        {"the network's link excess", bits_of(network->link_excess)},
        {"the network's topology", network->topology},
        {"the network's duplex", network->duplex},
        {"the rows of the network", network->rows},
        {"the columns of the network", network->columns},
        {"how long the network leaves senders free",
         bits_of(network->sender_free_us)},
        {"how long the network leaves receivers free",
         bits_of(network->receiver_free_us)},
        {"the network's eager bytes", network->eager_bytes}};

    memcpy(out_numbers, numbers, sizeof numbers);
    return QDR_NUM_NETWORK_NUMBERS;
}

qdr_status qdr_vector_network(const qdr_plan_body *plan,
                              const qdr_network *from, qdr_network *out_network,
                              qdr_error *error)
{
    qdr_network made = *from;
    bool has_mesh = made.topology == QDR_MESH &&
                    is_cartesian(plan->comm, &made.rows, &made.columns);
    qdr_status status = check_numbers(&made, error);
    int *nodes;

    if (status == QDR_OK)
        status = check_duplex(&made, error);
    if (status == QDR_OK)
        status = check_topology(&made, error);
    if (status != QDR_OK)
        return status;
    if (made.topology == QDR_MESH && !has_mesh) {
        nodes = malloc((size_t)plan->num_procs * sizeof *nodes);
        if (nodes == NULL || !find_nodes(plan, nodes)) {
            free(nodes);
            return qdr_fail_memory(error, "the nodes of a plan");
        }
        qdr_network_restrict(&made, nodes, plan->num_procs);
        free(nodes);
    }
    *out_network = made;
    return QDR_OK;
}
