/* workloads/partition/rcb.c -- recursive coordinate bisection.
 *
 * Source: [berger1987], of grids; of meshes, [williams1991].
 * Idea:   rcb cuts across the coordinate along which the vertices reach
 *         furthest, and each half again; rcb_xyz across x, y and z in turn.
 *         Edges are not looked at.
 * Cost:   O(n log n log p) for n vertices and p parts.
 */
#include <stddef.h>

#include "workloads/partition/method.h"

static double extent(const qdr_cut *cut, int axis)
{
    double min = 0, max = 0;

    for (int64_t i = 0; i < cut->count; i++) {
        double x = cut->graph->coordinates[3 * cut->vertices[i] + axis];
        if (i == 0 || x < min)
            min = x;
        if (i == 0 || x > max)
            max = x;
    }
    return max - min;
}

static int longest(const qdr_cut *cut)
{
    int found = 0;

    for (int axis = 1; axis < 3; axis++)
        if (extent(cut, axis) > extent(cut, found))
            found = axis;
    return found;
}

static qdr_status set_keys(const qdr_cut *cut, void *context, double *keys,
                           qdr_error *error)
{
    const bool *is_in_turn = context;
    int axis = *is_in_turn ? cut->depth % 3 : longest(cut);

    (void)error;
    for (int64_t i = 0; i < cut->count; i++)
        keys[i] = cut->graph->coordinates[3 * cut->vertices[i] + axis];
    return QDR_OK;
}

qdr_status qdr_partition_rcb(const qdr_graph *graph, int procs, uint64_t seed,
                             int *part, qdr_error *error)
{
    return qdr_bisect(graph, procs, seed, set_keys, &(bool){false}, part,
                      error);
}

qdr_status qdr_partition_rcb_xyz(const qdr_graph *graph, int procs,
                                 uint64_t seed, int *part, qdr_error *error)
{
    return qdr_bisect(graph, procs, seed, set_keys, &(bool){true}, part, error);
}
