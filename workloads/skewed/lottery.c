/* workloads/skewed/lottery.c -- see lottery.h. */
#include "workloads/skewed/lottery.h"

#include <stdlib.h>

qdr_status qdr_lottery_init(qdr_lottery *lottery, const int64_t *weights,
                            int count, qdr_error *error)
{
    qdr_lottery made = {.count = count, .top = 1};

    made.tree = calloc((size_t)count + 1, sizeof *made.tree);
    if (made.tree == NULL)
        return qdr_fail_memory(error, "weights to draw by");
    while (made.top <= count / 2)
        made.top *= 2;
    for (int i = 0; i < count; i++)
        qdr_lottery_add(&made, i, weights[i]);
    *lottery = made;
    return QDR_OK;
}

void qdr_lottery_cleanup(qdr_lottery *lottery)
{
    free(lottery->tree);
    *lottery = (qdr_lottery){0};
}

int qdr_lottery_draw(const qdr_lottery *lottery, qdr_rng *rng)
{
    int64_t left = (int64_t)qdr_rng_below(rng, (uint64_t)lottery->total);
    int below = 0; /* tickets whose weights are taken from `left` */

    for (int width = lottery->top; width > 0; width /= 2)
        if (width <= lottery->count - below &&
            lottery->tree[below + width] <= left) {
            below += width;
            left -= lottery->tree[below];
        }
    return below;
}

void qdr_lottery_add(qdr_lottery *lottery, int ticket, int64_t weight)
{
    lottery->total += weight;
    for (int i = ticket + 1; i <= lottery->count; i += i & -i)
        lottery->tree[i] += weight;
}
