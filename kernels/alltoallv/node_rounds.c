/* kernels/alltoallv/node_rounds.c -- see node_rounds.h. */
#include "kernels/alltoallv/node_rounds.h"

#include <stdlib.h>

#include "kernels/core/network/network.h"
#include "kernels/kernel.h"

extern const qdr_kernel qdr_alltoallv_largest_load_first;

static int adapters_of(const qdr_node_pairs *pairs, const qdr_network *network,
                       int node)
{
    return qdr_network_adapters(network, qdr_node_map_size(pairs->nodes, node));
}

/* The messages between nodes, in the order of the pairs. */
static qdr_status make_pattern(const qdr_node_pairs *pairs,
                               const qdr_network *network,
                               qdr_pattern *out_pattern, qdr_error *error)
{
    qdr_message *messages =
        malloc(((size_t)pairs->count + 1) * sizeof *messages);
    qdr_status status;

    if (messages == NULL)
        return qdr_fail_memory(error, "the messages between nodes");
    for (int64_t t = 0; t < pairs->count; t++) {
        const qdr_node_pair *pair = &pairs->pairs[t];
        int from = adapters_of(pairs, network, pair->from);
        int to = adapters_of(pairs, network, pair->to);
        messages[t] = (qdr_message){pair->from, pair->to,
                                    pair->bytes / (from < to ? from : to)};
    }
    status = qdr_pattern_init(out_pattern, pairs->nodes->num_nodes, messages,
                              pairs->count, error);
    free(messages);
    return status;
}

qdr_status qdr_node_rounds_set(const qdr_node_pairs *pairs,
                               const qdr_problem *problem, int64_t *round_of,
                               int64_t *out_num_rounds, qdr_error *error)
{
    const qdr_network *network = qdr_problem_network(problem);
    const qdr_network between = qdr_network_between(network);
    qdr_pattern pattern = {0};
    qdr_values defaults;
    const qdr_problem among = {.collective = problem->collective,
                               .num_procs = pairs->nodes->num_nodes,
                               .messages.pattern = &pattern,
                               .values = &defaults,
                               .network = &between,
                               .mode = problem->mode};
    qdr_assigned assigned = {0};
    qdr_status status = make_pattern(pairs, network, &pattern, error);

    qdr_values_init(&defaults, qdr_alltoallv_largest_load_first.parameters);
    if (status == QDR_OK)
        status = qdr_alltoallv_largest_load_first.assign(&among, round_of,
                                                         &assigned, error);
    *out_num_rounds = assigned.num_rounds;
    qdr_pattern_cleanup(&pattern);
    return status;
}
