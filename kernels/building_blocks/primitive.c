/* kernels/building_blocks/primitive.c -- see primitive.h.
 *
 * Loops, not recursion: its overhead is what the paper names as its weakness at
 * 8 bytes [barnett1994, Sec. 7.2].
 */
#include "kernels/building_blocks/primitive.h"

static const qdr_primitive_traits rows[QDR_NUM_PRIMITIVES] = {
    [QDR_MST_SCATTER] = {.letter = 'S'},
    [QDR_MST_GATHER] = {.letter = 'G', .is_reverse = true},
    [QDR_MST_BROADCAST] = {.letter = 'M', .is_whole = true},
    [QDR_MST_COMBINE] = {.letter = 'R',
                         .is_whole = true,
                         .is_reverse = true,
                         .combines = true},
    [QDR_BUCKET_COLLECT] = {.letter = 'C', .is_among_all = true},
    [QDR_BUCKET_COMBINE] = {.letter = 'D',
                            .is_among_all = true,
                            .is_reverse = true,
                            .combines = true},
    [QDR_EXCHANGE_COMBINE] = {.letter = 'X',
                              .is_among_all = true,
                              .is_whole = true,
                              .combines = true},
};

const qdr_primitive_traits *qdr_primitive_at(qdr_primitive primitive)
{
    return &rows[primitive];
}

int qdr_primitive_rounds(qdr_primitive primitive, int size)
{
    int rounds = 0;

    if (rows[primitive].is_among_all)
        return size - 1;
    while ((int64_t)1 << rounds < size)
        rounds++;
    return rounds;
}

/* Members low .. high; `root` has the data to spread. */
typedef struct span {
    int low, high, root;
} span;

/* Halves it, the lower half being the longer one: sets `other` to the half
 * without the root, whose root is the member nearest to it, and leaves the root
 * its own. */
static void halve(span *own, span *other)
{
    int middle = own->low + (own->high - own->low) / 2;

    if (own->root <= middle) {
        *other = (span){middle + 1, own->high, middle + 1};
        own->high = middle;
    } else {
        *other = (span){own->low, middle, middle};
        own->low = middle + 1;
    }
}

/* Down the tree that spreads from the root; a reverse goes the same way back.
 */
static qdr_status
visit_tree(qdr_primitive primitive, qdr_group group, int member,
           qdr_status (*visit)(void *, const qdr_group_message *),
           void *context)
{
    const qdr_primitive_traits *row = &rows[primitive];
    int rounds = qdr_primitive_rounds(primitive, group.size);
    span own = {0, group.size - 1, group.root}, other;
    qdr_status status = QDR_OK;

    for (int i = 0; own.low < own.high && status == QDR_OK; i++) {
        int root = own.root;
        halve(&own, &other);
        if (member == root || member == other.root)
            status =
                visit(context,
                      &(qdr_group_message){
                          .round = row->is_reverse ? rounds - 1 - i : i,
                          .is_send = (member == root) != row->is_reverse,
                          .peer = member == root ? other.root : root,
                          .first = row->is_whole ? 0 : other.low,
                          .last = row->is_whole ? group.size - 1 : other.high});
        if (other.low <= member && member <= other.high)
            own = other;
    }
    return status;
}

/* In round s = 1 .. d - 1 of the collect member m passes bucket m - s + 1 to
 * its right neighbour, beginning with its own; the reverse brings bucket m to
 * member m in the end. */
static qdr_status
visit_ring(qdr_primitive primitive, qdr_group group, int member,
           qdr_status (*visit)(void *, const qdr_group_message *),
           void *context)
{
    bool is_reverse = rows[primitive].is_reverse;
    int d = group.size, left = (member + d - 1) % d, right = (member + 1) % d;
    qdr_status status = QDR_OK;

    for (int s = 1; s < d && status == QDR_OK; s++) {
        int round = is_reverse ? d - 1 - s : s - 1;
        int to_right = (member + d - s + 1) % d;
        int from_left = (member + d - s) % d;
        status = visit(context, &(qdr_group_message){round, !is_reverse, right,
                                                     to_right, to_right});
        if (status == QDR_OK)
            status =
                visit(context, &(qdr_group_message){round, is_reverse, left,
                                                    from_left, from_left});
    }
    return status;
}

/* Both members send all they have, and combine. */
static qdr_status visit_exchange(int member,
                                 qdr_status (*visit)(void *,
                                                     const qdr_group_message *),
                                 void *context)
{
    qdr_group_message message = {
        .round = 0, .is_send = true, .peer = 1 - member, .last = 1};
    qdr_status status = visit(context, &message);

    message.is_send = false;
    return status == QDR_OK ? visit(context, &message) : status;
}

qdr_status
qdr_primitive_visit(qdr_primitive primitive, qdr_group group, int member,
                    qdr_status (*visit)(void *, const qdr_group_message *),
                    void *context)
{
    if (primitive == QDR_EXCHANGE_COMBINE)
        return visit_exchange(member, visit, context);
    return (rows[primitive].is_among_all ? visit_ring : visit_tree)(
        primitive, group, member, visit, context);
}

void qdr_primitive_scattered(qdr_group group, int member, int *out_first,
                             int *out_last)
{
    span own = {0, group.size - 1, group.root}, other;

    while (own.root != member) {
        halve(&own, &other);
        if (other.low <= member && member <= other.high)
            own = other;
    }
    *out_first = own.low;
    *out_last = own.high;
}
