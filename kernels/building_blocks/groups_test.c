/* kernels/building_blocks/groups_test.c -- hybrids in a rectangle of a larger
 * mesh, a row or a column among them [barnett1994, Sec. 9]: what crosses its
 * links is the same as on a whole mesh of its size, as messages that go along
 * rows and then columns do not leave it.
 */
#include <stdlib.h>
#include <string.h>

#include "kernels/building_blocks/hybrid.h"
#include "kernels/building_blocks/hybrid_schedule.h"
#include "kernels/testing/link_load.h"
#include "kernels/testing/unit_test.h"

enum { ROWS = 6, COLUMNS = 8 };

typedef struct rectangle {
    int row, column, rows, columns;
} rectangle;

/* The bytes on links, of a schedule of a rectangle's own ranks. */
static int64_t load_in(const rectangle *of, const qdr_schedule *schedule)
{
    qdr_schedule placed = *schedule;
    size_t bytes = (size_t)placed.num_transfers * sizeof *placed.transfers;
    int64_t load;

    placed.num_procs = ROWS * COLUMNS;
    placed.transfers = malloc(bytes + 1);
    assert_non_null(placed.transfers);
    memcpy(placed.transfers, schedule->transfers, bytes);
    for (int64_t t = 0; t < placed.num_transfers; t++) {
        int *ends[] = {&placed.transfers[t].src, &placed.transfers[t].dst};
        for (int e = 0; e < 2; e++)
            *ends[e] = (of->row + *ends[e] / of->columns) * COLUMNS +
                       of->column + *ends[e] % of->columns;
    }
    load = qdr_link_load(&placed, COLUMNS);
    free(placed.transfers);
    return load;
}

static void compare(const rectangle *of, qdr_collective collective,
                    int num_long)
{
    const int p = of->rows * of->columns;
    const qdr_shape shape = {.num_dimensions = 2,
                             .sizes = {of->columns, of->rows},
                             .num_long = num_long,
                             .columns = of->columns};
    const qdr_problem problem = {
        .collective = collective, .num_procs = p, .vector.bytes = 4 * p};
    qdr_hybrid hybrid;
    qdr_schedule schedule = {0};
    qdr_error error = {""};

    qdr_hybrid_init(&hybrid, collective, &shape);
    assert_ok(qdr_hybrid_schedule(&hybrid, &problem, &schedule, &error));
    assert_true(schedule.num_transfers > 0);
    assert_int_equal(load_in(of, &schedule),
                     qdr_link_load(&schedule, of->columns));
    qdr_schedule_cleanup(&schedule);
}

TEST(like_the_whole_mesh)
{
    static const rectangle groups[] = {{0, 0, ROWS, COLUMNS}, {2, 3, 3, 4},
                                       {1, 5, 4, 3},          {4, 0, 2, 7},
                                       {3, 0, 1, COLUMNS},    {0, 6, ROWS, 1}};
    static const qdr_collective collectives[] = {QDR_BCAST, QDR_ALLGATHER,
                                                 QDR_REDUCE, QDR_ALLREDUCE,
                                                 QDR_REDUCE_SCATTER};

    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        for (size_t c = 0; c < sizeof collectives / sizeof *collectives; c++)
            for (int num_long = 0; num_long <= 2; num_long++)
                compare(&groups[g], collectives[c], num_long);
}
