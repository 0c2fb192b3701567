/* kernels/preload/preload_topology.c -- see preload_topology.h. */
#include "kernels/preload/preload_topology.h"

#include <stdlib.h>

static void cleanup(qdr_peers *peers)
{
    free(peers->ranks);
    free(peers->index);
    *peers = (qdr_peers){0};
}

/* Room for `count` peers, those of the arrays in their order. */
static qdr_status init(qdr_peers *peers, int count)
{
    size_t size = ((size_t)count + 1) * sizeof *peers->ranks;

    *peers = (qdr_peers){count, malloc(size), malloc(size)};
    if (peers->ranks == NULL || peers->index == NULL)
        return QDR_ERROR_MEMORY;
    for (int i = 0; i < count; i++)
        peers->index[i] = i;
    return QDR_OK;
}

static qdr_status init_both(qdr_topology *topology, int num_to, int num_from)
{
    qdr_status status = init(&topology->to, num_to);

    if (status == QDR_OK)
        status = init(&topology->from, num_from);
    if (status != QDR_OK)
        qdr_topology_cleanup(topology);
    return status;
}

qdr_status qdr_topology_all(qdr_topology *topology, int rank, int num_procs)
{
    qdr_status status = QDR_OK;

    if (topology->to.ranks != NULL)
        return QDR_OK;
    status = init_both(topology, num_procs, num_procs);
    for (int i = 0; i < num_procs && status == QDR_OK; i++) {
        int peer = (rank + 1 + i) % num_procs;
        topology->to.ranks[i] = topology->from.ranks[i] = peer;
        topology->to.index[i] = topology->from.index[i] = peer;
    }
    return status;
}

/* In each dimension the neighbour below comes before the one above. What a rank
 * sends down, the rank below receives from above: where both are one rank, its
 * first message is for the second place. */
static qdr_status find_cartesian(qdr_topology *topology, MPI_Comm comm)
{
    int num_dimensions = 0;
    qdr_status status;

    PMPI_Cartdim_get(comm, &num_dimensions);
    status = init_both(topology, 2 * num_dimensions, 2 * num_dimensions);
    for (int i = 0; i < num_dimensions && status == QDR_OK; i++) {
        int below = 2 * i, above = below + 1;
        PMPI_Cart_shift(comm, i, 1, &topology->to.ranks[below],
                        &topology->to.ranks[above]);
        topology->from.ranks[below] = topology->to.ranks[above];
        topology->from.ranks[above] = topology->to.ranks[below];
        topology->from.index[below] = above;
        topology->from.index[above] = below;
    }
    return status;
}

static qdr_status find_graph(qdr_topology *topology, MPI_Comm comm)
{
    int rank, count = 0;
    qdr_status status;

    PMPI_Comm_rank(comm, &rank);
    PMPI_Graph_neighbors_count(comm, rank, &count);
    status = init_both(topology, count, count);
    if (status != QDR_OK)
        return status;
    PMPI_Graph_neighbors(comm, rank, count, topology->to.ranks);
    PMPI_Graph_neighbors(comm, rank, count, topology->from.ranks);
    return QDR_OK;
}

static qdr_status find_distributed(qdr_topology *topology, MPI_Comm comm)
{
    int num_from = 0, num_to = 0, is_weighted;
    int *weights;
    qdr_status status;

    PMPI_Dist_graph_neighbors_count(comm, &num_from, &num_to, &is_weighted);
    status = init_both(topology, num_to, num_from);
    if (status != QDR_OK)
        return status;
    weights = malloc(((size_t)num_from + (size_t)num_to + 1) * sizeof *weights);
    if (weights == NULL) {
        qdr_topology_cleanup(topology);
        return QDR_ERROR_MEMORY;
    }
    PMPI_Dist_graph_neighbors(comm, num_from, topology->from.ranks, weights,
                              num_to, topology->to.ranks, weights + num_from);
    free(weights);
    return QDR_OK;
}

qdr_status qdr_topology_neighbors(qdr_topology *topology, MPI_Comm comm)
{
    int kind = MPI_UNDEFINED;

    if (topology->to.ranks != NULL)
        return QDR_OK;
    PMPI_Topo_test(comm, &kind);
    if (kind == MPI_CART)
        return find_cartesian(topology, comm);
    if (kind == MPI_GRAPH)
        return find_graph(topology, comm);
    return kind == MPI_DIST_GRAPH ? find_distributed(topology, comm)
                                  : QDR_ERROR_INPUT;
}

void qdr_topology_cleanup(qdr_topology *topology)
{
    cleanup(&topology->to);
    cleanup(&topology->from);
}
