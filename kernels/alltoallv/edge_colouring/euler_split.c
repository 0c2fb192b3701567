/* kernels/alltoallv/edge_colouring/euler_split.c -- see euler_split.h.
 *
 * The edges of a vertex are paired off, any two together, and at most one is
 * left over. An edge then has a mate at each of its ends, or none there, so
 * mates form paths and cycles; a cycle alternates the two kinds of ends and has
 * even length. The walk puts edges alternately into one part and the other, so
 * two mates are never in the same part. [gabow1976] walks Euler partitions for
 * the same purpose.
 */
#include "kernels/alltoallv/edge_colouring/euler_split.h"

#include <string.h>

enum { NO_HALF = -1 };

/* At one kind of end. */
static void pair_off(const qdr_colour_edge *edges, int count, int end,
                     qdr_split_room *room)
{
    int *last = room->last[end];

    for (int e = 0; e < count; e++) {
        int v = edges[e].ends[end];
        room->of[e].mates[end] = last[v];
        if (last[v] < 0) {
            last[v] = e;
        } else {
            room->of[last[v]].mates[end] = e;
            last[v] = -1;
        }
    }
    for (int e = 0; e < count; e++)
        last[edges[e].ends[end]] = -1;
}

/* Where a walk over mates is: at an edge that has its half, about to leave it
 * by one of its ends. */
typedef struct walker {
    int edge, end;
} walker;

/* False: there is no further edge, or it has its half. */
static bool advance(walker *at, qdr_mated *of)
{
    int next = of[at->edge].mates[at->end];

    if (next < 0 || of[next].half != NO_HALF)
        return false;
    of[next].half = !of[at->edge].half;
    *at = (walker){next, !at->end};
    return true;
}

/* Both ways from an edge, by turns, so that a processor waits for the memory of
 * both at once. */
static void walk(int edge, qdr_mated *of)
{
    walker there = {edge, 0}, back = {edge, 1};
    bool is_there = true, is_back = true;

    while (is_there || is_back) {
        is_there = is_there && advance(&there, of);
        is_back = is_back && advance(&back, of);
    }
}

int qdr_partition(qdr_colour_edge *edges, int count, qdr_split_room *room)
{
    int num_first = 0, num_moved = 0;

    for (int e = 0; e < count; e++)
        if (room->of[e].half)
            room->moved[num_moved++] = edges[e];
        else
            edges[num_first++] = edges[e];
    memcpy(edges + num_first, room->moved, (size_t)num_moved * sizeof *edges);
    return num_first;
}

int qdr_euler_split(qdr_colour_edge *edges, int count, qdr_split_room *room)
{
    for (int e = 0; e < count; e++)
        room->of[e].half = NO_HALF;
    pair_off(edges, count, 0, room);
    pair_off(edges, count, 1, room);
    for (int e = 0; e < count; e++) {
        if (room->of[e].half != NO_HALF)
            continue;
        room->of[e].half = 0;
        walk(e, room->of);
    }
    return qdr_partition(edges, count, room);
}
