/* kernels/alltoallv/node_balanced_model.c -- see node_balanced_model.h. */
#include "kernels/alltoallv/node_balanced_model.h"

#include "kernels/alltoallv/forwarding_ranks.h"
#include "kernels/alltoallv/node_hops.h"
#include "kernels/building_blocks/direct_model.h"
#include "kernels/core/base/min_max.h"
#include "kernels/core/network/network.h"
#include "kernels/core/problem/problem.h"

/* The pieces of a pair: each cut is at the end of a forwarder's interval. */
static int64_t count_pieces(const qdr_node_pairs *pairs,
                            const qdr_node_pair *pair,
                            const qdr_network *network)
{
    int64_t count = pair->end - pair->begin;

    if (pair->from != pair->to) {
        int senders = qdr_forwarding_ranks_count(pairs->nodes, network,
                                                 pair->from, pair->bytes);
        count += senders * qdr_node_hops_parts(pair, senders, network) - 1;
        count += qdr_forwarding_ranks_count(pairs->nodes, network, pair->to,
                                            pair->bytes) -
                 1;
    }
    return count;
}

qdr_status qdr_node_balanced_cost(const qdr_problem *problem,
                                  qdr_cost *out_cost, qdr_error *error)
{
    const qdr_network *network = qdr_problem_network(problem);
    qdr_cost made = {0, 0, 0};
    qdr_node_pairs pairs;
    qdr_status status = qdr_node_pairs_of(&pairs, problem, error);

    for (int64_t t = 0; t < pairs.count && status == QDR_OK; t++) {
        const qdr_node_pair *pair = &pairs.pairs[t];
        int64_t hops = pair->from == pair->to ? 1 : 3;
        made.alpha += hops * count_pieces(&pairs, pair, network);
        made.beta += hops * pair->bytes;
    }
    qdr_node_pairs_cleanup(&pairs);
    if (status == QDR_OK)
        *out_cost = made;
    return status;
}

/* Transfers between nodes and moves within them overlap, but for the moves
 * before the first transfer and after the last one. A rank sends, and gets, a
 * message for each other node, and delivers what came from there. */
qdr_status qdr_node_balanced_predict(const qdr_problem *problem, double *out_us,
                                     qdr_error *error)
{
    const qdr_network *network = qdr_problem_network(problem);
    const qdr_node_map *nodes = problem->nodes;
    int known = network->node_ranks > 0 ? network->node_ranks : 1;
    int ranks = nodes != NULL ? nodes->min_ranks : known;
    int others =
        nodes != NULL ? nodes->num_nodes - 1 : (problem->num_procs - 1) / ranks;
    double busy_us = 2 * network->alpha_us - network->sender_free_us -
                     network->receiver_free_us;
    double between_us, inside_us, messages;
    qdr_traffic_summary summary;
    qdr_status status = qdr_problem_summary(problem, &summary, error);

    if (status != QDR_OK)
        return status;
    between_us = qdr_adapters_us(network, &summary, ranks);
    inside_us =
        network->inside_beta_ns / 1e3 *
        ((double)summary.max_sent_bytes + (double)summary.max_received_bytes);
    messages =
        others + qdr_smaller((double)others * (ranks - 1),
                             (double)summary.num_messages / problem->num_procs);
    *out_us = network->alpha_us + 2 * network->inside_alpha_us +
              messages * busy_us + qdr_larger(between_us, inside_us) +
              qdr_smaller(between_us, inside_us) / qdr_larger(others, 1);
    return QDR_OK;
}
