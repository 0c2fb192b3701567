/* kernels/testing/link_load.c -- see link_load.h. */
#include "kernels/testing/link_load.h"
#include "kernels/testing/unit_test.h"

#include <stdlib.h>

/* Bytes in the current round: of each rank's links to the next rank of its row
 * and of its column, in both directions, and of its own ports. */
enum { RIGHT, LEFT, DOWN, UP, OUT, IN, NUM_LINKS };

static void cross(int64_t (*loads)[NUM_LINKS], const qdr_transfer *t,
                  int columns)
{
    int x = t->src % columns, y = t->src / columns;
    int to_x = t->dst % columns, to_y = t->dst / columns;

    loads[t->src][OUT] += t->bytes;
    loads[t->dst][IN] += t->bytes;
    for (; x < to_x; x++)
        loads[y * columns + x][RIGHT] += t->bytes;
    for (; x > to_x; x--)
        loads[y * columns + x - 1][LEFT] += t->bytes;
    for (; y < to_y; y++)
        loads[y * columns + x][DOWN] += t->bytes;
    for (; y > to_y; y--)
        loads[(y - 1) * columns + x][UP] += t->bytes;
}

int64_t qdr_link_load(const qdr_schedule *schedule, int columns)
{
    size_t p = (size_t)schedule->num_procs;
    int64_t(*loads)[NUM_LINKS] = calloc(p, sizeof *loads);
    int64_t sum = 0;

    assert_non_null(loads);
    for (int64_t i = 0; i < schedule->num_rounds; i++) {
        int64_t max = 0;
        for (int64_t t = schedule->round_begin[i];
             t < schedule->round_begin[i + 1]; t++)
            cross(loads, &schedule->transfers[t], columns);
        for (size_t r = 0; r < p; r++)
            for (int link = 0; link < NUM_LINKS; link++) {
                if (loads[r][link] > max)
                    max = loads[r][link];
                loads[r][link] = 0;
            }
        sum += max;
    }
    free(loads);
    return sum;
}

int64_t qdr_node_load(const qdr_schedule *schedule)
{
    int64_t *loads = calloc((size_t)schedule->num_procs, sizeof *loads);
    int64_t sum = 0;

    assert_non_null(loads);
    for (int64_t i = 0; i < schedule->num_rounds; i++) {
        int64_t max = 0;
        for (int64_t t = schedule->round_begin[i];
             t < schedule->round_begin[i + 1]; t++) {
            loads[schedule->transfers[t].src] += schedule->transfers[t].bytes;
            loads[schedule->transfers[t].dst] += schedule->transfers[t].bytes;
        }
        for (int r = 0; r < schedule->num_procs; r++) {
            max = loads[r] > max ? loads[r] : max;
            loads[r] = 0;
        }
        sum += max;
    }
    free(loads);
    return sum;
}
