/* kernels/core/proof/delivery_round.c -- a round of a delivery check: its
 * messages leave, and arrive; see delivery_proof.h. */
#include <stdlib.h>

#include "kernels/core/base/reserve.h"
#include "kernels/core/proof/delivery_proof.h"

static qdr_status add_arrival(qdr_proof *p, const qdr_proof_arrival *made)
{
    qdr_proof_arrival *room = qdr_reserve(p->arrivals, &p->arrival_capacity,
                                          p->num_arrivals + 1, sizeof *room);

    if (room == NULL)
        return qdr_proof_fail_memory(p);
    p->arrivals = room;
    p->arrivals[p->num_arrivals++] = *made;
    return QDR_OK;
}

/* Bytes begin .. end - 1 of a block leave their sender, who must hold them. */
static qdr_status send_bytes(qdr_proof *p, const qdr_transfer *t, int64_t block,
                             int64_t begin, int64_t end)
{
    qdr_status status = QDR_OK;

    for (int64_t at = begin; at < end && status == QDR_OK;) {
        const qdr_interval *held =
            qdr_block_holders_first(&p->holders, t->src, block, at);
        qdr_proof_arrival made = {
            t->src, t->dst, block, {at, end, 0, 0}, t->combines};
        if (held == NULL || held->begin > at)
            return qdr_proof_fail_byte(p, t->src, "sends, and does not hold,",
                                       at, block);
        if (held->end < end)
            made.what.end = held->end;
        made.what.set = held->set;
        status = add_arrival(p, &made);
        at = made.what.end;
    }
    if (status == QDR_OK && !p->spreads &&
        !qdr_block_holders_drop(&p->holders, t->src, block, begin, end))
        status = qdr_proof_fail_memory(p);
    return status;
}

/* The blocks of a transfer, or its piece of one, leave. */
static qdr_status send_transfer(qdr_proof *p, const qdr_transfer *t)
{
    int64_t num_blocks = qdr_problem_num_blocks(p->problem), bytes = 0;
    char name[QDR_BLOCK_NAME_LENGTH];
    qdr_status status = QDR_OK;

    if (t->num_blocks < 0 || t->first < 0 ||
        t->first > num_blocks - t->num_blocks)
        return qdr_fail(p->error, QDR_ERROR_CHECK,
                        "round %lld: %d -> %d carries blocks %lld to %lld; "
                        "accepted: 0 to %lld",
                        (long long)p->round + 1, t->src, t->dst,
                        (long long)t->first,
                        (long long)(t->first + t->num_blocks - 1),
                        (long long)num_blocks - 1);
    for (int64_t b = t->first; b < t->first + t->num_blocks; b++)
        bytes += qdr_problem_block_bytes(p->problem, b);
    if (t->num_blocks != 1 || bytes == 0) {
        if (t->offset != 0 || t->bytes != bytes)
            return qdr_fail(p->error, QDR_ERROR_CHECK,
                            "round %lld: %d -> %d carries %lld bytes from byte "
                            "%lld on; its blocks have %lld",
                            (long long)p->round + 1, t->src, t->dst,
                            (long long)t->bytes, (long long)t->offset,
                            (long long)bytes);
        for (int64_t b = t->first;
             b < t->first + t->num_blocks && status == QDR_OK; b++)
            status = send_bytes(p, t, b, 0, qdr_proof_extent(p, b));
        return status;
    }
    if (t->offset < 0 || t->bytes < 1 || t->bytes > bytes - t->offset)
        return qdr_fail(
            p->error, QDR_ERROR_CHECK,
            "round %lld: %d -> %d carries bytes %lld to %lld of "
            "%s, which has %lld",
            (long long)p->round + 1, t->src, t->dst, (long long)t->offset,
            (long long)(t->offset + t->bytes - 1),
            qdr_proof_name_block(p, t->first, name), (long long)bytes);
    return send_bytes(p, t, t->first, t->offset, t->offset + t->bytes);
}

/* The bytes of an arrival that its receiver has already; *out_first is the
 * first of them. */
static int64_t count_known(const qdr_proof *p, const qdr_proof_arrival *a,
                           int64_t *out_first)
{
    const qdr_interval *held =
        qdr_block_holders_first(&p->holders, a->dst, a->block, a->what.begin);
    int64_t known = 0;

    for (; held != NULL && held->begin < a->what.end;
         held = qdr_block_holders_first(&p->holders, a->dst, a->block,
                                        held->end)) {
        int64_t begin =
            held->begin > a->what.begin ? held->begin : a->what.begin;
        int64_t end = held->end < a->what.end ? held->end : a->what.end;
        if (!qdr_contributors_contain(&p->sets, held->set, a->what.set))
            continue;
        if (known == 0)
            *out_first = begin;
        known += end - begin;
    }
    return known;
}

/* Moved data replace the receiver's. All of them must be new to it or, where
 * the collective repeats, some of the message. */
static qdr_status check_news(qdr_proof *p, const qdr_proof_arrival *message,
                             int64_t count)
{
    int64_t known = 0, bytes = 0, at = message->what.begin;

    for (int64_t i = 0; i < count; i++) {
        known += count_known(p, &message[i], &at);
        bytes += message[i].what.end - message[i].what.begin;
    }
    if (known < bytes && (known == 0 || p->repeats))
        return QDR_OK;
    return qdr_proof_fail_byte(p, message->dst, "gets, and has already,", at,
                               message->block);
}

static qdr_status move_in(qdr_proof *p, const qdr_proof_arrival *a)
{
    return qdr_block_holders_put(&p->holders, a->dst, a->block, a->what)
               ? QDR_OK
               : qdr_proof_fail_memory(p);
}

/* Where the order counts, the lower rank's data are the left operand. */
static qdr_status check_order(const qdr_proof *p, const qdr_proof_arrival *a,
                              int64_t held)
{
    bool from_lower = a->src < a->dst;

    if (!qdr_problem_is_ordered(p->problem) ||
        qdr_contributors_follow(&p->sets, from_lower ? a->what.set : held,
                                from_lower ? held : a->what.set))
        return QDR_OK;
    return qdr_fail(p->error, QDR_ERROR_CHECK,
                    "round %lld: rank %d combines with what comes from rank "
                    "%d, and their ranks are not in order; accepted: those of "
                    "the lower rank end where those of the other begin",
                    (long long)p->round + 1, a->dst, a->src);
}

/* Every combined byte must meet data of the receiver, and no contribution may
 * be in both. */
static qdr_status combine_in(qdr_proof *p, const qdr_proof_arrival *a)
{
    for (int64_t at = a->what.begin; at < a->what.end;) {
        const qdr_interval *held =
            qdr_block_holders_first(&p->holders, a->dst, a->block, at);
        qdr_interval sum = {at, a->what.end, 0, 0};
        qdr_status status;
        int twice = 0;
        if (held == NULL || held->begin > at)
            return qdr_proof_fail_byte(
                p, a->dst, "combines, and holds nothing of,", at, a->block);
        if (held->end < sum.end)
            sum.end = held->end;
        sum.set =
            qdr_contributors_merge(&p->sets, held->set, a->what.set, &twice);
        if (sum.set == -1)
            return qdr_fail(p->error, QDR_ERROR_CHECK,
                            "round %lld: rank %d combines the contribution of "
                            "rank %d a second time, from rank %d",
                            (long long)p->round + 1, a->dst, twice, a->src);
        if (sum.set < 0)
            return qdr_proof_fail_memory(p);
        status = check_order(p, a, held->set);
        if (status != QDR_OK)
            return status;
        if (!qdr_block_holders_put(&p->holders, a->dst, a->block, sum))
            return qdr_proof_fail_memory(p);
        at = sum.end;
    }
    return QDR_OK;
}

/* The arrivals from `i` on that are of one message. */
static int64_t count_together(const qdr_proof *p, int64_t i)
{
    const qdr_proof_arrival *first = &p->arrivals[i];
    int64_t count = 1;

    while (i + count < p->num_arrivals && first[count].src == first->src &&
           first[count].dst == first->dst &&
           first[count].combines == first->combines)
        count++;
    return count;
}

static int by_distance(const void *left, const void *right)
{
    const qdr_proof_arrival *a = left, *b = right;
    int by = abs(a->src - a->dst) - abs(b->src - b->dst);

    by = by != 0 ? by : a->src - b->src;
    if (by != 0)
        return by;
    return (a->what.begin > b->what.begin) - (a->what.begin < b->what.begin);
}

/* All messages leave before any arrives: no rank forwards within a round. Where
 * the order counts, what comes in a round is combined in the order of ranks; by
 * the associative law also from a rank's neighbours on. */
qdr_status qdr_proof_follow_round(qdr_proof *p)
{
    const qdr_schedule *s = p->schedule;
    qdr_status status = QDR_OK;

    p->num_arrivals = 0;
    for (int64_t t = s->round_begin[p->round];
         t < s->round_begin[p->round + 1] && status == QDR_OK; t++)
        status = send_transfer(p, &s->transfers[t]);
    if (qdr_problem_is_ordered(p->problem) && p->num_arrivals > 0)
        qsort(p->arrivals, (size_t)p->num_arrivals, sizeof *p->arrivals,
              by_distance);
    for (int64_t i = 0; i < p->num_arrivals && status == QDR_OK;) {
        const qdr_proof_arrival *a = &p->arrivals[i];
        int64_t count = p->repeats ? count_together(p, i) : 1;
        if (!a->combines)
            status = check_news(p, a, count);
        for (int64_t end = i + count; i < end && status == QDR_OK; i++)
            status = (p->arrivals[i].combines ? combine_in
                                              : move_in)(p, &p->arrivals[i]);
    }
    return status;
}
