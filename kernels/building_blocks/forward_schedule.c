/* kernels/building_blocks/forward_schedule.c -- see forward_schedule.h. */
#include "kernels/building_blocks/forward_schedule.h"

#include <stdlib.h>

/* The order of the schedule, one for all ranks, so that none waits for ever: by
 * round, then by how many ranks `to` is after `from`, then by `from`. For at
 * most 2^22 ranks and 2^19 rounds. */
static int64_t place_of(const qdr_forward_step *step, int p)
{
    int ahead = (step->to - step->from + p) % p;

    return (step->round * p + ahead) * p + step->from;
}

static int in_order(const void *left, const void *right)
{
    const qdr_forward_step *a = left, *b = right;

    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    if (a->message != b->message)
        return a->message < b->message ? -1 : 1;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

/* Adds a step to the last message if that has its ends and is of this round,
 * and to the last transfer if both are whole blocks, one after the other. */
static void add(qdr_schedule *made, const qdr_problem *problem,
                const qdr_forward_step *step, bool begins_round)
{
    qdr_transfer *last =
        begins_round ? NULL : &made->transfers[made->num_transfers - 1];
    bool joins =
        last != NULL && last->src == step->from && last->dst == step->to;
    int64_t whole = qdr_problem_block_bytes(problem, step->message);

    if (joins && step->bytes == whole && last->offset == 0 &&
        last->first + last->num_blocks == step->message &&
        (last->num_blocks > 1 ||
         last->bytes == qdr_problem_block_bytes(problem, last->first))) {
        last->num_blocks++;
        last->bytes += step->bytes;
        return;
    }
    made->transfers[made->num_transfers++] =
        (qdr_transfer){.src = step->from,
                       .dst = step->to,
                       .first = step->message,
                       .offset = step->offset,
                       .bytes = step->bytes,
                       .num_blocks = 1,
                       .joins = joins};
}

static void fill(qdr_schedule *made, const qdr_problem *problem,
                 const qdr_forward_step *steps, int64_t num_steps,
                 int64_t num_rounds)
{
    int64_t next = 0;

    for (int64_t k = 0; k < num_rounds; k++) {
        int64_t begin = made->num_transfers;
        for (; next < num_steps && steps[next].round == k; next++)
            add(made, problem, &steps[next], made->num_transfers == begin);
        if (made->num_transfers > begin || problem->view.is_part)
            made->round_begin[made->num_rounds++] = begin;
    }
    made->round_begin[made->num_rounds] = made->num_transfers;
}

qdr_status qdr_schedule_init_steps(qdr_schedule *schedule,
                                   const qdr_problem *problem,
                                   qdr_forward_step *steps, int64_t num_steps,
                                   int64_t num_rounds, qdr_error *error)
{
    int p = problem->num_procs;
    /* Both arrays are released by qdr_schedule_cleanup. */
    qdr_schedule made = {
        .num_procs = p,
        .forwards = true,
        .transfers = malloc(((size_t)num_steps + 1) * sizeof *made.transfers),
        .round_begin =
            malloc(((size_t)num_rounds + 1) * sizeof *made.round_begin)};

    if (made.transfers == NULL || made.round_begin == NULL) {
        qdr_schedule_cleanup(&made);
        return qdr_fail_memory(error, "a schedule");
    }
    for (int64_t i = 0; i < num_steps; i++)
        steps[i].place = place_of(&steps[i], p);
    if (num_steps > 0)
        qsort(steps, (size_t)num_steps, sizeof *steps, in_order);
    fill(&made, problem, steps, num_steps, num_rounds);
    *schedule = made;
    return QDR_OK;
}

/* Counts the steps that the problem needs, or stores them. */
static int64_t visit(const qdr_problem *problem, const qdr_route *route,
                     qdr_forward_step *steps)
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
                if (steps != NULL)
                    steps[count] =
                        (qdr_forward_step){.message = m,
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
    int64_t num_steps = visit(problem, route, NULL);
    qdr_forward_step *steps = malloc(((size_t)num_steps + 1) * sizeof *steps);
    qdr_status status;

    if (steps == NULL)
        return qdr_fail_memory(error, "a schedule");
    visit(problem, route, steps);
    status = qdr_schedule_init_steps(schedule, problem, steps, num_steps,
                                     route->num_rounds, error);
    free(steps);
    return status;
}
