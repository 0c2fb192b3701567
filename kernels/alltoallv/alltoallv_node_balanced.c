/* kernels/alltoallv/alltoallv_node_balanced.c -- node_balanced, for nodes whose
 * ranks have unequal loads.
 *
 * Source:  FAST [lei2025], balancing in a node before transfers from one node
 *          to another; their order is largest_load_first. None of the four
 *          papers.
 * Idea:    the adapters of a node share what leaves it and what enters it, so
 *          the busiest node decides, not the busiest rank. Of what a node sends
 *          to another one, each of its adapters carries an equal share: a rank
 *          keeps its own bytes up to its share and moves the others within the
 *          node. Then all travel from forwarders of one node to those of the
 *          other, each to one or few, and within that to their destinations.
 *          Nodes are in the order of largest_load_first. What is moved for one
 *          round of nodes moves in the round before, and what came in one is
 *          delivered in the next: both overlap with transfers. Where one
 *          message is most of what a node sends another, shares travel in
 *          parts, so that its own moves overlap, too.
 * Cost:    T <= sum_t (3 (M_t + q_t c_t + d_t - 2) alpha + 3 B_t beta) + M_0
 *          alpha + B_0 beta, an upper bound, rounds in lockstep. Pair t of
 *          nodes has M_t messages of B_t bytes, c_t, d_t forwarders, q_t
 *          parts; M_0, B_0 stay in their nodes; alpha s/message, beta s/byte.
 * Needs:   a map of nodes, or a network with levels (any p, zero counts
 *          allowed). Flags: GLOBAL, NETWORK, LEVELS. Scratch: room for what
 *          passes a rank.
 * Example: nodes of ranks 0, 1 and 2, 3, an adapter a rank; 0 -> 2 of 100
 *          bytes: 0 moves 50 to 1; 0 sends 50 to 2, and 1 its 50 to 3; 3
 *          delivers them to 2.
 */
#include <stdlib.h>

#include "kernels/alltoallv/node_balanced_model.h"
#include "kernels/alltoallv/node_hops.h"
#include "kernels/alltoallv/node_rounds.h"
#include "kernels/kernel.h"

/* Ranks keep what they have room for; then the excess of others fills what room
 * is left. `kept` has room for the bytes of each message. */
static qdr_status carry(qdr_node_hops *hops, const qdr_node_pairs *pairs,
                        const qdr_node_pair *pair, int64_t round, int64_t *kept,
                        qdr_error *error)
{
    const qdr_message *messages = hops->pattern->messages;
    qdr_status status = QDR_OK;
    int to = 0;

    qdr_node_hops_begin(hops, pair);
    for (int64_t i = pair->begin; i < pair->end && status == QDR_OK; i++) {
        int64_t m = pairs->order[i], bytes = messages[m].bytes;
        int own = hops->sender_of[messages[m].src];
        int64_t room = qdr_node_hops_room(hops, own);
        kept[i] = room < bytes ? room : bytes;
        if (kept[i] > 0 || bytes == 0)
            status = qdr_node_hops_add(hops, m, 0, kept[i], own < 0 ? 0 : own,
                                       round, error);
    }
    for (int64_t i = pair->begin; i < pair->end && status == QDR_OK;) {
        int64_t m = pairs->order[i], left = messages[m].bytes - kept[i];
        int64_t room = qdr_node_hops_room(hops, to);
        int64_t moved = room < left ? room : left;
        if (moved > 0)
            status =
                qdr_node_hops_add(hops, m, kept[i], moved, to, round, error);
        kept[i] += moved;
        if (left == moved)
            i++;
        else
            to++;
    }
    return status;
}

/* Messages within nodes are in the round of the first transfers. */
static qdr_status add_hops(qdr_node_hops *hops, const qdr_node_pairs *pairs,
                           const int64_t *round_of, int64_t *kept,
                           qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int64_t t = 0; t < pairs->count && status == QDR_OK; t++) {
        const qdr_node_pair *pair = &pairs->pairs[t];
        if (pair->from != pair->to) {
            status = carry(hops, pairs, pair, round_of[t], kept, error);
            continue;
        }
        for (int64_t i = pair->begin; i < pair->end && status == QDR_OK; i++)
            status = qdr_node_hops_add_direct(hops, pairs->order[i], 1, error);
    }
    return status;
}

static qdr_status build(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error)
{
    size_t room = (size_t)problem->messages.pattern->num_messages + 1;
    int64_t *round_of = malloc(room * sizeof *round_of);
    int64_t *kept = malloc(room * sizeof *kept), num_rounds = 0;
    qdr_node_hops hops = {0};
    qdr_node_pairs pairs;
    qdr_status status = qdr_node_pairs_of(&pairs, problem, error);

    if (status == QDR_OK && (round_of == NULL || kept == NULL))
        status = qdr_fail_memory(error, "the messages between nodes");
    if (status == QDR_OK)
        status =
            qdr_node_rounds_set(&pairs, problem, round_of, &num_rounds, error);
    if (status == QDR_OK)
        status =
            qdr_node_hops_init(&hops, problem->messages.pattern, pairs.nodes,
                               qdr_problem_network(problem), error);
    if (status == QDR_OK)
        status = add_hops(&hops, &pairs, round_of, kept, error);
    if (status == QDR_OK)
        status =
            qdr_schedule_init_hops(schedule, problem, hops.hops, hops.count,
                                   (num_rounds + 2) * QDR_NODE_PARTS, error);
    qdr_node_hops_cleanup(&hops);
    qdr_node_pairs_cleanup(&pairs);
    free(round_of);
    free(kept);
    return status;
}

const qdr_kernel qdr_alltoallv_node_balanced = {
    .name = "node_balanced",
    .label = "Node-balanced",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_COMBINING,
    .flags = QDR_GLOBAL | QDR_NETWORK | QDR_LEVELS,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_BOUND,
    .build = build,
    .problem_cost = qdr_node_balanced_cost,
    .predict = qdr_node_balanced_predict,
    .is_for_levels = true,
};
