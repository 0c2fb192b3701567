/* kernels/core/network/network_levels.c -- see network.h. */
#include "kernels/core/network/network.h"

#include <stdlib.h>

bool qdr_network_has_levels(const qdr_network *network)
{
    return network->inside_alpha_us > 0;
}

static void drop_levels(qdr_network *network)
{
    network->inside_alpha_us = network->inside_beta_ns = 0;
    network->node_ranks = network->adapter_ranks = 0;
    network->inside_eager_bytes = 0;
    network->inside_rendezvous_us = 0;
    if (network->duplex == QDR_DUPLEX_HALF_INSIDE)
        network->duplex = QDR_DUPLEX_FULL;
}

/* What a rank is free for, if it is busy for as long as on `network`. */
static double free_us(const qdr_network *network, double of_alpha_us)
{
    double busy_us = network->alpha_us - of_alpha_us;

    return network->inside_alpha_us > busy_us
               ? network->inside_alpha_us - busy_us
               : 0;
}

qdr_network qdr_network_inside(const qdr_network *network)
{
    qdr_network made = *network;

    if (!qdr_network_has_levels(network))
        return made;
    made.alpha_us = network->inside_alpha_us;
    made.beta_ns = network->inside_beta_ns;
    made.sender_free_us = free_us(network, network->sender_free_us);
    made.receiver_free_us = free_us(network, network->receiver_free_us);
    made.rendezvous_us = made.crowd_us = 0;
    drop_levels(&made);
    return made;
}

qdr_network qdr_network_of_one_node(const qdr_network *network)
{
    qdr_network made = qdr_network_inside(network);

    if (network->inside_eager_bytes > 0) {
        made.eager_bytes = network->inside_eager_bytes;
        made.rendezvous_us = network->inside_rendezvous_us;
    }
    if (network->duplex == QDR_DUPLEX_HALF_INSIDE)
        made.duplex = QDR_DUPLEX_HALF;
    return made;
}

double qdr_network_message_us(const qdr_network *network, double bytes)
{
    bool waits =
        network->eager_bytes > 0 && bytes > (double)network->eager_bytes;

    return network->alpha_us + (waits ? network->rendezvous_us : 0);
}

qdr_network qdr_network_between(const qdr_network *network)
{
    qdr_network made = *network;

    drop_levels(&made);
    made.shares_memory = false;
    return made;
}

bool qdr_network_is_inside(const qdr_network *network, int64_t stride,
                           int64_t size)
{
    return network->node_ranks > 0 &&
           network->node_ranks % (stride * size) == 0;
}

int qdr_network_adapters(const qdr_network *network, int ranks)
{
    int sharing = network->adapter_ranks > 0 ? network->adapter_ranks : 1;

    return (ranks - 1) / sharing + 1;
}

int qdr_network_on_adapter(const qdr_network *network, int64_t ranks)
{
    int sharing = network->adapter_ranks;

    if (!qdr_network_has_levels(network))
        return 1;
    return network->node_ranks == 0 || ranks > sharing ? sharing : (int)ranks;
}

void qdr_network_set_node_ranks(qdr_network *network, int count, int num_procs)
{
    if (!qdr_network_has_levels(network))
        return;
    network->node_ranks = count < num_procs ? count : num_procs;
    if (count > 0 && network->adapter_ranks > network->node_ranks)
        network->adapter_ranks = network->node_ranks;
    if (network->node_ranks == 1)
        drop_levels(network);
}

void qdr_network_set_nodes(qdr_network *network, const qdr_node_map *nodes)
{
    int count = qdr_node_map_size(nodes, 0);

    if (nodes->num_nodes == 1) {
        *network = qdr_network_of_one_node(network);
        return;
    }
    if (network->adapter_ranks > nodes->max_ranks)
        network->adapter_ranks = nodes->max_ranks;
    for (int r = 0; r < nodes->num_procs && count > 0; r++)
        count = nodes->node_of[r] == r / count ? count : 0;
    qdr_network_set_node_ranks(network, count, nodes->num_procs);
}

qdr_status qdr_network_place(const qdr_network *network, int num_procs,
                             qdr_node_map *map, qdr_error *error)
{
    int count = network->node_ranks > 0 ? network->node_ranks : 1;
    int *numbers = malloc((size_t)num_procs * sizeof *numbers);
    qdr_status status;

    if (numbers == NULL)
        return qdr_fail_memory(error, "the nodes of ranks");
    for (int r = 0; r < num_procs; r++)
        numbers[r] = r / count;
    status = qdr_node_map_init(map, num_procs, numbers, error);
    free(numbers);
    return status;
}
