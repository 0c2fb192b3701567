/* kernels/alltoallv/node_pairs.c -- see node_pairs.h. */
#include "kernels/alltoallv/node_pairs.h"

#include <stdlib.h>

#include "kernels/core/network/network.h"

/* A message, and its place among the pairs. */
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

static void collect(qdr_node_pairs *made, const qdr_pattern *pattern,
                    const entry *entries, int64_t num_entries)
{
    for (int64_t i = 0; i < num_entries; i++) {
        const entry *at = &entries[i];
        qdr_node_pair *pair;
        int64_t bytes;
        if (i == 0 || at[-1].from != at->from || at[-1].to != at->to)
            made->pairs[made->count++] =
                (qdr_node_pair){at->from, at->to, i, i, 0, 0};
        pair = &made->pairs[made->count - 1];
        pair->end = i + 1;
        bytes = pattern->messages[at->message].bytes;
        pair->bytes += bytes;
        if (bytes > pair->longest)
            pair->longest = bytes;
        made->order[i] = at->message;
    }
}

static qdr_status place(qdr_node_pairs *pairs, const qdr_problem *problem,
                        qdr_error *error)
{
    if (problem->nodes != NULL) {
        pairs->nodes = problem->nodes;
        return QDR_OK;
    }
    pairs->nodes = &pairs->made;
    return qdr_network_place(qdr_problem_network(problem), problem->num_procs,
                             &pairs->made, error);
}

qdr_status qdr_node_pairs_of(qdr_node_pairs *pairs, const qdr_problem *problem,
                             qdr_error *error)
{
    size_t room = (size_t)problem->messages.pattern->num_messages + 1;
    entry *entries = malloc(room * sizeof *entries);
    int64_t count;
    qdr_status status;

    *pairs = (qdr_node_pairs){.pairs = malloc(room * sizeof *pairs->pairs),
                              .order = malloc(room * sizeof *pairs->order)};
    status = place(pairs, problem, error);
    if (status == QDR_OK &&
        (entries == NULL || pairs->pairs == NULL || pairs->order == NULL))
        status = qdr_fail_memory(error, "the messages between nodes");
    if (status == QDR_OK) {
        count = list(problem->messages.pattern, pairs->nodes, entries);
        qsort(entries, (size_t)count, sizeof *entries, by_tile);
        collect(pairs, problem->messages.pattern, entries, count);
    }
    free(entries);
    return status;
}

void qdr_node_pairs_cleanup(qdr_node_pairs *pairs)
{
    qdr_node_map_cleanup(&pairs->made);
    free(pairs->pairs);
    free(pairs->order);
    *pairs = (qdr_node_pairs){0};
}
