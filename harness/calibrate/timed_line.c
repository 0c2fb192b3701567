/* harness/calibrate/timed_line.c -- see timed_line.h. */
#include "harness/calibrate/timed_line.h"

/* Max ranks that the first node and another one both hold. */
static int ranks_of_two(const qdr_node_map *nodes)
{
    int first = qdr_node_map_size(nodes, 0), max = 0;

    for (int i = 1; i < nodes->num_nodes; i++)
        if (qdr_node_map_size(nodes, i) > max)
            max = qdr_node_map_size(nodes, i);
    return first < max ? first : max;
}

static int count_nodes(const qdr_node_map *nodes, int min_ranks)
{
    int count = 0;

    for (int i = 0; i < nodes->num_nodes; i++)
        count += qdr_node_map_size(nodes, i) >= min_ranks;
    return count;
}

qdr_timed_line qdr_timed_line_of_nodes(const qdr_node_map *nodes, int rank)
{
    int each = ranks_of_two(nodes), p = nodes->num_procs, place = 0;
    int size = count_nodes(nodes, each) / 2 * 2 * each;
    qdr_timed_line line = {size, each, size};

    if (nodes->num_nodes == 1)
        return (qdr_timed_line){p, 1, rank < p ? rank : p};
    for (int node = 0; place < size; node++) {
        if (qdr_node_map_size(nodes, node) < each)
            continue;
        for (int i = 0; i < each; i++, place++)
            if (nodes->ranks[nodes->rank_begin[node] + i] == rank)
                line.place = place;
    }
    return line;
}
