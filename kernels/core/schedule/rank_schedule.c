/* kernels/core/schedule/rank_schedule.c -- see rank_schedule.h. */
#include "kernels/core/schedule/rank_schedule.h"

#include <stdlib.h>

static bool is_viewed(const qdr_rank_schedules *ranks, int rank)
{
    return rank >= ranks->first_rank &&
           rank < ranks->first_rank + ranks->num_ranks;
}

/* Storing the pieces of 2^63 bytes would never end. */
static qdr_status check_bytes(const qdr_rank_schedules *ranks,
                              const qdr_schedule *schedule, qdr_error *error)
{
    int64_t left = QDR_MAX_SCHEDULED_BYTES;

    for (int64_t t = 0; t < schedule->num_transfers; t++) {
        const qdr_transfer *transfer = &schedule->transfers[t];
        if (!is_viewed(ranks, transfer->src) &&
            !is_viewed(ranks, transfer->dst))
            continue;
        if (transfer->bytes > left)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "transfer %d -> %d: %lld bytes; accepted: up to "
                            "2^50 in all",
                            transfer->src, transfer->dst,
                            (long long)transfer->bytes);
        left -= transfer->bytes;
    }
    return QDR_OK;
}

/* A message of a schedule. */
typedef struct message {
    int64_t round, begin, end, bytes;
} message;

/* Counts the operations of one end of a message into *count, or stores them
 * from there on. */
static void visit_end(const message *sent, bool is_send, int peer,
                      int64_t *count, qdr_operation *operations)
{
    int64_t skipped = 0;

    do {
        int64_t left = sent->bytes - skipped;
        int64_t bytes = left < QDR_MAX_PIECE ? left : QDR_MAX_PIECE;
        if (operations != NULL)
            operations[*count] = (qdr_operation){
                is_send,     bytes == left, peer,    sent->round,
                sent->begin, sent->end,     skipped, bytes};
        (*count)++;
        skipped += bytes;
    } while (skipped < sent->bytes);
}

/* Visits every operation of the wanted ranks, in the schedule's order: counts
 * them into next[rank], or stores them at operations[next[rank]++]. */
static void visit(const qdr_rank_schedules *ranks, const qdr_schedule *schedule,
                  int64_t *next, qdr_operation *operations)
{
    for (int64_t i = 0; i < schedule->num_rounds; i++) {
        int64_t end = schedule->round_begin[i + 1];
        for (int64_t t = schedule->round_begin[i]; t < end;) {
            int src = schedule->transfers[t].src;
            int dst = schedule->transfers[t].dst;
            message sent = {.round = i, .begin = t};
            t = sent.end = qdr_message_end(schedule, t, end, &sent.bytes);
            if (is_viewed(ranks, src))
                visit_end(&sent, true, dst, &next[src - ranks->first_rank],
                          operations);
            if (is_viewed(ranks, dst))
                visit_end(&sent, false, src, &next[dst - ranks->first_rank],
                          operations);
        }
    }
}

qdr_status qdr_rank_schedules_init(qdr_rank_schedules *ranks,
                                   const qdr_schedule *schedule, int first_rank,
                                   int num_ranks, qdr_error *error)
{
    qdr_rank_schedules made = {.first_rank = first_rank,
                               .num_ranks = num_ranks};
    int64_t *next;
    int64_t total = 0;
    qdr_status status = check_bytes(&made, schedule, error);

    if (status != QDR_OK)
        return status;
    next = calloc((size_t)num_ranks + 1, sizeof *next);
    /* Both arrays are released by qdr_rank_schedules_cleanup. */
    made.rank_begin = calloc((size_t)num_ranks + 1, sizeof *made.rank_begin);
    if (next == NULL || made.rank_begin == NULL)
        goto out_of_memory;
    visit(&made, schedule, next, NULL);
    for (int r = 0; r < num_ranks; r++) {
        made.rank_begin[r] = total;
        total += next[r];
        next[r] = made.rank_begin[r];
    }
    made.rank_begin[num_ranks] = total;
    made.operations = malloc(((size_t)total + 1) * sizeof *made.operations);
    if (made.operations == NULL)
        goto out_of_memory;
    visit(&made, schedule, next, made.operations);
    free(next);
    *ranks = made;
    return QDR_OK;
out_of_memory:
    free(next);
    qdr_rank_schedules_cleanup(&made);
    return qdr_fail_memory(error, "ranks' schedules");
}

void qdr_rank_schedules_cleanup(qdr_rank_schedules *ranks)
{
    free(ranks->operations);
    free(ranks->rank_begin);
    *ranks = (qdr_rank_schedules){0};
}
