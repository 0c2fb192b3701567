/* kernels/building_blocks/rank_grid.c -- see rank_grid.h. */
#include "kernels/building_blocks/rank_grid.h"

#include "kernels/building_blocks/choice.h"
#include "kernels/building_blocks/round_model.h"
#include "kernels/core/network/network.h"

enum { BEST = 0 };

/* The fastest grid found, and the one being tried, without its last dimensions.
 */
typedef struct search {
    const qdr_problem *problem;
    qdr_rank_grid tried, fastest;
} search;

/* How many times as long bytes travel: where all groups of a size whose ranks
 * are `stride` apart share the links of a line or adapters, or sends share a
 * node with receives. */
static double sharing_of(const qdr_problem *problem, int stride, int size)
{
    const qdr_network *network = qdr_problem_network(problem);
    int columns = qdr_choice_columns(network, problem->num_procs);
    double on_node = network->duplex == QDR_DUPLEX_HALF ? 2 : 1;
    double crossing, on_link;

    if (qdr_network_is_inside(network, stride, size))
        return on_node;
    if (network->topology == QDR_SWITCHED)
        return on_node *
               qdr_network_on_adapter(network, (int64_t)stride * (size - 1));
    if (columns > 0 && stride % columns == 0)
        stride /= columns;
    crossing = (double)(size / 2) * (size - size / 2) * stride;
    on_link = crossing / (size - 1) / network->link_excess;
    return on_link > on_node ? on_link : on_node;
}

/* On a network with levels, groups within a node have the costs inside it. */
static double round_us(const qdr_problem *problem, int stride, int size)
{
    const qdr_network *network = qdr_problem_network(problem);
    const qdr_network level = qdr_network_is_inside(network, stride, size)
                                  ? qdr_network_inside(network)
                                  : qdr_network_between(network);
    const qdr_round_load load = {.messages = size - 1,
                                 .bytes =
                                     (double)problem->vector.bytes * (size - 1),
                                 .sharing = sharing_of(problem, stride, size),
                                 .combines = true};

    return qdr_round_us(&level, &load);
}

/* The grid tried is complete if each rank outside has a neighbour inside. */
static void complete(search *s)
{
    int p = s->problem->num_procs, num_folded = p - s->tried.num_ranks;
    qdr_rank_grid made = s->tried;

    if (num_folded > s->tried.num_ranks)
        return;
    made.pairs = qdr_folding_of(s->problem, num_folded);
    made.time_us += qdr_folding_us(&made.pairs);
    if (s->fastest.time_us < 0 || made.time_us < s->fastest.time_us)
        s->fastest = made;
}

/* Tries the grids that have the dimensions so far and then one of `size`;
 * returns whether these alone take less than the fastest grid. */
static bool extend(search *s, int size)
{
    const qdr_rank_grid before = s->tried;
    int p = s->problem->num_procs;
    bool is_faster;

    s->tried.time_us += round_us(s->problem, before.num_ranks, size);
    s->tried.num_ranks *= size;
    s->tried.size[s->tried.num_dimensions++] = size;
    is_faster = s->fastest.time_us < 0 || s->tried.time_us < s->fastest.time_us;
    if (is_faster)
        complete(s);
    for (int next = 2; is_faster && next <= size &&
                       next <= p / s->tried.num_ranks && extend(s, next);
         next++)
        ;
    s->tried = before;
    return is_faster;
}

qdr_rank_grid qdr_rank_grid_of(const qdr_problem *problem, int radix)
{
    int p = problem->num_procs;
    search s = {.problem = problem,
                .tried = {.num_ranks = 1},
                .fastest = {.time_us = -1}};

    if (p == 1)
        complete(&s);
    else if (radix != BEST)
        extend(&s, radix);
    for (int size = 2; radix == BEST && size <= p && extend(&s, size); size++)
        ;
    return s.fastest;
}
