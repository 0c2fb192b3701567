/* workloads/partition/strips.c -- consecutive vertices.
 *
 * Source: the block distribution of rows, as of a matrix's.
 * Idea:   the vertices in their order, cut into equal stretches; as good as
 *         their numbering.
 * Cost:   O(n) for n vertices; parts differ by one vertex at most.
 */
#include "workloads/partition/method.h"

qdr_status qdr_partition_strips(const qdr_graph *graph, int procs,
                                uint64_t seed, int *part, qdr_error *error)
{
    int64_t n = graph->num_vertices;

    (void)seed;
    (void)error;
    for (int index = 0; index < procs; index++)
        for (int64_t v = qdr_partition_share(n, procs, index);
             v < qdr_partition_share(n, procs, index + 1); v++)
            part[v] = index;
    return QDR_OK;
}
