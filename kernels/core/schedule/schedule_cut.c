/* kernels/core/schedule/schedule_cut.c -- see schedule_cut.h. */
#include "kernels/core/schedule/schedule_cut.h"

#include <stdlib.h>

static int by_pair(const qdr_message *part, int src, int dst)
{
    if (part->src != src)
        return part->src < src ? -1 : 1;
    return (part->dst > dst) - (part->dst < dst);
}

/* The index of the first part of src -> dst, or of a later message's. */
static int64_t find_first(const qdr_message_split *parts, int src, int dst)
{
    int64_t low = 0, high = parts->count;

    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (by_pair(&parts->parts[middle], src, dst) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* How many parts transfer `t` of a round that ends at `end` is cut into, and
 * the first of them; 1: it stays whole. */
static int64_t count_parts(const qdr_schedule *schedule, int64_t t, int64_t end,
                           const qdr_message_split *parts, int64_t *out_first)
{
    const qdr_transfer *whole = &schedule->transfers[t];
    int64_t i = find_first(parts, whole->src, whole->dst), bytes = 0;

    *out_first = i;
    while (i < parts->count &&
           by_pair(&parts->parts[i], whole->src, whole->dst) == 0)
        bytes += parts->parts[i++].bytes;
    if (i == *out_first || bytes != whole->bytes || whole->offset != 0 ||
        whole->num_blocks != 1 || whole->joins ||
        (t + 1 < end && whole[1].joins))
        return 1;
    return i - *out_first;
}

/* Counts transfers, or stores them in `cut`, with the rounds' beginnings. */
static int64_t visit(const qdr_schedule *schedule,
                     const qdr_message_split *parts, qdr_schedule *cut)
{
    int64_t count = 0, first = 0;

    for (int64_t round = 0; round < schedule->num_rounds; round++) {
        int64_t end = schedule->round_begin[round + 1];
        for (int64_t t = schedule->round_begin[round]; t < end; t++) {
            int64_t num_parts = count_parts(schedule, t, end, parts, &first);
            qdr_transfer part = schedule->transfers[t];
            for (int64_t i = 0; i < num_parts; i++, count++) {
                if (num_parts > 1)
                    part.bytes = parts->parts[first + i].bytes;
                if (cut != NULL)
                    cut->transfers[count] = part;
                part.offset += part.bytes;
            }
        }
        if (cut != NULL)
            cut->round_begin[round + 1] = count;
    }
    return count;
}

qdr_status qdr_schedule_cut(qdr_schedule *schedule,
                            const qdr_message_split *parts, qdr_error *error)
{
    qdr_schedule cut = *schedule;

    if (parts->count == 0 || schedule->forwards || schedule->num_rounds == 0)
        return QDR_OK;
    cut.num_transfers = visit(schedule, parts, NULL);
    /* Both are released by qdr_schedule_cleanup. */
    cut.transfers =
        malloc(((size_t)cut.num_transfers + 1) * sizeof *cut.transfers);
    cut.round_begin =
        calloc((size_t)cut.num_rounds + 1, sizeof *cut.round_begin);
    cut.transfer_capacity = cut.num_transfers;
    cut.round_capacity = cut.num_rounds + 1;
    if (cut.transfers == NULL || cut.round_begin == NULL) {
        qdr_schedule_cleanup(&cut);
        return qdr_fail_memory(error, "the parts of a schedule");
    }
    visit(schedule, parts, &cut);
    qdr_schedule_cleanup(schedule);
    *schedule = cut;
    return QDR_OK;
}
