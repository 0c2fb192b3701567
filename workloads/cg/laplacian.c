/* workloads/cg/laplacian.c -- see cg_system.h. */
#include "workloads/cg/cg_system.h"

#include <stdlib.h>

static void locate(const qdr_grid *grid, int64_t point, int64_t at[3])
{
    for (int d = 0; d < 3; d++) {
        at[d] = point % grid->size[d];
        point /= grid->size[d];
    }
}

/* The entries of one row, ascending; returns how many. */
static int make_row(const qdr_grid *grid, int64_t point,
                    qdr_matrix_entry *entries)
{
    int64_t at[3],
        stride[3] = {1, grid->size[0], grid->size[0] * grid->size[1]};
    int32_t row = (int32_t)point;
    int count = 0;

    locate(grid, point, at);
    for (int d = 2; d >= 0; d--)
        if (at[d] > 0)
            entries[count++] =
                (qdr_matrix_entry){row, (int32_t)(point - stride[d]), -1};
    entries[count++] = (qdr_matrix_entry){row, row, 2.0 * grid->num_dimensions};
    for (int d = 0; d < 3; d++)
        if (at[d] + 1 < grid->size[d])
            entries[count++] =
                (qdr_matrix_entry){row, (int32_t)(point + stride[d]), -1};
    return count;
}

qdr_status qdr_laplacian(qdr_sparse_matrix *matrix, const qdr_grid *grid,
                         qdr_error *error)
{
    enum { MAX_A_ROW = 7 };
    qdr_matrix_entry *entries =
        malloc((size_t)grid->num_points * MAX_A_ROW * sizeof *entries);
    int64_t count = 0;
    qdr_status status;

    if (entries == NULL)
        return qdr_fail_memory(error, "a Laplacian");
    for (int64_t point = 0; point < grid->num_points; point++)
        count += make_row(grid, point, entries + count);
    status =
        qdr_sparse_matrix_init(matrix, grid->num_points, entries, count, error);
    matrix->is_symmetric = status == QDR_OK;
    free(entries);
    return status;
}

qdr_status qdr_grid_locate(const qdr_grid *grid, qdr_graph *graph,
                           qdr_error *error)
{
    int64_t at[3];

    graph->coordinates =
        malloc((size_t)grid->num_points * 3 * sizeof *graph->coordinates);
    if (graph->coordinates == NULL)
        return qdr_fail_memory(error, "the coordinates of a grid");
    for (int64_t point = 0; point < grid->num_points; point++) {
        locate(grid, point, at);
        for (int d = 0; d < 3; d++)
            graph->coordinates[3 * point + d] = (double)at[d];
    }
    return QDR_OK;
}

void qdr_grid_blocks(const qdr_grid *grid, const int64_t blocks[3], int *part)
{
    int64_t at[3];

    for (int64_t point = 0; point < grid->num_points; point++) {
        locate(grid, point, at);
        for (int d = 0; d < 3; d++)
            at[d] = at[d] * blocks[d] / grid->size[d];
        part[point] = (int)(at[0] + blocks[0] * (at[1] + blocks[1] * at[2]));
    }
}
