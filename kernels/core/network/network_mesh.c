/* kernels/core/network/network_mesh.c -- the network of today, and the
 * physical mesh of a group of ranks; see network.h. */
#include "kernels/core/network/network.h"

#include <stddef.h>

const qdr_network qdr_network_of_today = {.alpha_us = 1.5,
                                          .beta_ns = 0.1,
                                          .gamma_ns = 0.1,
                                          .link_excess = 1,
                                          .inside_shared_us = 0.1,
                                          .inside_shared_bytes = 16384,
                                          .sender_free_us = 1.2,
                                          .receiver_free_us = 1.2};

const char *const qdr_network_topology_words[] = {[QDR_SWITCHED] = "switched",
                                                  [QDR_MESH] = "mesh",
                                                  [QDR_LINE] = "line",
                                                  NULL};

const char *const qdr_duplex_words[] = {[QDR_DUPLEX_FULL] = "full",
                                        [QDR_DUPLEX_HALF] = "half",
                                        [QDR_DUPLEX_HALF_INSIDE] =
                                            "half_inside",
                                        NULL};

qdr_network qdr_network_of_today_on_nodes(int node_ranks)
{
    qdr_network made = qdr_network_of_today;

    if (node_ranks < 2)
        return made;
    made.inside_alpha_us = 0.5;
    made.inside_beta_ns = 0.1;
    made.inside_eager_bytes = 4000;
    made.inside_rendezvous_us = 2;
    made.duplex = QDR_DUPLEX_HALF_INSIDE;
    made.node_ranks = made.adapter_ranks = node_ranks;
    return made;
}

static void set_line(qdr_network *network)
{
    network->topology = QDR_LINE;
    network->rows = network->columns = 0;
}

void qdr_network_restrict(qdr_network *network, const int *nodes, int count)
{
    int width = network->columns, first = nodes[0], columns = 1, i = 0;

    while (columns < count && nodes[columns] == first + columns &&
           nodes[columns] / width == first / width)
        columns++;
    while (i < count &&
           nodes[i] == first + (int64_t)(i / columns) * width + i % columns)
        i++;
    if (i == count && count % columns == 0 &&
        (first + columns - 1) / width == first / width) {
        network->rows = count / columns;
        network->columns = columns;
    } else {
        set_line(network);
    }
}

void qdr_network_first(qdr_network *network, int count)
{
    qdr_network_set_node_ranks(network, network->node_ranks, count);
    if (network->topology != QDR_MESH)
        return;
    if (count % network->columns == 0)
        network->rows = count / network->columns;
    else
        set_line(network);
}
