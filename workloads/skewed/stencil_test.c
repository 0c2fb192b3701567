/* workloads/skewed/stencil_test.c -- halos, counted a second time cell by cell.
 */
#include <stdlib.h>
#include <string.h>

#include "kernels/testing/unit_test.h"
#include "workloads/testing/traffic.h"

static void make(int procs, const char *parameters, qdr_traffic *traffic)
{
    qdr_traffic_make("stencil", (qdr_workload_input){.procs = procs}, traffic,
                     "%s", parameters);
}

typedef struct domain {
    int grid[3], cells[3], halo[3];
    bool has_corners, is_periodic;
} domain;

/* The place in the grid of a cell, by walking through the blocks. */
static int place_of(const domain *d, int dimension, int cell)
{
    int cells = d->cells[dimension], grid = d->grid[dimension], begin = 0;

    for (int place = 0; place < grid; place++) {
        begin += cells / grid + (place < cells % grid);
        if (cell < begin)
            return place;
    }
    return -1;
}

static int rank_of(const domain *d, const int *cell)
{
    int rank = 0;

    for (int i = 0; i < 3; i++)
        rank = rank * d->grid[i] + place_of(d, i, cell[i]);
    return rank;
}

/* Adds to counted[owner][rank] each cell that lies in the halo of `rank`, block
 * by block: a box of the rank's cells, grown by the halo. */
static void count_halo(const domain *d, int rank, int *counted, int procs)
{
    int low[3], high[3], rest = rank;

    for (int i = 2; i >= 0; i--, rest /= d->grid[i + 1]) {
        int place = rest % d->grid[i];
        low[i] = d->cells[i];
        for (int cell = d->cells[i] - 1; cell >= 0; cell--)
            if (place_of(d, i, cell) == place) {
                high[i] = low[i] == d->cells[i] ? cell : high[i];
                low[i] = cell;
            }
    }
    for (int x = low[0] - d->halo[0]; x <= high[0] + d->halo[0]; x++)
        for (int y = low[1] - d->halo[1]; y <= high[1] + d->halo[1]; y++)
            for (int z = low[2] - d->halo[2]; z <= high[2] + d->halo[2]; z++) {
                int at[3] = {x, y, z}, num_outside = 0;
                bool is_there = true;
                for (int i = 0; i < 3; i++) {
                    num_outside += at[i] < low[i] || at[i] > high[i];
                    if (at[i] < 0 || at[i] >= d->cells[i])
                        is_there = is_there && d->is_periodic;
                    at[i] = (at[i] + d->cells[i]) % d->cells[i];
                }
                if (is_there && num_outside > 0 &&
                    (d->has_corners || num_outside == 1))
                    counted[rank_of(d, at) * procs + rank]++;
            }
}

static void check(const domain *d)
{
    static const char *const words[] = {"false", "true"};
    int procs = d->grid[0] * d->grid[1] * d->grid[2];
    int *counted = calloc((size_t)procs * (size_t)procs, sizeof *counted);
    char parameters[200];
    qdr_traffic traffic = {0};

    assert_non_null(counted);
    snprintf(parameters, sizeof parameters,
             "grid=%dx%dx%d;extent=%dx%dx%d;halo=%dx%dx%d;corners=%s;"
             "periodic=%s;bytes=3",
             d->grid[0], d->grid[1], d->grid[2], d->cells[0], d->cells[1],
             d->cells[2], d->halo[0], d->halo[1], d->halo[2],
             words[d->has_corners], words[d->is_periodic]);
    make(procs, parameters, &traffic);
    for (int rank = 0; rank < procs; rank++)
        count_halo(d, rank, counted, procs);
    for (int src = 0; src < procs; src++)
        for (int dst = 0; dst < procs; dst++) {
            int64_t m = qdr_pattern_find(&traffic.pattern, src, dst);
            int64_t bytes = m < 0 ? 0 : traffic.pattern.messages[m].bytes;
            if (bytes != 3 * counted[src * procs + dst])
                fail_msg("%s: %d -> %d: %d cells", parameters, src, dst,
                         counted[src * procs + dst]);
            /* A halo without cells makes no message. */
            assert_true(m < 0 || bytes > 0);
        }
    free(counted);
    qdr_traffic_cleanup(&traffic);
}

TEST(cell_by_cell)
{
    static const int grids[][3] = {{1, 1, 1}, {1, 1, 5}, {1, 2, 2}, {1, 3, 4},
                                   {2, 3, 1}, {2, 2, 3}, {3, 3, 3}};
    static const int halos[][3] = {{1, 1, 1}, {0, 2, 1}, {2, 1, 0}, {1, 2, 2}};

    for (size_t g = 0; g < sizeof grids / sizeof *grids; g++)
        for (size_t h = 0; h < sizeof halos / sizeof *halos; h++)
            for (int words = 0; words < 4; words++) {
                domain d = {{0}, {7, 8, 11}, {0}, words % 2, words / 2};
                memcpy(d.grid, grids[g], sizeof d.grid);
                memcpy(d.halo, halos[h], sizeof d.halo);
                check(&d);
            }
}

/* The example of stencil.c, and one dimension. */
TEST(examples)
{
    static const int64_t bytes[] = {6, 2, 2};
    qdr_traffic traffic = {0};

    make(4, "grid=2x2;extent=5x4;halo=1x2;bytes=1", &traffic);
    assert_int_equal(traffic.pattern.num_messages, 12);
    for (int64_t m = 0; m < 3; m++)
        assert_int_equal(traffic.pattern.messages[m].bytes, bytes[m]);
    qdr_traffic_cleanup(&traffic);
    make(3, "grid=3;extent=9;halo=2", &traffic);
    assert_int_equal(traffic.pattern.num_messages, 4);
    for (int64_t m = 0; m < 4; m++)
        assert_int_equal(traffic.pattern.messages[m].bytes, 16);
    qdr_traffic_cleanup(&traffic);
}

TEST(refusals)
{
    static const qdr_refusal bad[] = {
        {4, "extent=4x4", "grid is needed"},
        {4, "grid=2x2", "extent is needed"},
        {12, "grid=8x4;extent=80x40", "grid: '8x4'; accepted: lists whose"},
        {0, "grid=1;extent=9", "grid: '1'; accepted"},
        {16, "grid=2x2x2x2;extent=8x8x8x8", "grid: 4 dimensions; accepted"},
        {4, "grid=2x2;extent=8", "extent: 1 dimensions; accepted: 2"},
        {4, "grid=2x2;extent=8x8;halo=1x1x1", "halo: 3 dimensions"},
        {4, "grid=2x2;extent=8x5;halo=3",
         "halo: 3 in dimension 2; accepted: 0 to 2, the fewest"},
        {4, "grid=4194304x4194304x4194304;extent=4194304x4194304x4194304",
         "grid: '4194304x"},
        {4, "grid=2x2;extent=1000000000x1000000000;bytes=1099511627776",
         "bytes: 1099511627776 of a cell"},
        {4, "grid=2x2;extent=8x8;corners=maybe", "corners: 'maybe'; accepted"},
    };

    qdr_traffic_refuses("stencil", (qdr_workload_input){0}, bad,
                        sizeof bad / sizeof *bad);
}
