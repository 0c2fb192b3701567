/* kernels/core/problem/problem_summary.c -- the summary of a problem's
 * messages, by which times are predicted; see problem.h. */
#include "kernels/core/problem/problem.h"

#include <stdlib.h>

#include "kernels/core/network/network.h"

/* Messages and bytes of one end of a rank. */
typedef struct end {
    int64_t messages, bytes;
} end;

static void raise_to(int64_t *max, int64_t value)
{
    if (value > *max)
        *max = value;
}

qdr_status qdr_traffic_summary_of(const qdr_pattern *pattern,
                                  qdr_traffic_summary *out_summary,
                                  qdr_error *error)
{
    size_t p = (size_t)pattern->num_procs;
    end *sends = calloc(2 * p, sizeof *sends), *receives = sends + p;
    qdr_traffic_summary summary = {0};

    if (sends == NULL)
        return qdr_fail_memory(error, "the summary of ranks");
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        if (message.src == message.dst)
            continue;
        sends[message.src].messages++;
        sends[message.src].bytes += message.bytes;
        receives[message.dst].messages++;
        receives[message.dst].bytes += message.bytes;
        summary.num_messages++;
        summary.total_bytes += message.bytes;
    }
    for (size_t r = 0; r < p; r++) {
        raise_to(&summary.max_sends, sends[r].messages);
        raise_to(&summary.max_receives, receives[r].messages);
        raise_to(&summary.max_sent_bytes, sends[r].bytes);
        raise_to(&summary.max_received_bytes, receives[r].bytes);
    }
    free(sends);
    *out_summary = summary;
    return QDR_OK;
}

/* What leaves a node of so many ranks, of what a rank sends. */
static int64_t leaving_bytes(int ranks, int num_procs, int64_t sent_bytes)
{
    return sent_bytes / (num_procs - 1) * (num_procs - ranks) * ranks;
}

qdr_traffic_summary qdr_traffic_summary_complete(const qdr_network *network,
                                                 int num_procs,
                                                 int64_t sent_bytes)
{
    const int node_ranks = network == NULL ? 0 : network->node_ranks;
    int64_t of_node = 0;

    if (node_ranks > 0 && node_ranks < num_procs) {
        /* The last node may have fewer. */
        of_node = leaving_bytes(node_ranks, num_procs, sent_bytes);
        raise_to(&of_node,
                 leaving_bytes(num_procs % node_ranks, num_procs, sent_bytes));
    }
    return (qdr_traffic_summary){.max_sends = num_procs - 1,
                                 .max_receives = num_procs - 1,
                                 .max_sent_bytes = sent_bytes,
                                 .max_received_bytes = sent_bytes,
                                 .max_node_sent_bytes = of_node,
                                 .max_node_received_bytes = of_node,
                                 .num_messages =
                                     (int64_t)num_procs * (num_procs - 1),
                                 .total_bytes = num_procs * sent_bytes};
}

/* The bytes that leave each node of the map, and that enter it. */
static qdr_status count_nodes(const qdr_pattern *pattern,
                              const qdr_node_map *nodes,
                              qdr_traffic_summary *summary, qdr_error *error)
{
    size_t count = (size_t)nodes->num_nodes;
    int64_t *left = calloc(2 * count, sizeof *left), *entered = left + count;

    if (left == NULL)
        return qdr_fail_memory(error, "the summary of nodes");
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        int from = nodes->node_of[message.src];
        int to = nodes->node_of[message.dst];
        if (from != to) {
            left[from] += message.bytes;
            entered[to] += message.bytes;
        }
    }
    for (size_t i = 0; i < count; i++) {
        raise_to(&summary->max_node_sent_bytes, left[i]);
        raise_to(&summary->max_node_received_bytes, entered[i]);
    }
    free(left);
    return QDR_OK;
}

qdr_status qdr_problem_summary(const qdr_problem *problem,
                               qdr_traffic_summary *out_summary,
                               qdr_error *error)
{
    const qdr_network *network = qdr_problem_network(problem);
    const qdr_node_map *nodes = problem->nodes;
    qdr_node_map made = {0};
    qdr_traffic_summary summary;
    qdr_status status = QDR_OK;

    if (problem->messages.summary != NULL) {
        *out_summary = *problem->messages.summary;
        return QDR_OK;
    }
    status = qdr_traffic_summary_of(problem->messages.pattern, &summary, error);
    if (status == QDR_OK && nodes == NULL && qdr_network_has_levels(network)) {
        status = qdr_network_place(network, problem->num_procs, &made, error);
        nodes = &made;
    }
    if (status == QDR_OK && nodes != NULL)
        status = count_nodes(problem->messages.pattern, nodes, &summary, error);
    qdr_node_map_cleanup(&made);
    if (status == QDR_OK)
        *out_summary = summary;
    return status;
}
