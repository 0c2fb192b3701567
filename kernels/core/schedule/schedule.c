/* kernels/core/schedule/schedule.c -- see schedule.h. */
#include "kernels/core/schedule/schedule.h"

#include <stdlib.h>

#include "kernels/core/base/reserve.h"

static int in_pair_order(const void *left, const void *right)
{
    const qdr_transfer *a = left, *b = right;
    int a_low = a->src < a->dst ? a->src : a->dst;
    int b_low = b->src < b->dst ? b->src : b->dst;
    int a_high = a->src < a->dst ? a->dst : a->src;
    int b_high = b->src < b->dst ? b->dst : b->src;

    if (a_low != b_low)
        return a_low < b_low ? -1 : 1;
    if (a_high != b_high)
        return a_high < b_high ? -1 : 1;
    /* The lower rank receives first: the transfer from the higher rank. */
    return (a->src < a->dst) - (b->src < b->dst);
}

/* The round of each message of a pattern. */
typedef struct assignment {
    const qdr_pattern *pattern;
    int64_t num_rounds;
    const int64_t *round;
    bool keeps_empty; /* rounds */
} assignment;

/* Counting sort by round, of messages in pair order; `fill` starts as the
 * number of transfers of each round and ends as the end of each round. */
static void place_transfers(qdr_schedule *schedule, const assignment *assigned,
                            const int64_t *order, int64_t *fill)
{
    const int64_t *round = assigned->round;
    int64_t begin = 0;

    for (int64_t i = 0; i < assigned->num_rounds; i++) {
        int64_t count = fill[i];
        if (count > 0 || assigned->keeps_empty)
            schedule->round_begin[schedule->num_rounds++] = begin;
        fill[i] = begin;
        begin += count;
    }
    schedule->round_begin[schedule->num_rounds] = begin;
    for (int64_t k = 0; k < schedule->num_transfers; k++) {
        int64_t m = order[k];
        qdr_message message = assigned->pattern->messages[m];
        schedule->transfers[fill[round[m]]++] =
            (qdr_transfer){.src = message.src,
                           .dst = message.dst,
                           .first = m,
                           .bytes = message.bytes,
                           .num_blocks = 1};
    }
}

static qdr_status init_assigned(qdr_schedule *schedule,
                                const assignment *assigned, qdr_error *error)
{
    size_t num_rounds = (size_t)assigned->num_rounds;
    qdr_schedule made = {.num_procs = assigned->pattern->num_procs};
    int64_t *fill = calloc(num_rounds + 1, sizeof *fill), *order = NULL;
    qdr_status status =
        qdr_pair_order(assigned->pattern, &order, &made.num_transfers, error);

    if (status != QDR_OK) {
        free(fill);
        return status;
    }
    /* Both arrays are released by qdr_schedule_cleanup. */
    made.transfers =
        malloc(((size_t)made.num_transfers + 1) * sizeof *made.transfers);
    made.round_begin = malloc((num_rounds + 1) * sizeof *made.round_begin);
    if (fill == NULL || made.transfers == NULL || made.round_begin == NULL) {
        status = qdr_fail_memory(error, "a schedule");
        qdr_schedule_cleanup(&made);
    } else {
        for (int64_t k = 0; k < made.num_transfers; k++)
            fill[assigned->round[order[k]]]++;
        place_transfers(&made, assigned, order, fill);
        *schedule = made;
    }
    free(order);
    free(fill);
    return status;
}

qdr_status qdr_schedule_init_assigned(qdr_schedule *schedule,
                                      const qdr_pattern *pattern,
                                      int64_t num_rounds, const int64_t *round,
                                      qdr_error *error)
{
    return init_assigned(
        schedule, &(assignment){pattern, num_rounds, round, false}, error);
}

qdr_status qdr_schedule_init_by_round(qdr_schedule *schedule,
                                      const qdr_pattern *pattern,
                                      const qdr_round_rule *rule, bool is_part,
                                      qdr_error *error)
{
    int p = pattern->num_procs;
    int64_t *round =
        malloc(((size_t)pattern->num_messages + 1) * sizeof *round);
    assignment assigned = {pattern, rule->num_rounds(p), round,
                           is_part || rule->keeps_empty};
    qdr_status status;

    if (round == NULL)
        return qdr_fail_memory(error, "the rounds of a pattern");
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        round[m] = message.src == message.dst
                       ? -1
                       : rule->round_of(message.src, message.dst, p);
    }
    status = init_assigned(schedule, &assigned, error);
    /* In each: does this rank send to its peer, does it receive from it? */
    if (status == QDR_OK)
        schedule->num_probes = 2 * assigned.num_rounds;
    free(round);
    return status;
}

qdr_status qdr_schedule_builder_add(qdr_schedule_builder *builder,
                                    int64_t round, qdr_transfer transfer,
                                    qdr_error *error)
{
    struct qdr_piece *room = qdr_reserve(builder->items, &builder->capacity,
                                         builder->count + 1, sizeof *room);

    if (room == NULL)
        return qdr_fail_memory(error, "the pieces of messages");
    builder->items = room;
    builder->items[builder->count++] = (struct qdr_piece){round, transfer};
    return QDR_OK;
}

static int by_round(const void *left, const void *right)
{
    const struct qdr_piece *a = left, *b = right;
    int order;

    if (a->round != b->round)
        return a->round < b->round ? -1 : 1;
    order = in_pair_order(&a->transfer, &b->transfer);
    if (order != 0)
        return order;
    return (a->transfer.offset > b->transfer.offset) -
           (a->transfer.offset < b->transfer.offset);
}

/* Extends a schedule to at least `num_rounds` rounds; new ones begin at
 * `begin`. */
static void open_rounds(qdr_schedule *schedule, int64_t num_rounds,
                        int64_t begin)
{
    while (schedule->num_rounds < num_rounds)
        schedule->round_begin[schedule->num_rounds++] = begin;
}

/* Sorts the pieces. */
static qdr_status schedule_pieces(const qdr_schedule_builder *builder,
                                  int num_procs, qdr_schedule *schedule,
                                  qdr_error *error)
{
    size_t room = (size_t)builder->count + 1;
    size_t num_rounds =
        (size_t)(builder->num_rounds > builder->count ? builder->num_rounds
                                                      : builder->count);
    qdr_schedule made = {
        .num_procs = num_procs,
        .forwards = builder->forwards,
        .num_transfers = builder->count,
        .transfers = malloc(room * sizeof *made.transfers),
        .round_begin = malloc((num_rounds + 2) * sizeof *made.round_begin)};

    if (made.transfers == NULL || made.round_begin == NULL) {
        qdr_schedule_cleanup(&made);
        return qdr_fail_memory(error, "a schedule");
    }
    if (builder->count > 0)
        qsort(builder->items, (size_t)builder->count, sizeof *builder->items,
              by_round);
    for (int64_t i = 0; i < builder->count; i++) {
        const struct qdr_piece *piece = &builder->items[i];
        if (builder->num_rounds > 0)
            open_rounds(&made, piece->round + 1, i);
        else if (i == 0 || piece->round != piece[-1].round)
            open_rounds(&made, made.num_rounds + 1, i);
        made.transfers[i] = piece->transfer;
    }
    open_rounds(&made, builder->num_rounds, builder->count);
    made.round_begin[made.num_rounds] = builder->count;
    *schedule = made;
    return QDR_OK;
}

qdr_status qdr_schedule_builder_finish(qdr_schedule_builder *builder,
                                       qdr_status status, int num_procs,
                                       qdr_schedule *schedule, qdr_error *error)
{
    if (status == QDR_OK)
        status = schedule_pieces(builder, num_procs, schedule, error);
    free(builder->items);
    *builder = (qdr_schedule_builder){0};
    return status;
}

qdr_status qdr_schedule_append(qdr_schedule *schedule, bool begin_round,
                               qdr_transfer transfer, qdr_error *error)
{
    qdr_schedule *s = schedule;
    int64_t *begins;
    qdr_transfer *transfers =
        qdr_reserve(s->transfers, &s->transfer_capacity, s->num_transfers + 1,
                    sizeof *transfers);

    if (transfers == NULL)
        return qdr_fail_memory(error, "a schedule");
    s->transfers = transfers;
    begins = qdr_reserve(s->round_begin, &s->round_capacity, s->num_rounds + 2,
                         sizeof *begins);
    if (begins == NULL)
        return qdr_fail_memory(error, "a schedule");
    s->round_begin = begins;
    if (begin_round || s->num_rounds == 0)
        s->round_begin[s->num_rounds++] = s->num_transfers;
    s->transfers[s->num_transfers++] = transfer;
    s->round_begin[s->num_rounds] = s->num_transfers;
    return QDR_OK;
}

int64_t qdr_message_end(const qdr_schedule *schedule, int64_t t, int64_t end,
                        int64_t *out_bytes)
{
    *out_bytes = 0;
    do
        *out_bytes += schedule->transfers[t++].bytes;
    while (t < end && schedule->transfers[t].joins);
    return t;
}

void qdr_schedule_cleanup(qdr_schedule *schedule)
{
    free(schedule->transfers);
    free(schedule->round_begin);
    *schedule = (qdr_schedule){0};
}
