/* workloads/skewed/weighted_sampler.c -- see weighted_sampler.h. */
#include "workloads/skewed/weighted_sampler.h"

#include <stdlib.h>

qdr_status qdr_weighted_sampler_init(qdr_weighted_sampler *sampler,
                                     const int64_t *weights, int count,
                                     qdr_error *error)
{
    qdr_weighted_sampler made = {.count = count, .top = 1};

    made.tree = calloc((size_t)count + 1, sizeof *made.tree);
    if (made.tree == NULL)
        return qdr_fail_memory(error, "weights to draw by");
    while (made.top <= count / 2)
        made.top *= 2;
    for (int i = 0; i < count; i++)
        qdr_weighted_sampler_add(&made, i, weights[i]);
    *sampler = made;
    return QDR_OK;
}

void qdr_weighted_sampler_cleanup(qdr_weighted_sampler *sampler)
{
    free(sampler->tree);
    *sampler = (qdr_weighted_sampler){0};
}

int qdr_weighted_sampler_draw(const qdr_weighted_sampler *sampler, qdr_rng *rng)
{
    int64_t left = (int64_t)qdr_rng_below(rng, (uint64_t)sampler->total);
    int below = 0; /* tickets whose weights are taken from `left` */

    for (int width = sampler->top; width > 0; width /= 2)
        if (width <= sampler->count - below &&
            sampler->tree[below + width] <= left) {
            below += width;
            left -= sampler->tree[below];
        }
    return below;
}

void qdr_weighted_sampler_add(qdr_weighted_sampler *sampler, int ticket,
                              int64_t weight)
{
    sampler->total += weight;
    for (int i = ticket + 1; i <= sampler->count; i += i & -i)
        sampler->tree[i] += weight;
}
