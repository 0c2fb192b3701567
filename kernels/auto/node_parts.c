/* kernels/auto/node_parts.c -- see node_parts.h. */
#include "kernels/auto/node_parts.h"

#include <stdlib.h>

qdr_status qdr_node_parts_init(qdr_node_parts *parts,
                               const qdr_problem *problem,
                               const qdr_node_map *nodes, qdr_error *error)
{
    /* Released by qdr_node_parts_cleanup. */
    qdr_node_parts made = {
        problem, nodes,
        malloc(((size_t)problem->num_procs + 1) * sizeof *made.begin)};

    if (made.begin == NULL)
        return qdr_fail_memory(error, "the parts of nodes");
    made.begin[0] = 0;
    for (int j = 0; j < problem->num_procs; j++)
        made.begin[j + 1] =
            made.begin[j] + qdr_problem_part_bytes(problem, nodes->ranks[j]);
    *parts = made;
    return QDR_OK;
}

void qdr_node_parts_cleanup(qdr_node_parts *parts)
{
    free(parts->begin);
    *parts = (qdr_node_parts){0};
}

void qdr_node_parts_of_leaders(const qdr_node_parts *parts, int64_t *out_begin)
{
    for (int i = 0; i <= parts->nodes->num_nodes; i++)
        out_begin[i] = parts->begin[parts->nodes->rank_begin[i]];
}

void qdr_node_parts_of_node(const qdr_node_parts *parts, int node,
                            int64_t *out_begin)
{
    const int64_t *first = parts->begin + parts->nodes->rank_begin[node];

    for (int i = 0; i <= qdr_node_map_size(parts->nodes, node); i++)
        out_begin[i] = first[i] - first[0];
}

int64_t qdr_node_parts_bytes(const qdr_node_parts *parts, int node)
{
    const int *rank_begin = parts->nodes->rank_begin;

    return parts->begin[rank_begin[node + 1]] - parts->begin[rank_begin[node]];
}

bool qdr_node_parts_are_alike(const qdr_node_parts *parts, int a, int b)
{
    const int64_t *of_a = parts->begin + parts->nodes->rank_begin[a];
    const int64_t *of_b = parts->begin + parts->nodes->rank_begin[b];
    int size = qdr_node_map_size(parts->nodes, a);

    for (int i = 1; i <= size; i++)
        if (of_a[i] - of_a[0] != of_b[i] - of_b[0])
            return false;
    return true;
}

/* The last place in the order of nodes whose part begins at `at` or before. */
static int place_of(const qdr_node_parts *parts, int64_t at)
{
    int low = 0, high = parts->problem->num_procs;

    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (parts->begin[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* From a part's place in the order of nodes to that in the vector. */
static int64_t shift_of(const qdr_node_parts *parts, int j)
{
    return qdr_problem_part_begin(parts->problem, parts->nodes->ranks[j]) -
           parts->begin[j];
}

qdr_vector_interval qdr_node_parts_next(const qdr_node_parts *parts,
                                        int64_t *at, int64_t end)
{
    int j = place_of(parts, *at);
    int64_t shift = shift_of(parts, j);
    qdr_vector_interval found = {*at + shift, *at + shift};

    /* Parts that follow one another in the vector are one interval. */
    for (; *at < end && shift_of(parts, j) == shift; j++) {
        int64_t stop = parts->begin[j + 1] < end ? parts->begin[j + 1] : end;
        found.end += stop - *at;
        *at = stop;
    }
    return found;
}
