/* kernels/building_blocks/forward_schedule.c -- see forward_schedule.h. */
#include "kernels/building_blocks/forward_schedule.h"

#include <stdlib.h>

/* The order of the schedule, one for all ranks, so that none waits for ever: by
 * round, then by how many ranks `to` is after `from`, then by `from`. For at
 * most 2^22 ranks and 2^19 rounds. */
static int64_t place_of(const qdr_hop *hop, int p)
{
    int ahead = (hop->to - hop->from + p) % p;

    return (hop->round * p + ahead) * p + hop->from;
}

static int in_order(const void *left, const void *right)
{
    const qdr_hop *a = left, *b = right;

    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    if (a->message != b->message)
        return a->message < b->message ? -1 : 1;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

/* Adds a hop to the last message if that has its ends and is of this round,
 * and to the last transfer if both are whole blocks, one after the other. */
static void add(qdr_schedule *made, const qdr_problem *problem,
                const qdr_hop *hop, bool begins_round)
{
    qdr_transfer *last =
        begins_round ? NULL : &made->transfers[made->num_transfers - 1];
    bool joins = last != NULL && last->src == hop->from && last->dst == hop->to;
    int64_t whole = qdr_problem_block_bytes(problem, hop->message);

    if (joins && hop->bytes == whole && last->offset == 0 &&
        last->first + last->num_blocks == hop->message &&
        (last->num_blocks > 1 ||
         last->bytes == qdr_problem_block_bytes(problem, last->first))) {
        last->num_blocks++;
        last->bytes += hop->bytes;
        return;
    }
    made->transfers[made->num_transfers++] =
        (qdr_transfer){.src = hop->from,
                       .dst = hop->to,
                       .first = hop->message,
                       .offset = hop->offset,
                       .bytes = hop->bytes,
                       .num_blocks = 1,
                       .joins = joins};
}

static void fill(qdr_schedule *made, const qdr_problem *problem,
                 const qdr_hop *hops, int64_t num_hops, int64_t num_rounds)
{
    int64_t next = 0;

    for (int64_t k = 0; k < num_rounds; k++) {
        int64_t begin = made->num_transfers;
        for (; next < num_hops && hops[next].round == k; next++)
            add(made, problem, &hops[next], made->num_transfers == begin);
        if (made->num_transfers > begin || problem->view.is_part)
            made->round_begin[made->num_rounds++] = begin;
    }
    made->round_begin[made->num_rounds] = made->num_transfers;
}

qdr_status qdr_schedule_init_hops(qdr_schedule *schedule,
                                  const qdr_problem *problem, qdr_hop *hops,
                                  int64_t num_hops, int64_t num_rounds,
                                  qdr_error *error)
{
    int p = problem->num_procs;
    /* Both arrays are released by qdr_schedule_cleanup. */
    qdr_schedule made = {
        .num_procs = p,
        .forwards = true,
        .transfers = malloc(((size_t)num_hops + 1) * sizeof *made.transfers),
        .round_begin =
            malloc(((size_t)num_rounds + 1) * sizeof *made.round_begin)};

    if (made.transfers == NULL || made.round_begin == NULL) {
        qdr_schedule_cleanup(&made);
        return qdr_fail_memory(error, "a schedule");
    }
    for (int64_t i = 0; i < num_hops; i++)
        hops[i].place = place_of(&hops[i], p);
    if (num_hops > 0)
        qsort(hops, (size_t)num_hops, sizeof *hops, in_order);
    fill(&made, problem, hops, num_hops, num_rounds);
    *schedule = made;
    return QDR_OK;
}

/* Counts the hops that the problem needs, or stores them. */
static int64_t visit(const qdr_problem *problem, const qdr_route *route,
                     qdr_hop *hops)
{
    const qdr_pattern *pattern = problem->messages.pattern;
    int64_t count = 0;

    for (int64_t m = 0; m < pattern->num_messages; m++) {
        int dst = pattern->messages[m].dst, src = pattern->messages[m].src;
        int from = src;
        for (int k = 0; k < route->num_rounds && from != dst; k++) {
            int to = qdr_route_place(route, k + 1, src, dst);
            bool is_own =
                from == problem->view.rank || to == problem->view.rank;
            if (from != to && (!problem->view.is_part || is_own)) {
                if (hops != NULL)
                    hops[count] = (qdr_hop){.message = m,
                                            .bytes = pattern->messages[m].bytes,
                                            .round = k,
                                            .from = from,
                                            .to = to};
                count++;
            }
            from = to;
        }
    }
    return count;
}

qdr_status qdr_schedule_init_routed(qdr_schedule *schedule,
                                    const qdr_problem *problem,
                                    const qdr_route *route, qdr_error *error)
{
    int64_t num_hops = visit(problem, route, NULL);
    qdr_hop *hops = malloc(((size_t)num_hops + 1) * sizeof *hops);
    qdr_status status;

    if (hops == NULL)
        return qdr_fail_memory(error, "a schedule");
    visit(problem, route, hops);
    status = qdr_schedule_init_hops(schedule, problem, hops, num_hops,
                                    route->num_rounds, error);
    free(hops);
    return status;
}
