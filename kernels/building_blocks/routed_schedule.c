/* kernels/building_blocks/routed_schedule.c -- see routed_schedule.h. */
#include "kernels/building_blocks/routed_schedule.h"

#include <stdlib.h>

#include "kernels/building_blocks/forward_schedule.h"

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
