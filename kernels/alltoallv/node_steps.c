/* kernels/alltoallv/node_steps.c -- see node_steps.h. */
#include "kernels/alltoallv/node_steps.h"

#include <stdlib.h>

#include "kernels/core/base/reserve.h"

qdr_status qdr_node_steps_init(qdr_node_steps *steps,
                               const qdr_pattern *pattern,
                               const qdr_node_map *nodes,
                               const qdr_network *network, qdr_error *error)
{
    size_t p = (size_t)pattern->num_procs, room = (size_t)nodes->max_ranks;
    qdr_status status;

    *steps = (qdr_node_steps){.pattern = pattern,
                              .nodes = nodes,
                              .sender_of = malloc(p * sizeof *steps->sender_of),
                              .filled = malloc(room * sizeof *steps->filled)};
    if (steps->sender_of == NULL || steps->filled == NULL)
        return qdr_fail_memory(error, "the steps of messages");
    status = qdr_forwarding_ranks_init(&steps->senders, nodes, network, error);
    return status == QDR_OK ? qdr_forwarding_ranks_init(&steps->receivers,
                                                        nodes, network, error)
                            : status;
}

void qdr_node_steps_cleanup(qdr_node_steps *steps)
{
    qdr_forwarding_ranks_cleanup(&steps->senders);
    qdr_forwarding_ranks_cleanup(&steps->receivers);
    free(steps->sender_of);
    free(steps->filled);
    free(steps->steps);
    *steps = (qdr_node_steps){0};
}

int qdr_node_parts(const qdr_node_pair *pair, int senders,
                   const qdr_network *network)
{
    double share_us = (double)pair->bytes / senders * network->beta_ns / 1e3;
    double parts = share_us / (4 * network->alpha_us);

    if (pair->longest <= pair->bytes / 2 || senders == 1 || parts < 1)
        return 1;
    return parts < QDR_NODE_PARTS ? (int)parts : QDR_NODE_PARTS;
}

void qdr_node_steps_begin(qdr_node_steps *steps, const qdr_node_pair *pair)
{
    const qdr_node_map *nodes = steps->nodes;
    /* Short pairs have few forwarders: other ones for other nodes. */
    int turn = pair->from + pair->to;

    qdr_forwarding_ranks_set(&steps->senders, pair->from, pair->bytes, turn);
    qdr_forwarding_ranks_set(&steps->receivers, pair->to, pair->bytes, turn);
    steps->parts =
        qdr_node_parts(pair, steps->senders.count, steps->senders.network);
    for (int i = nodes->rank_begin[pair->from];
         i < nodes->rank_begin[pair->from + 1]; i++)
        steps->sender_of[nodes->ranks[i]] = -1;
    for (int c = 0; c < steps->senders.count; c++) {
        steps->sender_of[steps->senders.ranks[c]] = c;
        steps->filled[c] = 0;
    }
}

int64_t qdr_node_steps_room(const qdr_node_steps *steps, int sender)
{
    const int64_t *begin = steps->senders.begin;

    return sender < 0
               ? 0
               : begin[sender + 1] - begin[sender] - steps->filled[sender];
}

static qdr_status add(qdr_node_steps *steps, qdr_forward_step step,
                      qdr_error *error)
{
    qdr_forward_step *room = qdr_reserve(steps->steps, &steps->capacity,
                                         steps->count + 1, sizeof *room);

    if (room == NULL)
        return qdr_fail_memory(error, "the steps of messages");
    steps->steps = room;
    steps->steps[steps->count++] = step;
    return QDR_OK;
}

/* A piece that one receiver takes. */
static qdr_status add_piece(qdr_node_steps *steps, qdr_forward_step piece,
                            int sender, int receiver, qdr_error *error)
{
    const qdr_message *message = &steps->pattern->messages[piece.message];
    const int path[] = {message->src, steps->senders.ranks[sender],
                        steps->receivers.ranks[receiver], message->dst};
    int rounds = steps->parts > 1 ? 1 : QDR_NODE_PARTS;
    qdr_status status = QDR_OK;

    for (int k = 0; k < 3 && status == QDR_OK; k++, piece.round += rounds) {
        piece.from = path[k];
        piece.to = path[k + 1];
        if (piece.from != piece.to)
            status = add(steps, piece, error);
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

qdr_status qdr_node_steps_add(qdr_node_steps *steps, int64_t message,
                              int64_t offset, int64_t bytes, int sender,
                              int64_t round, qdr_error *error)
{
    qdr_forward_step piece = {.message = message, .offset = offset};
    const qdr_forwarding_ranks *receivers = &steps->receivers;
    int64_t begin = steps->senders.begin[sender];
    int64_t length = steps->senders.begin[sender + 1] - begin;
    qdr_status status = QDR_OK;

    do {
        int64_t at = steps->filled[sender];
        int receiver = qdr_forwarding_ranks_find(receivers, begin + at);
        int part = part_of(length, steps->parts, at);
        piece.round = round * QDR_NODE_PARTS + part;
        piece.bytes =
            smallest(bytes, receivers->begin[receiver + 1] - begin - at,
                     qdr_even_part(length, steps->parts, part + 1) - at);
        status = add_piece(steps, piece, sender, receiver, error);
        piece.offset += piece.bytes;
        bytes -= piece.bytes;
        steps->filled[sender] += piece.bytes;
    } while (bytes > 0 && status == QDR_OK);
    return status;
}

qdr_status qdr_node_steps_add_direct(qdr_node_steps *steps, int64_t message,
                                     int64_t round, qdr_error *error)
{
    const qdr_message *of = &steps->pattern->messages[message];

    return add(steps,
               (qdr_forward_step){.message = message,
                                  .bytes = of->bytes,
                                  .round = round * QDR_NODE_PARTS,
                                  .from = of->src,
                                  .to = of->dst},
               error);
}
