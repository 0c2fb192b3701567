/* kernels/building_blocks/hybrid_cost.c -- see hybrid_schedule.h. */
#include "kernels/building_blocks/hybrid_schedule.h"
#include "kernels/building_blocks/share.h"

/* Shares of one place that a stage moves, by the ranks that move the max. From
 * the first place a tree moves d - 1: in each round the root sends the smaller
 * half of its share. From another it may be the larger one. */
static int64_t count_shares(const qdr_stage *stage, int size, int root)
{
    const qdr_primitive_traits *row = qdr_primitive_at(stage->primitive);
    int64_t count = 0;

    if (row->is_whole)
        return qdr_primitive_rounds(stage->primitive, size);
    if (row->is_among_all || root == 0)
        return size - 1;
    for (int left = size; left > 1; left = (left + 1) / 2)
        count += (left + 1) / 2;
    return count;
}

qdr_cost qdr_hybrid_cost(const qdr_hybrid *hybrid, const qdr_problem *problem)
{
    int root =
        qdr_collective_has_root(problem->collective) ? problem->vector.root : 0;
    qdr_cost cost = {0, 0, 0};

    for (int i = 0; i < hybrid->num_stages && problem->vector.bytes > 0; i++) {
        const qdr_stage *stage = &hybrid->stages[i];
        const qdr_primitive_traits *row = qdr_primitive_at(stage->primitive);
        int size = hybrid->dimensions[stage->dimension].size;
        int64_t bytes = count_shares(stage, size,
                                     qdr_hybrid_coordinate(
                                         hybrid, stage->dimension, root)) *
                        qdr_share_max_bytes(hybrid, problem,
                                            row->is_whole ? hybrid->num_long - 1
                                                          : stage->dimension);
        cost.alpha += qdr_hybrid_stage_rounds(hybrid, stage);
        cost.beta += bytes;
        cost.gamma += row->combines ? bytes : 0;
    }
    return cost;
}
