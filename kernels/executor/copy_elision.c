/* kernels/executor/copy_elision.c -- see copy_elision.h. */
#include "kernels/executor/copy_elision.h"

/* The operations of a rank, and how they are bound. */
typedef struct binding {
    const qdr_rank_schedules *own;
    qdr_bound_operation *operations;
    qdr_copy *copies;
} binding;

/* Operations of which the one sends the rank's data and the other receives what
 * they are combined with. */
typedef struct exchange {
    qdr_bound_operation *sent, *came;
    qdr_copy *combination;
    bool own_first; /* the result is copied back */
} exchange;

static bool are_equal(qdr_span a, qdr_span b)
{
    return a.buffer == b.buffer && a.displacement == b.displacement &&
           a.bytes == b.bytes;
}

/* Whether operations i and i + 1 alone are a round, and exchange two messages
 * of one length, each in one piece. */
static bool are_opposite(const binding *at, int64_t i)
{
    const qdr_operation *one = &at->own->operations[i];
    int64_t count = at->own->rank_begin[1];

    return i + 1 < count && one->round == one[1].round &&
           one->peer == one[1].peer && one->is_send != one[1].is_send &&
           one->is_last && one->skipped == 0 && one[1].is_last &&
           one[1].skipped == 0 && one->bytes == one[1].bytes &&
           (i == 0 || one[-1].round != one->round) &&
           (i + 2 == count || one[2].round != one->round);
}

/* The exchange that is operations i and i + 1; false: they are none, or bound
 * in another way. */
static bool find_exchange(const binding *at, int64_t i, exchange *out)
{
    qdr_bound_operation *one = &at->operations[i];
    qdr_copy_range with;

    if (!are_opposite(at, i))
        return false;
    out->sent = one->is_send ? one : one + 1;
    out->came = one->is_send ? one + 1 : one;
    with = out->came->packing;
    if (with.begin == with.end || with.end > with.begin + 2 ||
        out->sent->packing.begin != out->sent->packing.end)
        return false;
    out->combination = &at->copies[with.begin];
    out->own_first = with.end == with.begin + 2;
    return out->combination->combines &&
           !(out->own_first && out->combination[1].combines) &&
           are_equal(out->own_first ? out->combination->from
                                    : out->combination->to,
                     out->sent->at);
}

/* The next exchange after operation i in which the own operand is first, in the
 * run of those with the places of `first`; -1: none. */
static int64_t find_partner(const binding *at, int64_t i, const exchange *first)
{
    exchange next;

    for (; i < at->own->rank_begin[1]; i += 2) {
        if (!find_exchange(at, i, &next) ||
            !are_equal(next.sent->at, first->sent->at) ||
            !are_equal(next.came->at, first->came->at))
            return -1;
        if (next.own_first)
            return i;
    }
    return -1;
}

static void swap_spans(qdr_span *a, qdr_span *b)
{
    const qdr_span before = *a;

    *a = *b;
    *b = before;
}

void qdr_copies_elide(qdr_bound_operation *operations, qdr_copies *copies,
                      const qdr_rank_schedules *own)
{
    const binding bound = {own, operations, copies->copies}, *at = &bound;
    int64_t i = 0;

    while (i < at->own->rank_begin[1]) {
        exchange now;
        int64_t last = -1;
        if (find_exchange(at, i, &now) && now.own_first)
            last = find_partner(at, i + 2, &now);
        if (last < 0) {
            i++;
            continue;
        }
        /* The result stays in the packed buffer: the rank sends from there, and
         * what comes goes to the region. */
        now.came->packing.end--;
        for (i += 2; i <= last; i += 2) {
            find_exchange(at, i, &now);
            swap_spans(&now.sent->at, &now.came->at);
            swap_spans(&now.combination->from, &now.combination->to);
        }
        now.came->packing.end--;
    }
}
