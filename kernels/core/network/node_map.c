/* kernels/core/network/node_map.c -- see node_map.h; node_map_read.c reads
 * texts. */
#include "kernels/core/network/node_map.h"

#include <stdlib.h>

#include "kernels/core/base/rng.h"

/* A rank and its node. */
typedef struct place {
    int number, rank;
} place;

static int by_number(const void *left, const void *right)
{
    const place *a = left, *b = right;

    if (a->number != b->number)
        return (a->number > b->number) - (a->number < b->number);
    return (a->rank > b->rank) - (a->rank < b->rank);
}

/* Gives the nodes their order: sets node_of and number. `sorted` has room for
 * the ranks. */
static void number_nodes(qdr_node_map *made, const int *numbers, place *sorted)
{
    int p = made->num_procs, first = 0;

    for (int r = 0; r < p; r++)
        sorted[r] = (place){numbers[r], r};
    qsort(sorted, (size_t)p, sizeof *sorted, by_number);
    /* Each rank's leader first. */
    for (int i = 0; i < p; i++) {
        if (sorted[i].number != sorted[first].number)
            first = i;
        made->node_of[sorted[i].rank] = sorted[first].rank;
    }
    for (int r = 0; r < p; r++) {
        int leader = made->node_of[r];
        if (leader == r) {
            made->number[made->num_nodes] = numbers[r];
            made->node_of[r] = made->num_nodes++;
        } else {
            made->node_of[r] = made->node_of[leader];
        }
    }
}

/* Lists the ranks by node. */
static void list_ranks(qdr_node_map *made)
{
    int *at = made->rank_begin;

    for (int r = 0; r < made->num_procs; r++)
        at[made->node_of[r] + 1]++;
    made->min_ranks = made->max_ranks = at[1];
    for (int i = 0; i < made->num_nodes; i++) {
        if (at[i + 1] < made->min_ranks)
            made->min_ranks = at[i + 1];
        if (at[i + 1] > made->max_ranks)
            made->max_ranks = at[i + 1];
        at[i + 1] += at[i];
    }
    /* Each begin moves to the next one's place, and back. */
    for (int r = 0; r < made->num_procs; r++)
        made->ranks[at[made->node_of[r]]++] = r;
    for (int i = made->num_nodes; i > 0; i--)
        at[i] = at[i - 1];
    at[0] = 0;
}

qdr_status qdr_node_map_init(qdr_node_map *map, int num_procs,
                             const int *numbers, qdr_error *error)
{
    size_t p = (size_t)num_procs;
    qdr_node_map made = {.num_procs = num_procs};
    place *sorted;

    for (int r = 0; r < num_procs; r++)
        if (numbers[r] < 0)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "nodes: rank %d is on node %d; accepted: numbers "
                            "from 0",
                            r, numbers[r]);
    sorted = malloc((p + 1) * sizeof *sorted);
    /* All are released by qdr_node_map_cleanup. */
    made.node_of = malloc((p + 1) * sizeof *made.node_of);
    made.number = malloc((p + 1) * sizeof *made.number);
    made.rank_begin = calloc(p + 2, sizeof *made.rank_begin);
    made.ranks = malloc((p + 1) * sizeof *made.ranks);
    if (sorted == NULL || made.node_of == NULL || made.number == NULL ||
        made.rank_begin == NULL || made.ranks == NULL) {
        free(sorted);
        qdr_node_map_cleanup(&made);
        return qdr_fail_memory(error, "a map of nodes");
    }
    number_nodes(&made, numbers, sorted);
    list_ranks(&made);
    free(sorted);
    *map = made;
    return QDR_OK;
}

void qdr_node_map_cleanup(qdr_node_map *map)
{
    free(map->node_of);
    free(map->number);
    free(map->rank_begin);
    free(map->ranks);
    *map = (qdr_node_map){0};
}

int64_t qdr_node_map_digest(const qdr_node_map *map)
{
    uint64_t mixed = 0;

    for (int r = 0; r < map->num_procs; r++)
        mixed = qdr_mix64(mixed + 1 + (uint64_t)map->number[map->node_of[r]]);
    return (int64_t)mixed;
}

int qdr_node_map_size(const qdr_node_map *map, int node)
{
    return map->rank_begin[node + 1] - map->rank_begin[node];
}
