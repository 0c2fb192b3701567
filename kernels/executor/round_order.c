/* kernels/executor/round_order.c -- see round_order.h. */
#include "kernels/executor/round_order.h"

enum { NONE = -1 };

/* Whether operation i is the last piece of a message that is combined here. */
static bool is_combined(const qdr_round_order *order, int64_t i)
{
    const qdr_operation *operation = &order->own[i];

    return !operation->is_send && operation->is_last &&
           order->schedule->transfers[operation->begin].combines;
}

/* Whether the messages of two operations carry the same bytes of the vector. */
static bool are_alike(const qdr_round_order *order, int64_t i, int64_t j)
{
    const qdr_operation *a = &order->own[i], *b = &order->own[j];
    const qdr_transfer *transfers = order->schedule->transfers;
    bool alike = a->end - a->begin == b->end - b->begin;

    for (int64_t t = 0; t < a->end - a->begin && alike; t++)
        alike =
            transfers[a->begin + t].offset == transfers[b->begin + t].offset &&
            transfers[a->begin + t].bytes == transfers[b->begin + t].bytes;
    return alike;
}

/* Whether operations i and i + 1 are those of an exchange. */
static bool are_opposite(const qdr_round_order *order, int64_t i)
{
    const qdr_operation *a = &order->own[i], *b = a + 1;

    return a->peer == b->peer && a->is_send != b->is_send &&
           are_alike(order, i, i + 1);
}

/* The next exchange from operation i on: its receive, or its last piece; of the
 * bytes of the one before it, if there is one. If the operator does not
 * commute, any receive that is combined. */
static int64_t next_exchange(const qdr_round_order *order, int64_t before,
                             int64_t i, int64_t begin, int64_t end)
{
    for (; i < end; i++) {
        int64_t first = i;
        if (!is_combined(order, i) ||
            (before != NONE && !are_alike(order, i, before)))
            continue;
        while (order->own[first].skipped > 0)
            first--;
        if (order->is_ordered ||
            (first > begin && are_opposite(order, first - 1)) ||
            (i + 1 < end && are_opposite(order, i)))
            return i;
    }
    return NONE;
}

/* Data that are combined: a received message, by the copies that it had, or the
 * rank's own, which are where these copies go. */
typedef struct operand {
    qdr_copy_range copies;
    bool is_own;
} operand;

static qdr_span place_of(const qdr_copies *copies, const operand *of, int64_t s)
{
    const qdr_copy *copy = &copies->copies[of->copies.begin + s];

    return of->is_own ? copy->to : copy->from;
}

/* In the place of `to`: `from op to`, or `from`. */
static void add_copies(const qdr_round_order *order, const operand *from,
                       const operand *to, bool combines)
{
    int64_t num_spans = to->copies.end - to->copies.begin;

    for (int64_t s = 0; s < num_spans; s++)
        qdr_copies_add(order->copies,
                       (qdr_copy){.from = place_of(order->copies, from, s),
                                  .to = place_of(order->copies, to, s),
                                  .combines = combines});
}

/* What follows receive i, before the exchange `next`: its data, and this rank's
 * next to them, are combined with *result, which moves on. */
static void add_receive(const qdr_round_order *order, int64_t i, int64_t next,
                        operand *result)
{
    qdr_copy_range *made = &order->operations[i].packing;
    const operand came = {*made, false}, own = {*made, true};
    bool is_lower = order->own[i].peer < order->rank;
    bool is_last = next == NONE;

    made->begin = order->copies->count;
    if (result->copies.begin == NONE && !is_lower)
        *result = own;
    if (result->copies.begin != NONE)
        add_copies(order, result, &came, true);
    *result = came;
    if (is_lower && (is_last || order->own[next].peer > order->rank)) {
        add_copies(order, result, &own, true);
        *result = own;
    } else if (is_last) {
        add_copies(order, result, &own, false);
    }
    made->end = order->copies->count;
}

/* The first message from operation i on that is combined in turn. */
static int64_t next_in_turn(const qdr_round_order *order, int64_t i)
{
    while (i < order->num_operations && order->orders[i] != QDR_IN_TURN)
        i++;
    return i < order->num_operations ? i : NONE;
}

/* Of operations begin .. end - 1, a round. */
static void find_round(const qdr_round_order *order, int64_t begin, int64_t end)
{
    int64_t first = next_exchange(order, NONE, begin, begin, end);
    int64_t second = first == NONE
                         ? NONE
                         : next_exchange(order, first, first + 1, begin, end);

    for (int64_t i = begin; i < end; i++)
        order->orders[i] = !order->is_ordered && i != first   ? QDR_ANY_ORDER
                           : order->rank < order->own[i].peer ? QDR_OWN_FIRST
                                                              : QDR_OWN_LAST;
    for (int64_t i = first; second != NONE && i != NONE;
         i = next_exchange(order, i, i + 1, begin, end))
        order->orders[i] = QDR_IN_TURN;
}

void qdr_round_order_find(const qdr_round_order *order)
{
    int64_t begin = 0;

    for (int64_t end = 1; end <= order->num_operations; end++)
        if (end == order->num_operations ||
            order->own[end].round != order->own[begin].round) {
            find_round(order, begin, end);
            begin = end;
        }
}

void qdr_round_order_settle(const qdr_round_order *order)
{
    const operand none = {{NONE, NONE}, false};
    operand result = none;
    int64_t i = next_in_turn(order, 0);

    while (i != NONE && !order->copies->has_failed) {
        int64_t next = next_in_turn(order, i + 1);
        bool is_last =
            next == NONE || order->own[next].round != order->own[i].round;
        add_receive(order, i, is_last ? NONE : next, &result);
        if (is_last)
            result = none;
        i = next;
    }
}
