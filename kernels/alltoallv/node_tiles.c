/* kernels/alltoallv/node_tiles.c -- see node_tiles.h. */
#include "kernels/alltoallv/node_tiles.h"

#include <stdlib.h>

#include "kernels/core/network_levels.h"
#include "kernels/core/network_mesh.h"

/* A message, and its place among the tiles. */
typedef struct entry {
    int from, to;
    int64_t message;
} entry;

static int by_tile(const void *left, const void *right)
{
    const entry *a = left, *b = right;

    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    return (a->message > b->message) - (a->message < b->message);
}

static int64_t list(const qdr_pattern *pattern, const qdr_node_map *nodes,
                    entry *entries)
{
    int64_t count = 0;

    for (int64_t m = 0; m < pattern->num_messages; m++) {
        const qdr_message *message = &pattern->messages[m];
        if (message->src != message->dst)
            entries[count++] = (entry){nodes->node_of[message->src],
                                       nodes->node_of[message->dst], m};
    }
    return count;
}

static void collect(qdr_node_tiles *made, const qdr_pattern *pattern,
                    const entry *entries, int64_t num_entries)
{
    for (int64_t i = 0; i < num_entries; i++) {
        const entry *at = &entries[i];
        qdr_node_tile *tile;
        int64_t bytes;
        if (i == 0 || at[-1].from != at->from || at[-1].to != at->to)
            made->tiles[made->count++] =
                (qdr_node_tile){at->from, at->to, i, i, 0, 0};
        tile = &made->tiles[made->count - 1];
        tile->end = i + 1;
        bytes = pattern->messages[at->message].bytes;
        tile->bytes += bytes;
        if (bytes > tile->longest)
            tile->longest = bytes;
        made->order[i] = at->message;
    }
}

static qdr_status place(qdr_node_tiles *tiles, const qdr_problem *problem,
                        qdr_error *error)
{
    if (problem->nodes != NULL) {
        tiles->nodes = problem->nodes;
        return QDR_OK;
    }
    tiles->nodes = &tiles->made;
    return qdr_network_place(qdr_problem_network(problem), problem->num_procs,
                             &tiles->made, error);
}

qdr_status qdr_node_tiles_of(qdr_node_tiles *tiles, const qdr_problem *problem,
                             qdr_error *error)
{
    size_t room = (size_t)problem->pattern->num_messages + 1;
    entry *entries = malloc(room * sizeof *entries);
    int64_t count;
    qdr_status status;

    *tiles = (qdr_node_tiles){.tiles = malloc(room * sizeof *tiles->tiles),
                              .order = malloc(room * sizeof *tiles->order)};
    status = place(tiles, problem, error);
    if (status == QDR_OK &&
        (entries == NULL || tiles->tiles == NULL || tiles->order == NULL))
        status = qdr_fail_memory(error, "the messages between nodes");
    if (status == QDR_OK) {
        count = list(problem->pattern, tiles->nodes, entries);
        qsort(entries, (size_t)count, sizeof *entries, by_tile);
        collect(tiles, problem->pattern, entries, count);
    }
    free(entries);
    return status;
}

void qdr_node_tiles_cleanup(qdr_node_tiles *tiles)
{
    qdr_node_map_cleanup(&tiles->made);
    free(tiles->tiles);
    free(tiles->order);
    *tiles = (qdr_node_tiles){0};
}
