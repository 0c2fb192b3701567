/* kernels/core/problem/buffer_layout_given.c -- takes a caller's own places;
 * see buffer_layout.h. */
#include <stdlib.h>
#include <string.h>

#include "kernels/core/problem/buffer_layout.h"

/* More blocks are a mistake. */
#define MAX_BLOCKS ((int64_t)1 << 40)

/* One side of a caller's places, and the result. */
typedef struct side {
    const char *name;
    const qdr_block *given;
    int64_t count;
    int num_procs;
    qdr_block *blocks; /* [count] by peer */
    qdr_block *messages;
    int64_t num_messages;
    int64_t bytes; /* min length of the buffer */
} side;

/* A block, and its index among the given ones. */
typedef struct numbered {
    qdr_block block;
    int64_t number;
} numbered;

static int by_peer_and_number(const void *left, const void *right)
{
    const numbered *a = left, *b = right;

    if (a->block.peer != b->block.peer)
        return a->block.peer > b->block.peer ? 1 : -1;
    return (a->number > b->number) - (a->number < b->number);
}

static int by_displacement(const void *left, const void *right)
{
    const qdr_block *a = left, *b = right;

    return (a->displacement > b->displacement) -
           (a->displacement < b->displacement);
}

static qdr_status check_given(const side *s, qdr_error *error)
{
    if (s->count < 0 || s->count > MAX_BLOCKS)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%lld %s; accepted: 0 to %lld blocks",
                        (long long)s->count, s->name, (long long)MAX_BLOCKS);
    if (s->given == NULL && s->count > 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "NULL for %lld %s; accepted: an array of blocks",
                        (long long)s->count, s->name);
    for (int64_t i = 0; i < s->count; i++) {
        const qdr_block *block = &s->given[i];
        if (block->peer < 0 || block->peer >= s->num_procs ||
            block->bytes < 0 || block->displacement < 0 ||
            block->bytes > INT64_MAX - block->displacement)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%s: peer %d, displacement %lld, %lld bytes; "
                            "accepted: a rank of 0 to %d and numbers from 0 "
                            "with a sum below 2^63",
                            s->name, block->peer,
                            (long long)block->displacement,
                            (long long)block->bytes, s->num_procs - 1);
    }
    return QDR_OK;
}

/* The given blocks by peer, those of one peer as they were given. */
static qdr_status sort_blocks(side *s, qdr_error *error)
{
    numbered *sorted = malloc(((size_t)s->count + 1) * sizeof *sorted);

    /* On success the caller of init_places owns both; else it releases them. */
    s->blocks = malloc(((size_t)s->count + 1) * sizeof *s->blocks);
    s->messages = malloc(((size_t)s->count + 1) * sizeof *s->messages);
    if (sorted == NULL || s->blocks == NULL || s->messages == NULL) {
        free(sorted);
        return qdr_fail_memory(error, "the blocks of an exchange");
    }
    for (int64_t i = 0; i < s->count; i++)
        sorted[i] = (numbered){s->given[i], i};
    qsort(sorted, (size_t)s->count, sizeof *sorted, by_peer_and_number);
    for (int64_t i = 0; i < s->count; i++)
        s->blocks[i] = sorted[i].block;
    free(sorted);
    return QDR_OK;
}

/* The blocks of one peer are one message. */
static qdr_status join_blocks(side *s, qdr_error *error)
{
    for (int64_t i = 0; i < s->count; i++) {
        const qdr_block *block = &s->blocks[i];
        int64_t end = block->displacement + block->bytes;
        if (end > s->bytes)
            s->bytes = end;
        if (i == 0 || block->peer != block[-1].peer) {
            s->messages[s->num_messages++] = *block;
            continue;
        }
        qdr_block *message = &s->messages[s->num_messages - 1];
        if (block->bytes > INT64_MAX - message->bytes)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%s: peer %d has more bytes than 2^63 - 1; "
                            "accepted: fewer",
                            s->name, block->peer);
        message->bytes += block->bytes;
    }
    return QDR_OK;
}

static qdr_status take_side(side *s, qdr_error *error)
{
    qdr_status status = check_given(s, error);

    if (status == QDR_OK)
        status = sort_blocks(s, error);
    return status == QDR_OK ? join_blocks(s, error) : status;
}

/* Arriving data must not overwrite each other. */
static qdr_status check_overlap(const side *receives, qdr_error *error)
{
    size_t count = (size_t)receives->count;
    qdr_block *sorted = malloc((count + 1) * sizeof *sorted);
    int64_t end = 0;
    qdr_status status = QDR_OK;

    if (sorted == NULL)
        return qdr_fail_memory(error, "the blocks of an exchange");
    memcpy(sorted, receives->blocks, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_displacement);
    for (size_t i = 0; i < count && status == QDR_OK; i++) {
        if (sorted[i].bytes == 0)
            continue;
        if (sorted[i].displacement < end)
            status = qdr_fail(error, QDR_ERROR_INPUT,
                              "receives: a block of peer %d overlaps "
                              "another; accepted: blocks apart",
                              sorted[i].peer);
        end = sorted[i].displacement + sorted[i].bytes;
    }
    free(sorted);
    return status;
}

static qdr_status check_own(const qdr_buffer_layout *made, qdr_error *error)
{
    const qdr_block *out =
        qdr_buffer_layout_find(made->sends, made->num_sends, made->rank);
    const qdr_block *in =
        qdr_buffer_layout_find(made->receives, made->num_receives, made->rank);

    if ((out == NULL) == (in == NULL) &&
        (out == NULL || out->bytes == in->bytes))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "rank %d sends itself %lld bytes and receives %lld from "
                    "itself (-1: no message); accepted: the same",
                    made->rank, (long long)(out == NULL ? -1 : out->bytes),
                    (long long)(in == NULL ? -1 : in->bytes));
}

/* Frees the blocks if every message has one block. */
static void give_up_single(side *s)
{
    if (s->num_messages < s->count)
        return;
    free(s->blocks);
    s->blocks = NULL;
    s->count = 0;
}

static qdr_buffer_layout place_sides(int rank, side *out, side *in)
{
    give_up_single(out);
    give_up_single(in);
    return (qdr_buffer_layout){.rank = rank,
                               .num_sends = out->num_messages,
                               .num_receives = in->num_messages,
                               .sends = out->messages,
                               .receives = in->messages,
                               .send_bytes = out->bytes,
                               .receive_bytes = in->bytes,
                               .send_blocks = out->blocks,
                               .receive_blocks = in->blocks,
                               .num_send_blocks = out->count,
                               .num_receive_blocks = in->count};
}

qdr_status qdr_buffer_layout_init_given(qdr_buffer_layout *layout,
                                        const qdr_given_blocks *places,
                                        qdr_error *error)
{
    bool are_known = places->num_receives != -1;
    side out = {.given = places->sends,
                .name = "sends",
                .count = places->num_sends,
                .num_procs = places->num_procs};
    side in = {.given = places->receives,
               .name = "receives",
               .count = are_known ? places->num_receives : 0,
               .num_procs = places->num_procs};
    qdr_buffer_layout made;
    qdr_status status = take_side(&out, error);

    if (status == QDR_OK)
        status = take_side(&in, error);
    if (status == QDR_OK)
        status = check_overlap(&in, error);
    made = place_sides(places->rank, &out, &in);
    if (status == QDR_OK && are_known)
        status = check_own(&made, error);
    if (status == QDR_OK)
        *layout = made;
    else
        qdr_buffer_layout_cleanup(&made);
    return status;
}
