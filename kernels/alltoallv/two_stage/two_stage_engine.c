/* kernels/alltoallv/two_stage/two_stage_engine.c -- the engine of two_stage:
 * the work of a rank as source, as intermediate and as destination.
 *
 * A message is gathered from its parts, by their pointers and lengths, while it
 * is sent [ranka1995, Sec. 6.1 and 6.2]: simulated machines charge nothing for
 * its copy here, except in stages that are reshuffled, as in the first version
 * of the paper. The last element of a message may be shorter; it travels padded
 * with zeros, and the destination, which knows its messages' bytes, takes those
 * that it needs. Empty messages are not sent; only their zero lengths are.
 *
 * A rank on which a check fails continues with messages that report it, and all
 * ranks fail. Only an error that a destination finds at the very end fails
 * there alone.
 */
#include "kernels/alltoallv/two_stage/two_stage_engine.h"

#include <string.h>

#include "kernels/core/base/min_max.h"
#include "kernels/messaging/local_work.h"

/* The first failure stays. */
static void fail(qdr_two_stage *state, const char *what, int peer)
{
    if (state->status == QDR_OK)
        state->status = qdr_fail(&state->reason, QDR_ERROR_CHECK,
                                 "two_stage, rank %d: %s rank %d",
                                 state->local.layout->rank, what, peer);
}

/* Instructions of a turn of the inner loops of [Fig. 7, 8]: one for each
 * printed operator, for each element of an array that is read or written, and
 * for each of its subscripts; and three to count, compare and branch. */
enum {
    FIGURE7_DIVIDE = 10,
    FIGURE7_LEFT_OVER = 14,
    FIGURE7_PLACE = 22,
    FIGURE8_PLACE = 22
};

/* As source: the message of stage 1 to an intermediate. Returns its length.
 *
 * The paper fills arrays of p x p places and lengths, whatever is sent [Fig. 7;
 * Fig. 8 as intermediate]. Here both are computed where they are needed, but
 * the paper's loops are charged, here and in file_message. */
static int64_t pack_first(qdr_two_stage *state, int peer, int32_t *message)
{
    const qdr_buffer_layout *own = state->local.layout;
    const qdr_format *format = &state->formats[0];
    int slot = state->slot_of[peer], p = state->num_procs;
    int64_t size = format->element_bytes, num_left_over = 0;
    char *to;

    qdr_header_begin(format, message, slot);
    for (int64_t i = 0; i < own->num_sends; i++) {
        const qdr_split *split = &state->splits[i];
        int64_t length = qdr_split_length(split, slot, p);
        num_left_over += length > split->elements / p;
        if (length > 0 &&
            !qdr_header_add(format, message, split->dst, slot, length))
            fail(state, "stage 1 exceeds its bound in the message to", peer);
    }
    qdr_pending_executed((int64_t)p * (FIGURE7_DIVIDE + FIGURE7_PLACE) +
                         num_left_over * FIGURE7_LEFT_OVER);
    to = (char *)message + qdr_header_end(format, message);
    for (int64_t i = 0; i < own->num_sends && state->status == QDR_OK; i++) {
        const qdr_block *block = &own->sends[i];
        int64_t start = qdr_split_start(&state->splits[i], slot, p) * size;
        int64_t bytes = qdr_split_length(&state->splits[i], slot, p) * size;
        int64_t there = qdr_min(bytes, block->bytes - start);
        if (bytes == 0)
            continue;
        memcpy(to, state->send + block->displacement + start, (size_t)there);
        memset(to + there, 0, (size_t)(bytes - there));
        to += bytes;
    }
    return to - (char *)message;
}

/* As intermediate: the message of stage 2 to a destination, all its parts. */
static int64_t pack_second(qdr_two_stage *state, int peer, int32_t *message)
{
    const qdr_format *format = &state->formats[1];
    const qdr_part *parts = state->lists[0].parts;
    int32_t first = state->lists[0].first[peer];
    char *to;

    qdr_header_begin(format, message, -1);
    for (int32_t i = first; i >= 0; i = parts[i].next)
        if (!qdr_header_add(format, message, parts[i].peer, parts[i].slot,
                            parts[i].length))
            fail(state, "stage 2 exceeds its bound in the message to", peer);
    to = (char *)message + qdr_header_end(format, message);
    for (int32_t i = first; i >= 0 && state->status == QDR_OK;
         i = parts[i].next) {
        size_t bytes = (size_t)parts[i].length * (size_t)format->element_bytes;
        memcpy(to, state->stages[0].inbox + parts[i].at, bytes);
        to += bytes;
    }
    return to - (char *)message;
}

/* All messages of a stage; on a failure, messages that report it. */
static void pack_all(qdr_two_stage *state, int i)
{
    static int64_t (*const pack[2])(qdr_two_stage *, int,
                                    int32_t *) = {pack_first, pack_second};
    const qdr_stage_exchange *stage = &state->stages[i];

    for (int peer = 0; peer < state->num_procs && state->status == QDR_OK;
         peer++) {
        state->lengths[peer] =
            pack[i](state, peer, qdr_stage_exchange_outgoing(stage, peer));
        if (i < state->num_reshuffled)
            qdr_pending_copied(state->lengths[peer]);
    }
    for (int peer = 0; peer < state->num_procs && state->status != QDR_OK;
         peer++)
        state->lengths[peer] =
            qdr_header_give_up(qdr_stage_exchange_outgoing(stage, peer));
}

/* Files the parts of a message that arrived in a stage. */
static void file_message(qdr_two_stage *state, int i, int peer)
{
    const qdr_stage_exchange *stage = &state->stages[i];
    int num_parts = qdr_message_decode(&state->formats[i],
                                       qdr_stage_exchange_incoming(stage, peer),
                                       state->decoded);

    if (i == 0)
        qdr_pending_executed((int64_t)state->num_procs * FIGURE8_PLACE);
    if (num_parts < 0)
        fail(state, "no message, or word of a failure, from", peer);
    for (int n = 0; n < num_parts; n++) {
        qdr_part part = state->decoded[n];
        int list = part.peer;
        part.at += peer * stage->bound;
        if (i == 0)
            part.peer = peer; /* the source */
        else
            list = state->is_shuffled ? part.slot : peer;
        if (!qdr_part_lists_append(&state->lists[i], list, &part))
            fail(state, "more parts than there can be, the last from", peer);
    }
}

/* Stage 2's preprocessing, and the destination's [ranka1995, Fig. 8]. In order
 * of the peers, so that a list of stage 1 is in order of its sources, as the
 * header of stage 2 requires. */
static void file_all(qdr_two_stage *state, int i)
{
    qdr_part_lists_clear(&state->lists[i]);
    for (int peer = 0; peer < state->num_procs; peer++)
        file_message(state, i, peer);
}

/* Appends a part to its message. */
static void deliver_part(qdr_two_stage *state, const qdr_part *part)
{
    const qdr_block *block = state->blocks[part->peer];
    int64_t *num_filled = &state->num_filled[part->peer];
    int64_t begin = *num_filled * state->element_bytes;
    int64_t bytes = (int64_t)part->length * state->element_bytes;

    *num_filled += part->length;
    if (block == NULL ||
        *num_filled > qdr_two_stage_elements(state, block->bytes)) {
        fail(state, "more than expected from", part->peer);
        return;
    }
    memcpy(state->receive + block->displacement + begin,
           state->stages[1].inbox + part->at,
           (size_t)qdr_min(bytes, block->bytes - begin));
}

/* As destination: in the order of the slots, the parts of a message are in the
 * order of the message. */
static void deliver(qdr_two_stage *state)
{
    const qdr_part_lists *lists = &state->lists[1];

    memset(state->num_filled, 0,
           (size_t)state->num_procs * sizeof *state->num_filled);
    for (int slot = 0; slot < state->num_procs; slot++)
        for (int32_t i = lists->first[slot]; i >= 0; i = lists->parts[i].next)
            deliver_part(state, &lists->parts[i]);
    for (int src = 0; src < state->num_procs; src++)
        if (state->blocks[src] != NULL &&
            state->num_filled[src] !=
                qdr_two_stage_elements(state, state->blocks[src]->bytes))
            fail(state, "less than expected from", src);
}

static qdr_status execute(void *own, const char *send, char *receive,
                          qdr_error *error)
{
    qdr_two_stage *state = own;
    qdr_status status = QDR_OK;

    state->send = send;
    state->receive = receive;
    state->status = QDR_OK;
    qdr_buffer_layout_copy_own(state->local.layout, send, receive);
    if (state->volume.elements == 0)
        return QDR_OK; /* on every rank */
    for (int i = 0; i < 2 && status == QDR_OK; i++) {
        pack_all(state, i);
        status = qdr_stage_exchange_perform(&state->stages[i], state->lengths,
                                            error);
        if (status == QDR_OK)
            file_all(state, i);
    }
    if (status != QDR_OK)
        return status;
    if (state->status == QDR_OK)
        deliver(state);
    if (state->status != QDR_OK && error != NULL)
        *error = state->reason;
    return state->status;
}

const qdr_engine qdr_alltoallv_two_stage_engine = {
    .state_bytes = sizeof(qdr_two_stage),
    .prepare = qdr_two_stage_prepare,
    .connect = qdr_two_stage_connect,
    .cleanup = qdr_two_stage_cleanup,
    .execute = execute};
