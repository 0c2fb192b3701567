/* kernels/building_blocks/routed_schedule.c -- see routed_schedule.h. */
#include "kernels/building_blocks/routed_schedule.h"

#include <stdlib.h>

/* A message of the pattern goes from one rank to the next. */
typedef struct hop {
    int64_t message;
    int round;
    int from, to;
    int ahead; /* `to` is so many ranks after `from` */
} hop;

/* Counts the hops that the problem needs, or stores them. */
static int64_t visit(const qdr_problem *problem, const qdr_route *route,
                     hop *hops)
{
    const qdr_pattern *pattern = problem->pattern;
    int p = problem->num_procs;
    int64_t count = 0;

    for (int64_t m = 0; m < pattern->num_messages; m++) {
        int dst = pattern->messages[m].dst, src = pattern->messages[m].src;
        int from = src;
        for (int k = 0; k < route->num_rounds && from != dst; k++) {
            int to = qdr_route_place(route, k + 1, src, dst);
            bool is_own = from == problem->rank || to == problem->rank;
            if (from != to && (!problem->is_part || is_own)) {
                if (hops != NULL)
                    hops[count] = (hop){m, k, from, to, (to - from + p) % p};
                count++;
            }
            from = to;
        }
    }
    return count;
}

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* The order of the schedule: one for all ranks, so none waits for ever. */
static int in_order(const void *left, const void *right)
{
    const hop *a = left, *b = right;
    int by_round = compare(a->round, b->round);
    int by_distance = compare(a->ahead, b->ahead);
    int by_sender = compare(a->from, b->from);

    if (by_round != 0)
        return by_round;
    if (by_distance != 0)
        return by_distance;
    return by_sender != 0 ? by_sender : compare(a->message, b->message);
}

/* Adds a hop to the last message if that has its ends and is of this round, and
 * to the last transfer if its block follows there. */
static void add(qdr_schedule *made, const hop *one, bool begins_round,
                int64_t bytes)
{
    qdr_transfer *last =
        begins_round ? NULL : &made->transfers[made->num_transfers - 1];
    bool joins = last != NULL && last->src == one->from && last->dst == one->to;

    if (joins && last->first + last->num_blocks == one->message) {
        last->num_blocks++;
        last->bytes += bytes;
        return;
    }
    made->transfers[made->num_transfers++] =
        (qdr_transfer){.src = one->from,
                       .dst = one->to,
                       .first = one->message,
                       .bytes = bytes,
                       .num_blocks = 1,
                       .joins = joins};
}

/* Rounds without hops are kept in a part of a pattern. */
static void fill(qdr_schedule *made, const qdr_problem *problem,
                 const hop *hops, int64_t num_hops, int num_rounds)
{
    int64_t next = 0;

    for (int k = 0; k < num_rounds; k++) {
        int64_t begin = made->num_transfers;
        for (; next < num_hops && hops[next].round == k; next++)
            add(made, &hops[next], made->num_transfers == begin,
                problem->pattern->messages[hops[next].message].bytes);
        if (made->num_transfers > begin || problem->is_part)
            made->round_begin[made->num_rounds++] = begin;
    }
    made->round_begin[made->num_rounds] = made->num_transfers;
}

qdr_status qdr_schedule_init_routed(qdr_schedule *schedule,
                                    const qdr_problem *problem,
                                    const qdr_route *route, qdr_error *error)
{
    int64_t num_hops = visit(problem, route, NULL);
    hop *hops = malloc(((size_t)num_hops + 1) * sizeof *hops);
    /* Both arrays are released by qdr_schedule_cleanup. */
    qdr_schedule made = {
        .num_procs = problem->num_procs,
        .forwards = true,
        .transfers = malloc(((size_t)num_hops + 1) * sizeof *made.transfers),
        .round_begin =
            malloc(((size_t)route->num_rounds + 1) * sizeof *made.round_begin)};

    if (hops == NULL || made.transfers == NULL || made.round_begin == NULL) {
        free(hops);
        qdr_schedule_cleanup(&made);
        return qdr_fail_memory(error, "a schedule");
    }
    visit(problem, route, hops);
    qsort(hops, (size_t)num_hops, sizeof *hops, in_order);
    fill(&made, problem, hops, num_hops, route->num_rounds);
    free(hops);
    *schedule = made;
    return QDR_OK;
}
