/* kernels/core/placement.c -- see placement.h. */
#include "kernels/core/placement.h"

#include <stdlib.h>
#include <string.h>

static int64_t max_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Adds a message to one side, where the layout has it; slots are that wide. */
static void place(qdr_block *blocks, int64_t *count, int64_t *length,
                  qdr_block message, qdr_layout layout, int64_t slot)
{
    if (layout == QDR_PACKED)
        message.displacement = *length;
    else if (layout == QDR_SLOTS)
        message.displacement = message.peer * slot;
    blocks[(*count)++] = message;
    *length = max_of(*length, message.displacement + message.bytes);
}

static bool allocate(qdr_placement *placement, size_t num_sends,
                     size_t num_receives)
{
    /* Both are released by qdr_placement_cleanup. */
    placement->sends = malloc((num_sends + 1) * sizeof(qdr_block));
    placement->receives = malloc((num_receives + 1) * sizeof(qdr_block));
    return placement->sends != NULL && placement->receives != NULL;
}

static qdr_status init_messages(qdr_placement *made, const qdr_pattern *pattern,
                                qdr_error *error)
{
    int rank = made->rank;
    int64_t slot = pattern->num_messages == 0 ? 0 : pattern->messages[0].bytes;
    size_t num_in = 0;

    for (int64_t m = 0; m < pattern->num_messages; m++)
        num_in += pattern->messages[m].dst == rank;
    if (!allocate(
            made,
            (size_t)(pattern->row_begin[rank + 1] - pattern->row_begin[rank]),
            num_in))
        return qdr_fail_memory(error, "the blocks of an exchange");
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        if (message.src == rank)
            place(made->sends, &made->num_sends, &made->send_bytes,
                  (qdr_block){message.dst, 0, message.bytes}, made->layout,
                  slot);
        if (message.dst == rank)
            place(made->receives, &made->num_receives, &made->receive_bytes,
                  (qdr_block){message.src, 0, message.bytes}, made->layout,
                  slot);
    }
    if (made->layout == QDR_SLOTS)
        made->send_bytes = made->receive_bytes = pattern->num_procs * slot;
    return QDR_OK;
}

static qdr_vector_part part_of(const qdr_problem *problem, int rank,
                               qdr_extent extent)
{
    bool is_whole = extent == QDR_WHOLE, is_own = extent == QDR_OWN_PART;

    return (qdr_vector_part){is_own ? qdr_problem_part_begin(problem, rank) : 0,
                             is_own ? qdr_problem_part_begin(problem, rank + 1)
                             : is_whole ? problem->bytes
                                        : 0};
}

/* Whether `src` has something that `dst` wants. A rank that has what it wants
 * in its send buffer, the root of a broadcast, wants nothing of itself. */
static bool is_wanted(const qdr_problem *problem, int src, int dst)
{
    qdr_extent before = qdr_problem_extent(problem, src, false);
    qdr_extent after = qdr_problem_extent(problem, dst, true);

    if (before == QDR_NOTHING || after == QDR_NOTHING)
        return false;
    return src != dst || before != after ||
           qdr_collective_combines(problem->collective);
}

/* What both parts have. */
static qdr_vector_part common_to(qdr_vector_part a, qdr_vector_part b)
{
    int64_t begin = max_of(a.begin, b.begin);
    int64_t end = a.end < b.end ? a.end : b.end;

    return (qdr_vector_part){begin, max_of(begin, end)};
}

static qdr_status init_vector(qdr_placement *made, const qdr_problem *problem,
                              qdr_error *error)
{
    int rank = made->rank;
    size_t room = (size_t)problem->num_procs;
    qdr_extent has = qdr_problem_extent(problem, rank, false);
    qdr_extent wants = qdr_problem_extent(problem, rank, true);

    if (!allocate(made, room, room))
        return qdr_fail_memory(error, "the blocks of an exchange");
    made->layout = QDR_VECTOR;
    made->sent = part_of(problem, rank, has);
    made->received = part_of(
        problem, rank,
        has == wants && !is_wanted(problem, rank, rank) ? QDR_NOTHING : wants);
    for (int r = 0; r < problem->num_procs; r++) {
        qdr_vector_part theirs =
            part_of(problem, r, qdr_problem_extent(problem, r, true));
        qdr_vector_part out = common_to(made->sent, theirs);
        qdr_vector_part in = common_to(
            part_of(problem, r, qdr_problem_extent(problem, r, false)),
            made->received);
        if (is_wanted(problem, rank, r))
            made->sends[made->num_sends++] = (qdr_block){
                r, out.begin - made->sent.begin, out.end - out.begin};
        if (is_wanted(problem, r, rank))
            made->receives[made->num_receives++] = (qdr_block){
                r, in.begin - made->received.begin, in.end - in.begin};
    }
    made->send_bytes = made->sent.end - made->sent.begin;
    made->receive_bytes = made->received.end - made->received.begin;
    return QDR_OK;
}

qdr_status qdr_placement_init(qdr_placement *placement,
                              const qdr_problem *problem, int rank,
                              qdr_layout layout, qdr_error *error)
{
    qdr_placement made = {.rank = rank, .layout = layout};
    qdr_status status = problem->pattern == NULL
                            ? init_vector(&made, problem, error)
                            : init_messages(&made, problem->pattern, error);

    if (status == QDR_OK)
        *placement = made;
    else
        qdr_placement_cleanup(&made);
    return status;
}

static int by_peer(const void *left, const void *right)
{
    const qdr_block *a = left, *b = right;

    return (a->peer > b->peer) - (a->peer < b->peer);
}

static int by_displacement(const void *left, const void *right)
{
    const qdr_block *a = left, *b = right;

    return (a->displacement > b->displacement) -
           (a->displacement < b->displacement);
}

/* One side of a caller's places. */
typedef struct side {
    const char *name;
    const qdr_block *blocks;
    int64_t count;
    int num_procs;
} side;

/* Copies it, sorts it by peer and finds its length. */
static qdr_status take_side(qdr_block *to, const side *from, int64_t *out_bytes,
                            qdr_error *error)
{
    if (from->count > 0)
        memcpy(to, from->blocks, (size_t)from->count * sizeof *to);
    qsort(to, (size_t)from->count, sizeof *to, by_peer);
    *out_bytes = 0;
    for (int64_t i = 0; i < from->count; i++) {
        const qdr_block *block = &to[i];
        if (block->peer < 0 || block->peer >= from->num_procs ||
            block->bytes < 0 || block->displacement < 0 ||
            block->bytes > INT64_MAX - block->displacement)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%s: peer %d, displacement %lld, %lld bytes; "
                            "accepted: a rank of 0 to %d and numbers from 0 "
                            "with a sum below 2^63",
                            from->name, block->peer,
                            (long long)block->displacement,
                            (long long)block->bytes, from->num_procs - 1);
        if (i > 0 && block->peer == to[i - 1].peer)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%s: peer %d is named twice; accepted: once",
                            from->name, block->peer);
        *out_bytes = max_of(*out_bytes, block->displacement + block->bytes);
    }
    return QDR_OK;
}

/* What arrives must not overwrite what has arrived. */
static qdr_status check_overlap(const qdr_placement *made, qdr_error *error)
{
    size_t count = (size_t)made->num_receives;
    qdr_block *sorted = malloc((count + 1) * sizeof *sorted);
    int64_t end = 0;
    qdr_status status = QDR_OK;

    if (sorted == NULL)
        return qdr_fail_memory(error, "the blocks of an exchange");
    memcpy(sorted, made->receives, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_displacement);
    for (size_t i = 0; i < count && status == QDR_OK; i++) {
        if (sorted[i].bytes == 0)
            continue;
        if (sorted[i].displacement < end)
            status = qdr_fail(error, QDR_ERROR_INPUT,
                              "receives: the block of peer %d overlaps "
                              "another; accepted: blocks apart",
                              sorted[i].peer);
        end = sorted[i].displacement + sorted[i].bytes;
    }
    free(sorted);
    return status;
}

static qdr_status check_own(const qdr_placement *made, qdr_error *error)
{
    const qdr_block *out =
        qdr_placement_find(made->sends, made->num_sends, made->rank);
    const qdr_block *in =
        qdr_placement_find(made->receives, made->num_receives, made->rank);

    if ((out == NULL) == (in == NULL) &&
        (out == NULL || out->bytes == in->bytes))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "rank %d sends itself %lld bytes and receives %lld from "
                    "itself (-1: no message); accepted: the same",
                    made->rank, (long long)(out == NULL ? -1 : out->bytes),
                    (long long)(in == NULL ? -1 : in->bytes));
}

qdr_status qdr_placement_init_places(qdr_placement *placement,
                                     const qdr_places *places, qdr_error *error)
{
    int p = places->num_procs;
    bool are_known = places->num_receives != -1;
    side out = {"sends", places->sends, places->num_sends, p};
    side in = {"receives", places->receives,
               are_known ? places->num_receives : 0, p};
    qdr_placement made = {
        .rank = places->rank, .num_sends = out.count, .num_receives = in.count};
    qdr_status status = QDR_OK;

    if (out.count < 0 || in.count < 0 || out.count > p || in.count > p)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%lld sends and %lld receives; accepted: 0 to %d",
                        (long long)out.count, (long long)in.count, p);
    if ((out.blocks == NULL && out.count > 0) ||
        (in.blocks == NULL && in.count > 0))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "NULL for %lld %s; accepted: an array of blocks",
                        (long long)(out.blocks == NULL ? out.count : in.count),
                        out.blocks == NULL ? "sends" : "receives");
    if (!allocate(&made, (size_t)out.count, (size_t)in.count))
        status = qdr_fail_memory(error, "the blocks of an exchange");
    if (status == QDR_OK)
        status = take_side(made.sends, &out, &made.send_bytes, error);
    if (status == QDR_OK)
        status = take_side(made.receives, &in, &made.receive_bytes, error);
    if (status == QDR_OK)
        status = check_overlap(&made, error);
    if (status == QDR_OK && are_known)
        status = check_own(&made, error);
    if (status == QDR_OK)
        *placement = made;
    else
        qdr_placement_cleanup(&made);
    return status;
}

void qdr_placement_cleanup(qdr_placement *placement)
{
    free(placement->sends);
    free(placement->receives);
    *placement = (qdr_placement){0};
}

const qdr_block *qdr_placement_find(const qdr_block *blocks, int64_t num_blocks,
                                    int peer)
{
    const qdr_block key = {.peer = peer};

    return bsearch(&key, blocks, (size_t)num_blocks, sizeof key, by_peer);
}

void qdr_placement_copy_own(const qdr_placement *placement, const char *send,
                            char *receive)
{
    int rank = placement->rank;
    const qdr_block *from =
        qdr_placement_find(placement->sends, placement->num_sends, rank);
    const qdr_block *to =
        qdr_placement_find(placement->receives, placement->num_receives, rank);

    if (from != NULL && to != NULL && from->bytes > 0)
        memcpy(receive + to->displacement, send + from->displacement,
               (size_t)from->bytes);
}
