/* kernels/alltoallv/node_hops.c -- see node_hops.h. */
#include "kernels/alltoallv/node_hops.h"

#include <stdlib.h>

#include "kernels/core/base/reserve.h"

qdr_status qdr_node_hops_init(qdr_node_hops *hops, const qdr_pattern *pattern,
                              const qdr_node_map *nodes,
                              const qdr_network *network, qdr_error *error)
{
    size_t p = (size_t)pattern->num_procs, room = (size_t)nodes->max_ranks;
    qdr_status status;

    *hops = (qdr_node_hops){.pattern = pattern,
                            .nodes = nodes,
                            .sender_of = malloc(p * sizeof *hops->sender_of),
                            .filled = malloc(room * sizeof *hops->filled)};
    if (hops->sender_of == NULL || hops->filled == NULL)
        return qdr_fail_memory(error, "the hops of messages");
    status = qdr_forwarding_ranks_init(&hops->senders, nodes, network, error);
    return status == QDR_OK ? qdr_forwarding_ranks_init(&hops->receivers, nodes,
                                                        network, error)
                            : status;
}

void qdr_node_hops_cleanup(qdr_node_hops *hops)
{
    qdr_forwarding_ranks_cleanup(&hops->senders);
    qdr_forwarding_ranks_cleanup(&hops->receivers);
    free(hops->sender_of);
    free(hops->filled);
    free(hops->hops);
    *hops = (qdr_node_hops){0};
}

int qdr_node_hops_parts(const qdr_node_pair *pair, int senders,
                        const qdr_network *network)
{
    double share_us = (double)pair->bytes / senders * network->beta_ns / 1e3;
    double parts = share_us / (4 * network->alpha_us);

    if (pair->longest <= pair->bytes / 2 || senders == 1 || parts < 1)
        return 1;
    return parts < QDR_NODE_PARTS ? (int)parts : QDR_NODE_PARTS;
}

void qdr_node_hops_begin(qdr_node_hops *hops, const qdr_node_pair *pair)
{
    const qdr_node_map *nodes = hops->nodes;
    /* Short pairs have few forwarders: other ones for other nodes. */
    int turn = pair->from + pair->to;

    qdr_forwarding_ranks_set(&hops->senders, pair->from, pair->bytes, turn);
    qdr_forwarding_ranks_set(&hops->receivers, pair->to, pair->bytes, turn);
    hops->parts =
        qdr_node_hops_parts(pair, hops->senders.count, hops->senders.network);
    for (int i = nodes->rank_begin[pair->from];
         i < nodes->rank_begin[pair->from + 1]; i++)
        hops->sender_of[nodes->ranks[i]] = -1;
    for (int c = 0; c < hops->senders.count; c++) {
        hops->sender_of[hops->senders.ranks[c]] = c;
        hops->filled[c] = 0;
    }
}

int64_t qdr_node_hops_room(const qdr_node_hops *hops, int sender)
{
    const int64_t *begin = hops->senders.begin;

    return sender < 0
               ? 0
               : begin[sender + 1] - begin[sender] - hops->filled[sender];
}

static qdr_status add(qdr_node_hops *hops, qdr_hop hop, qdr_error *error)
{
    qdr_hop *room =
        qdr_reserve(hops->hops, &hops->capacity, hops->count + 1, sizeof *room);

    if (room == NULL)
        return qdr_fail_memory(error, "the hops of messages");
    hops->hops = room;
    hops->hops[hops->count++] = hop;
    return QDR_OK;
}

/* A piece that one receiver takes. */
static qdr_status add_piece(qdr_node_hops *hops, qdr_hop piece, int sender,
                            int receiver, qdr_error *error)
{
    const qdr_message *message = &hops->pattern->messages[piece.message];
    const int path[] = {message->src, hops->senders.ranks[sender],
                        hops->receivers.ranks[receiver], message->dst};
    int rounds = hops->parts > 1 ? 1 : QDR_NODE_PARTS;
    qdr_status status = QDR_OK;

    for (int k = 0; k < 3 && status == QDR_OK; k++, piece.round += rounds) {
        piece.from = path[k];
        piece.to = path[k + 1];
        if (piece.from != piece.to)
            status = add(hops, piece, error);
    }
    return status;
}

static int64_t smallest(int64_t a, int64_t b, int64_t c)
{
    int64_t smaller = a < b ? a : b;

    return smaller < c ? smaller : c;
}

/* The part of an interval that byte `at` is in; of its end, the last one. */
static int part_of(int64_t length, int parts, int64_t at)
{
    int part = 0;

    while (part < parts - 1 && qdr_even_part(length, parts, part + 1) <= at)
        part++;
    return part;
}

qdr_status qdr_node_hops_add(qdr_node_hops *hops, int64_t message,
                             int64_t offset, int64_t bytes, int sender,
                             int64_t round, qdr_error *error)
{
    qdr_hop piece = {.message = message, .offset = offset};
    const qdr_forwarding_ranks *receivers = &hops->receivers;
    int64_t begin = hops->senders.begin[sender];
    int64_t length = hops->senders.begin[sender + 1] - begin;
    qdr_status status = QDR_OK;

    do {
        int64_t at = hops->filled[sender];
        int receiver = qdr_forwarding_ranks_find(receivers, begin + at);
        int part = part_of(length, hops->parts, at);
        piece.round = round * QDR_NODE_PARTS + part;
        piece.bytes =
            smallest(bytes, receivers->begin[receiver + 1] - begin - at,
                     qdr_even_part(length, hops->parts, part + 1) - at);
        status = add_piece(hops, piece, sender, receiver, error);
        piece.offset += piece.bytes;
        bytes -= piece.bytes;
        hops->filled[sender] += piece.bytes;
    } while (bytes > 0 && status == QDR_OK);
    return status;
}

qdr_status qdr_node_hops_add_direct(qdr_node_hops *hops, int64_t message,
                                    int64_t round, qdr_error *error)
{
    const qdr_message *of = &hops->pattern->messages[message];

    return add(hops,
               (qdr_hop){.message = message,
                         .bytes = of->bytes,
                         .round = round * QDR_NODE_PARTS,
                         .from = of->src,
                         .to = of->dst},
               error);
}
