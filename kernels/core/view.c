/* kernels/core/view.c -- see view.h. */
#include "kernels/core/view.h"

#include <stdlib.h>

static bool is_viewed(const qdr_views *views, int rank)
{
    return rank >= views->first_rank &&
           rank < views->first_rank + views->num_ranks;
}

/* Calls for every action of a viewed rank, in the schedule's order: counts
 * them into next[rank], or stores them at actions[next[rank]++]. */
static void visit(const qdr_views *views, const qdr_schedule *schedule,
                  int64_t *next, qdr_action *actions)
{
    for (int64_t i = 0; i < schedule->num_rounds; i++) {
        for (int64_t t = schedule->round_begin[i];
             t < schedule->round_begin[i + 1]; t++) {
            qdr_transfer transfer = schedule->transfers[t];
            int ends[2] = {transfer.src, transfer.dst};
            for (int end = 0; end < 2; end++) {
                if (!is_viewed(views, ends[end]))
                    continue;
                int64_t *slot = &next[ends[end] - views->first_rank];
                if (actions != NULL)
                    actions[*slot] = (qdr_action){
                        end == 0,        ends[1 - end],  i,
                        transfer.offset, transfer.bytes, transfer.num_blocks};
                (*slot)++;
            }
        }
    }
}

qdr_status qdr_views_init(qdr_views *views, const qdr_schedule *schedule,
                          int first_rank, int num_ranks, qdr_error *error)
{
    qdr_views made = {.first_rank = first_rank, .num_ranks = num_ranks};
    int64_t *next = calloc((size_t)num_ranks + 1, sizeof *next);
    int64_t total = 0;

    /* Both arrays are released by qdr_views_cleanup. */
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
    made.actions = malloc(((size_t)total + 1) * sizeof *made.actions);
    if (made.actions == NULL)
        goto out_of_memory;
    visit(&made, schedule, next, made.actions);
    free(next);
    *views = made;
    return QDR_OK;
out_of_memory:
    free(next);
    qdr_views_cleanup(&made);
    return qdr_fail_memory(error, "the views of a schedule");
}

void qdr_views_cleanup(qdr_views *views)
{
    free(views->actions);
    free(views->rank_begin);
    *views = (qdr_views){0};
}

/* Whether the next action of `rank` and that of its peer are the two ends of
 * one transfer. */
static bool can_move(const qdr_views *views, const int64_t *at, int rank)
{
    const qdr_action *mine, *theirs;

    if (at[rank] == views->rank_begin[rank + 1])
        return false;
    mine = &views->actions[at[rank]];
    if (at[mine->peer] == views->rank_begin[mine->peer + 1])
        return false;
    theirs = &views->actions[at[mine->peer]];
    return theirs->peer == rank && theirs->is_send != mine->is_send;
}

/* Performs actions until no rank can move; at[r] is the next one of rank r.
 * A rank can move on only when it or its peer has just moved, so only these
 * are looked at again. `stack` has room for every rank once. */
static void run_to_standstill(const qdr_views *views, int64_t *at, int *stack,
                              bool *is_stacked)
{
    int height = 0;

    for (int r = views->num_ranks - 1; r >= 0; r--) {
        at[r] = views->rank_begin[r];
        stack[height++] = r;
        is_stacked[r] = true;
    }
    while (height > 0) {
        int rank = stack[--height];
        is_stacked[rank] = false;
        while (can_move(views, at, rank)) {
            int peer = views->actions[at[rank]].peer;
            at[rank]++;
            at[peer]++;
            if (!is_stacked[peer]) {
                stack[height++] = peer;
                is_stacked[peer] = true;
            }
        }
    }
}

qdr_status qdr_views_check_deadlock(const qdr_views *views, qdr_error *error)
{
    size_t p = (size_t)views->num_ranks;
    int64_t *at = malloc((p + 1) * sizeof *at);
    int *stack = malloc((p + 1) * sizeof *stack);
    bool *is_stacked = malloc((p + 1) * sizeof *is_stacked);
    qdr_status status = QDR_OK;

    if (at == NULL || stack == NULL || is_stacked == NULL) {
        status = qdr_fail_memory(error, "the deadlock check");
        goto out;
    }
    run_to_standstill(views, at, stack, is_stacked);
    for (int r = 0; r < views->num_ranks; r++) {
        if (at[r] < views->rank_begin[r + 1]) {
            const qdr_action *blocked = &views->actions[at[r]];
            status = qdr_fail(error, QDR_ERROR_CHECK,
                              "deadlock: rank %d waits for ever to %s rank %d "
                              "in round %lld",
                              r, blocked->is_send ? "send to" : "receive from",
                              blocked->peer, (long long)blocked->round + 1);
            break;
        }
    }
out:
    free(at);
    free(stack);
    free(is_stacked);
    return status;
}
