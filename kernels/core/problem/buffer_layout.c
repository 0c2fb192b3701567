/* kernels/core/problem/buffer_layout.c -- see buffer_layout.h. */
#include "kernels/core/problem/buffer_layout.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/min_max.h"

/* Adds a message to one side, at its place in the layout; `slot` is the width
 * of a slot. */
static void place(qdr_block *blocks, int64_t *count, int64_t *length,
                  qdr_block message, qdr_layout_kind kind, int64_t slot)
{
    if (kind == QDR_PACKED)
        message.displacement = *length;
    else if (kind == QDR_SLOTS)
        message.displacement = message.peer * slot;
    blocks[(*count)++] = message;
    *length = qdr_max(*length, message.displacement + message.bytes);
}

static bool allocate(qdr_buffer_layout *layout, size_t num_sends,
                     size_t num_receives)
{
    /* Both are released by qdr_buffer_layout_cleanup. */
    layout->sends = malloc((num_sends + 1) * sizeof(qdr_block));
    layout->receives = malloc((num_receives + 1) * sizeof(qdr_block));
    return layout->sends != NULL && layout->receives != NULL;
}

static qdr_status init_messages(qdr_buffer_layout *made,
                                const qdr_pattern *pattern, qdr_error *error)
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
                  (qdr_block){message.dst, 0, message.bytes}, made->kind, slot);
        if (message.dst == rank)
            place(made->receives, &made->num_receives, &made->receive_bytes,
                  (qdr_block){message.src, 0, message.bytes}, made->kind, slot);
    }
    if (made->kind == QDR_SLOTS)
        made->send_bytes = made->receive_bytes = pattern->num_procs * slot;
    return QDR_OK;
}

qdr_vector_part qdr_vector_part_of(const qdr_problem *problem, int rank,
                                   bool is_after)
{
    switch (qdr_problem_extent(problem, rank, is_after)) {
    case QDR_OWN_PART:
        return (qdr_vector_part){qdr_problem_part_begin(problem, rank),
                                 qdr_problem_part_begin(problem, rank + 1)};
    case QDR_WHOLE:
        return (qdr_vector_part){0, problem->vector.bytes};
    case QDR_NOTHING:
        break;
    }
    return (qdr_vector_part){0, 0};
}

int64_t qdr_vector_longest(const qdr_problem *problem)
{
    int64_t longest = 0;

    for (int r = 0; r < problem->num_procs; r++) {
        qdr_vector_part part = qdr_vector_part_of(problem, r, false);
        longest = qdr_max(longest, part.end - part.begin);
    }
    return longest;
}

/* Whether `src` has data that `dst` needs. A rank with all its data in its send
 * buffer, the root of a broadcast, needs none from itself. */
static bool is_wanted(const qdr_problem *problem, int src, int dst)
{
    qdr_extent before = qdr_problem_extent(problem, src, false);
    qdr_extent after = qdr_problem_extent(problem, dst, true);

    if (before == QDR_NOTHING || after == QDR_NOTHING)
        return false;
    return src != dst || before != after ||
           qdr_collective_combines(problem->collective);
}

/* The bytes in both parts. */
static qdr_vector_part common_to(qdr_vector_part a, qdr_vector_part b)
{
    int64_t begin = qdr_max(a.begin, b.begin);
    int64_t end = a.end < b.end ? a.end : b.end;

    return (qdr_vector_part){begin, qdr_max(begin, end)};
}

static qdr_status init_vector(qdr_buffer_layout *made,
                              const qdr_problem *problem, qdr_error *error)
{
    int rank = made->rank;
    size_t room = (size_t)problem->num_procs;
    bool is_alike = qdr_problem_extent(problem, rank, false) ==
                    qdr_problem_extent(problem, rank, true);

    if (!allocate(made, room, room))
        return qdr_fail_memory(error, "the blocks of an exchange");
    made->kind = QDR_VECTOR;
    made->sent = qdr_vector_part_of(problem, rank, false);
    if (!is_alike || is_wanted(problem, rank, rank))
        made->received = qdr_vector_part_of(problem, rank, true);
    for (int r = 0; r < problem->num_procs; r++) {
        qdr_vector_part out =
            common_to(made->sent, qdr_vector_part_of(problem, r, true));
        qdr_vector_part in =
            common_to(qdr_vector_part_of(problem, r, false), made->received);
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

qdr_status qdr_buffer_layout_init(qdr_buffer_layout *layout,
                                  const qdr_problem *problem, int rank,
                                  qdr_layout_kind kind, qdr_error *error)
{
    qdr_buffer_layout made = {.rank = rank, .kind = kind};
    qdr_status status =
        qdr_collective_has_vector(problem->collective)
            ? init_vector(&made, problem, error)
            : init_messages(&made, problem->messages.pattern, error);

    if (status == QDR_OK)
        *layout = made;
    else
        qdr_buffer_layout_cleanup(&made);
    return status;
}

static int by_peer(const void *left, const void *right)
{
    const qdr_block *a = left, *b = right;

    return (a->peer > b->peer) - (a->peer < b->peer);
}

void qdr_buffer_layout_cleanup(qdr_buffer_layout *layout)
{
    free(layout->sends);
    free(layout->receives);
    free(layout->send_blocks);
    free(layout->receive_blocks);
    *layout = (qdr_buffer_layout){0};
}

const qdr_block *qdr_buffer_layout_find(const qdr_block *blocks,
                                        int64_t num_blocks, int peer)
{
    const qdr_block key = {.peer = peer};

    return bsearch(&key, blocks, (size_t)num_blocks, sizeof key, by_peer);
}

void qdr_buffer_layout_copy_own(const qdr_buffer_layout *layout,
                                const char *send, char *receive)
{
    int rank = layout->rank;
    const qdr_block *from =
        qdr_buffer_layout_find(layout->sends, layout->num_sends, rank);
    const qdr_block *to =
        qdr_buffer_layout_find(layout->receives, layout->num_receives, rank);

    if (from != NULL && to != NULL && from->bytes > 0)
        memcpy(receive + to->displacement, send + from->displacement,
               (size_t)from->bytes);
}
