/* kernels/executor/copy_elision.c -- see copy_elision.h. */
#include "kernels/executor/copy_elision.h"

/* The operations of a rank, and how they are bound. */
typedef struct binding {
    const qdr_rank_schedules *own;
    qdr_bound_operation *operations;
    qdr_copy *copies;
} binding;

/* The receive of the exchange that is operations i and i + 1, or -1 if they are
 * none, or bound in another way. */
static int64_t receive_of(const binding *at, int64_t i)
{
    const qdr_operation *one = &at->own->operations[i];
    const qdr_bound_operation *bound = &at->operations[i];
    int64_t came = one->is_send ? i + 1 : i, sent = 2 * i + 1 - came;
    const qdr_bound_operation *to = &at->operations[sent];
    qdr_copy_range with;
    const qdr_copy *copy;

    if (i + 1 >= at->own->rank_begin[1] || one->round != one[1].round ||
        one->peer != one[1].peer || one->is_send == one[1].is_send ||
        !one->is_last || one->skipped > 0 || !one[1].is_last ||
        one[1].skipped > 0 || bound->count != bound[1].count)
        return -1;
    /* Not a third one in the round. */
    if ((i > 0 && one[-1].round == one->round) ||
        (i + 2 < at->own->rank_begin[1] && one[2].round == one->round))
        return -1;
    with = at->operations[came].packing;
    if (with.end != with.begin + 1 || to->packing.begin != to->packing.end)
        return -1;
    copy = &at->copies[with.begin];
    if (!copy->combines || copy->to_buffer != to->buffer ||
        copy->to != to->displacement)
        return -1;
    return came;
}

static qdr_copy *copy_of(const binding *at, int64_t came)
{
    return &at->copies[at->operations[came].packing.begin];
}

static bool are_alike(const qdr_copy *a, const qdr_copy *b)
{
    return a->to_buffer == b->to_buffer && a->to == b->to &&
           a->from.buffer == b->from.buffer &&
           a->from.displacement == b->from.displacement &&
           a->from.bytes == b->from.bytes;
}

/* The next exchange after operation i in which the own operand is first, in the
 * run of those like `first`; -1: none. */
static int64_t find_partner(const binding *at, int64_t i, const qdr_copy *first)
{
    for (; i < at->own->rank_begin[1]; i += 2) {
        int64_t came = receive_of(at, i);
        if (came < 0 || !are_alike(copy_of(at, came), first))
            return -1;
        if (copy_of(at, came)->own_first)
            return i;
    }
    return -1;
}

/* The rank's data are in the packed buffer: it sends from there, and what comes
 * goes to the region. If that is the second operand, it stays there. */
static void swap(const binding *at, int64_t came, int64_t sent)
{
    qdr_copy *copy = copy_of(at, came);
    qdr_bound_operation *in = &at->operations[came];
    qdr_bound_operation *out = &at->operations[sent];
    const qdr_span region = {copy->to_buffer, copy->to, copy->from.bytes};
    const qdr_span packed = copy->from;

    out->buffer = packed.buffer;
    out->displacement = packed.displacement;
    in->buffer = region.buffer;
    in->displacement = region.displacement;
    if (!copy->own_first) {
        copy->from = region;
        copy->to_buffer = packed.buffer;
        copy->to = packed.displacement;
    }
    copy->own_first = false;
}

/* The result stays in the packed buffer. */
static void leave(const binding *at, int64_t came)
{
    qdr_copy *copy = copy_of(at, came);
    const qdr_span packed = copy->from;

    copy->from = (qdr_span){copy->to_buffer, copy->to, copy->from.bytes};
    copy->to_buffer = packed.buffer;
    copy->to = packed.displacement;
    copy->own_first = false;
}

void qdr_copies_elide(qdr_bound_operation *operations, qdr_copies *copies,
                      const qdr_rank_schedules *own)
{
    const binding bound = {own, operations, copies->copies}, *at = &bound;
    int64_t i = 0;

    while (i < at->own->rank_begin[1]) {
        int64_t came = receive_of(at, i), last = -1;
        if (came >= 0 && copy_of(at, came)->own_first)
            last = find_partner(at, i + 2, copy_of(at, came));
        if (last < 0) {
            i++;
            continue;
        }
        leave(at, came);
        for (i += 2; i <= last; i += 2) {
            came = receive_of(at, i);
            swap(at, came, 2 * i + 1 - came);
        }
    }
}
