/* kernels/alltoallv/forwarding_ranks.c -- see forwarding_ranks.h. */
#include "kernels/alltoallv/forwarding_ranks.h"

#include <stdlib.h>

#include "kernels/core/problem/problem.h"

static int ranks_an_adapter(const qdr_network *network)
{
    return network->adapter_ranks > 0 ? network->adapter_ranks : 1;
}

qdr_status qdr_forwarding_ranks_init(qdr_forwarding_ranks *forwarding_ranks,
                                     const qdr_node_map *nodes,
                                     const qdr_network *network,
                                     qdr_error *error)
{
    size_t room = (size_t)nodes->max_ranks + 1;
    /* Both are released by qdr_forwarding_ranks_cleanup. */
    qdr_forwarding_ranks made = {.nodes = nodes,
                                 .network = network,
                                 .ranks = malloc(room * sizeof *made.ranks),
                                 .begin = malloc(room * sizeof *made.begin)};

    if (made.ranks == NULL || made.begin == NULL) {
        qdr_forwarding_ranks_cleanup(&made);
        return qdr_fail_memory(error, "the forwarders of a node");
    }
    *forwarding_ranks = made;
    return QDR_OK;
}

void qdr_forwarding_ranks_cleanup(qdr_forwarding_ranks *forwarding_ranks)
{
    free(forwarding_ranks->ranks);
    free(forwarding_ranks->begin);
    *forwarding_ranks = (qdr_forwarding_ranks){0};
}

int qdr_forwarding_ranks_count(const qdr_node_map *nodes,
                               const qdr_network *network, int node,
                               int64_t bytes)
{
    int size = qdr_node_map_size(nodes, node);
    double worth = (double)bytes * network->beta_ns / 1e3;

    if (worth >= network->alpha_us * size)
        return size;
    return worth > network->alpha_us ? (int)(worth / network->alpha_us) : 1;
}

/* Forwarder i of all, first one of each adapter, then the next of each. */
static int member_at(int size, int sharing, int i)
{
    int full = size / sharing, left_over = size % sharing;
    int adapters = full + (left_over > 0);

    if (i < adapters * left_over)
        return i % adapters * sharing + i / adapters;
    i -= adapters * left_over;
    return i % full * sharing + left_over + i / full;
}

/* A member's part of its adapter's share, in units that are whole: the ranks of
 * a last adapter with fewer have larger ones. */
static int64_t weight_of(int size, int sharing, int member)
{
    int left_over = size % sharing;

    if (left_over == 0)
        return 1;
    return member / sharing == size / sharing ? sharing : left_over;
}

void qdr_forwarding_ranks_set(qdr_forwarding_ranks *forwarding_ranks, int node,
                              int64_t bytes, int turn)
{
    const qdr_node_map *nodes = forwarding_ranks->nodes;
    int size = qdr_node_map_size(nodes, node);
    int sharing = ranks_an_adapter(forwarding_ranks->network);
    int64_t sum = 0, total;

    forwarding_ranks->count = qdr_forwarding_ranks_count(
        nodes, forwarding_ranks->network, node, bytes);
    if (sharing > size)
        sharing = size;
    for (int i = 0; i < forwarding_ranks->count; i++) {
        int member = member_at(size, sharing, (turn + i) % size);
        forwarding_ranks->ranks[i] =
            nodes->ranks[nodes->rank_begin[node] + member];
        forwarding_ranks->begin[i] = sum;
        sum += weight_of(size, sharing, member);
    }
    total = forwarding_ranks->begin[forwarding_ranks->count] = sum;
    for (int i = 0; i <= forwarding_ranks->count; i++)
        forwarding_ranks->begin[i] =
            qdr_even_part(bytes, total, forwarding_ranks->begin[i]);
}

int qdr_forwarding_ranks_find(const qdr_forwarding_ranks *forwarding_ranks,
                              int64_t at)
{
    int low = 0, high = forwarding_ranks->count;

    /* begin[low] <= at, and at < begin[high] or high is the end. */
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (forwarding_ranks->begin[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}
