/* kernels/alltoallv/two_stage/two_stage_engine.c -- the engine of two_stage:
 * what a rank does as source, as intermediate and as destination.
 *
 * Nothing is reshuffled: a message is gathered from where its parts stand, by
 * their pointers and lengths, while it is sent [ranka1995, Sec. 6.1 and 6.2].
 * The last element of a message may be less than whole; on the way it is filled
 * up with zeros, and the destination, which knows its messages' bytes, takes
 * what it needs. Empty messages are not sent; only their zero lengths are.
 *
 * A rank on which a check fails goes on with messages that say so, and all
 * ranks fail. Only what a destination finds wrong at the very end fails there
 * alone.
 */
#include "kernels/alltoallv/two_stage/two_stage_engine.h"

#include <string.h>

#include "kernels/executor/dynamic.h"

static int64_t min_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The first failure stays. */
static void fail(qdr_two_stage *state, const char *what, int peer)
{
    if (state->status == QDR_OK)
        state->status =
            qdr_fail(&state->reason, QDR_ERROR_CHECK,
                     "two_stage, rank %d: %s rank %d", state->rank, what, peer);
}

/* As source: the message of stage 1 to an intermediate. */
static int64_t pack_first(void *own, int peer, int32_t *message)
{
    qdr_two_stage *state = own;
    const qdr_format *format = &state->formats[0];
    int64_t num_sends = state->placement->num_sends;
    int slot = state->slot_of[peer], p = state->num_procs;
    int64_t size = format->element_bytes;
    char *to;

    qdr_header_begin(format, message, slot);
    for (int64_t i = 0; i < num_sends; i++) {
        const qdr_split *split = &state->splits[i];
        int64_t length = qdr_split_length(split, slot, p);
        if (length > 0 &&
            !qdr_header_add(format, message, split->dst, slot, length))
            fail(state, "stage 1 exceeds its bound in the message to", peer);
    }
    if (state->status != QDR_OK)
        return qdr_header_give_up(message);
    to = (char *)message + qdr_header_end(format, message);
    for (int64_t i = 0; i < num_sends; i++) {
        const qdr_block *block = &state->placement->sends[i];
        int64_t start = qdr_split_start(&state->splits[i], slot, p) * size;
        int64_t bytes = qdr_split_length(&state->splits[i], slot, p) * size;
        int64_t there = min_of(bytes, block->bytes - start);
        if (bytes == 0)
            continue;
        memcpy(to, state->send + block->displacement + start, (size_t)there);
        memset(to + there, 0, (size_t)(bytes - there));
        to += bytes;
    }
    return to - (char *)message;
}

static void take(void *own, int peer, int64_t at, int64_t num_bytes)
{
    qdr_two_stage *state = own;

    state->arrivals[peer] = (qdr_arrival){at, num_bytes};
}

/* Files the parts of a message that arrived in a stage. */
static void file_message(qdr_two_stage *state, int i, int peer)
{
    qdr_arrival arrival = state->arrivals[peer];
    const int32_t *words = (const void *)(state->stages[i].inbox + arrival.at);
    int num_parts = arrival.num_bytes < 0
                        ? -1
                        : qdr_message_decode(&state->formats[i], words,
                                             arrival.num_bytes, state->decoded);

    if (num_parts < 0)
        fail(state, "no message, a wrong one or word of a failure from", peer);
    for (int n = 0; n < num_parts; n++) {
        qdr_part part = state->decoded[n];
        int list = part.peer;
        part.at += arrival.at;
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
 * header of stage 2 wants the parts. */
static void file_all(qdr_two_stage *state, int i)
{
    qdr_part_lists_clear(&state->lists[i]);
    for (int peer = 0; peer < state->num_procs; peer++)
        file_message(state, i, peer);
}

/* The header of stage 2 to a destination: all its parts. */
static void name_second(qdr_two_stage *state, int peer, int32_t *message)
{
    const qdr_part *parts = state->lists[0].parts;

    qdr_header_begin(&state->formats[1], message, -1);
    for (int32_t i = state->lists[0].first[peer]; i >= 0; i = parts[i].next)
        if (!qdr_header_add(&state->formats[1], message, parts[i].peer,
                            parts[i].slot, parts[i].length))
            fail(state, "stage 2 exceeds its bound in the message to", peer);
}

/* Before the first message leaves: after it a failure would reach only some. */
static void check_second(qdr_two_stage *state)
{
    for (int dst = 0; dst < state->num_procs; dst++)
        name_second(state, dst, state->stages[1].message);
}

/* As intermediate: the message of stage 2 to a destination. */
static int64_t pack_second(void *own, int peer, int32_t *message)
{
    qdr_two_stage *state = own;
    const qdr_format *format = &state->formats[1];
    const qdr_part *parts = state->lists[0].parts;
    int32_t first = state->lists[0].first[peer];
    char *to;

    if (state->status != QDR_OK)
        return qdr_header_give_up(message);
    name_second(state, peer, message);
    to = (char *)message + qdr_header_end(format, message);
    for (int32_t i = first; i >= 0; i = parts[i].next) {
        size_t bytes = (size_t)parts[i].length * (size_t)format->element_bytes;
        memcpy(to, state->stages[0].inbox + parts[i].at, bytes);
        to += bytes;
    }
    return to - (char *)message;
}

/* Puts a part behind what is there of its message. */
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
           (size_t)min_of(bytes, block->bytes - begin));
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

static void copy_own(const qdr_two_stage *state)
{
    const qdr_placement *own = state->placement;
    const qdr_block *from =
        qdr_placement_find(own->sends, own->num_sends, own->rank);
    const qdr_block *to =
        qdr_placement_find(own->receives, own->num_receives, own->rank);

    if (from != NULL && to != NULL && from->bytes > 0)
        memcpy(state->receive + to->displacement,
               state->send + from->displacement, (size_t)from->bytes);
}

static qdr_status execute(void *own, const char *send, char *receive,
                          qdr_error *error)
{
    qdr_two_stage *state = own;
    qdr_status status = QDR_OK;

    state->send = send;
    state->receive = receive;
    state->status = QDR_OK;
    copy_own(state);
    if (state->traffic.elements == 0)
        return QDR_OK; /* on every rank */
    for (int i = 0; i < 2 && status == QDR_OK; i++) {
        status = qdr_stage_perform(&state->stages[i], state->exchange, error);
        if (status == QDR_OK)
            file_all(state, i);
        if (status == QDR_OK && i == 0)
            check_second(state);
    }
    if (status != QDR_OK)
        return status;
    if (state->status == QDR_OK)
        deliver(state);
    if (state->status != QDR_OK && error != NULL)
        *error = state->reason;
    return state->status;
}

static qdr_status new_state(void **out_state, const qdr_problem *problem,
                            const qdr_placement *placement, MPI_Comm comm,
                            qdr_error *error)
{
    qdr_two_stage *state;
    qdr_status status =
        qdr_two_stage_new(&state, problem, placement, comm, error);

    if (status == QDR_OK) {
        state->stages[0].pack = pack_first;
        state->stages[1].pack = pack_second;
        state->stages[0].take = state->stages[1].take = take;
        *out_state = state;
    }
    return status;
}

const qdr_engine qdr_engine_two_stage = {.new_state = new_state,
                                         .free_state = qdr_two_stage_free,
                                         .execute = execute};
