/* kernels/preload/preload_peers.c -- see preload_peers.h. */
#include "kernels/preload/preload_peers.h"

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

static qdr_status init_both(qdr_call_peers *both, int num_to, int num_from)
{
    qdr_status status = init(&both->to, num_to);

    if (status == QDR_OK)
        status = init(&both->from, num_from);
    if (status != QDR_OK)
        qdr_peers_cleanup(both);
    return status;
}

qdr_status qdr_peers_find_all(qdr_call_peers *both, int rank, int num_procs)
{
    qdr_status status = QDR_OK;

    if (both->to.ranks != NULL)
        return QDR_OK;
    status = init_both(both, num_procs, num_procs);
    for (int i = 0; i < num_procs && status == QDR_OK; i++) {
        int peer = (rank + 1 + i) % num_procs;
        both->to.ranks[i] = both->from.ranks[i] = peer;
        both->to.index[i] = both->from.index[i] = peer;
    }
    return status;
}

/* In each dimension the neighbour below comes before the one above. What a rank
 * sends down, the rank below receives from above: where both are one rank, its
 * first message is for the second place. */
static qdr_status find_cartesian(qdr_call_peers *both, MPI_Comm comm)
{
    int num_dimensions = 0;
    qdr_status status;

    PMPI_Cartdim_get(comm, &num_dimensions);
    status = init_both(both, 2 * num_dimensions, 2 * num_dimensions);
    for (int i = 0; i < num_dimensions && status == QDR_OK; i++) {
        int below = 2 * i, above = below + 1;
        PMPI_Cart_shift(comm, i, 1, &both->to.ranks[below],
                        &both->to.ranks[above]);
        both->from.ranks[below] = both->to.ranks[above];
        both->from.ranks[above] = both->to.ranks[below];
        both->from.index[below] = above;
        both->from.index[above] = below;
    }
    return status;
}

static qdr_status find_graph(qdr_call_peers *both, MPI_Comm comm)
{
    int rank, count = 0;
    qdr_status status;

    PMPI_Comm_rank(comm, &rank);
    PMPI_Graph_neighbors_count(comm, rank, &count);
    status = init_both(both, count, count);
    if (status != QDR_OK)
        return status;
    PMPI_Graph_neighbors(comm, rank, count, both->to.ranks);
    PMPI_Graph_neighbors(comm, rank, count, both->from.ranks);
    return QDR_OK;
}

static qdr_status find_distributed(qdr_call_peers *both, MPI_Comm comm)
{
    int num_from = 0, num_to = 0, is_weighted;
    int *weights;
    qdr_status status;

    PMPI_Dist_graph_neighbors_count(comm, &num_from, &num_to, &is_weighted);
    status = init_both(both, num_to, num_from);
    if (status != QDR_OK)
        return status;
    weights = malloc(((size_t)num_from + (size_t)num_to + 1) * sizeof *weights);
    if (weights == NULL) {
        qdr_peers_cleanup(both);
        return QDR_ERROR_MEMORY;
    }
    PMPI_Dist_graph_neighbors(comm, num_from, both->from.ranks, weights, num_to,
                              both->to.ranks, weights + num_from);
    free(weights);
    return QDR_OK;
}

qdr_status qdr_peers_find_neighbors(qdr_call_peers *both, MPI_Comm comm)
{
    int kind = MPI_UNDEFINED;

    if (both->to.ranks != NULL)
        return QDR_OK;
    PMPI_Topo_test(comm, &kind);
    if (kind == MPI_CART)
        return find_cartesian(both, comm);
    if (kind == MPI_GRAPH)
        return find_graph(both, comm);
    return kind == MPI_DIST_GRAPH ? find_distributed(both, comm)
                                  : QDR_ERROR_INPUT;
}

void qdr_peers_cleanup(qdr_call_peers *both)
{
    cleanup(&both->to);
    cleanup(&both->from);
}
