/* workloads/cg/cg.c -- conjugate gradients on a grid.
 *
 * Source: [ponnusamy1992, Table 12], "Conj. Grad. 16K": 9 percent of the pairs,
 *         643 bytes a message at 32 processes. The paper does not give the
 *         matrix. Of 16384 points, the natural ones are 128 x 128 in strips
 *         (6.25 percent, 1024 bytes) and in 4 x 8 blocks (10.5 percent, 197
 *         bytes); nearer is 256 x 64 in 2 x 16 blocks (9.3 percent, 679 bytes),
 *         a surrogate, found by trying, that nothing in the text supports.
 * Solves: the Laplacian of the grid, 5 points in two dimensions, 7 in three.
 */
#include <stdlib.h>
#include <string.h>

#include "workloads/cg/cg_system.h"

static const char *const methods[] = {"blocks",    "strips",   "rcb",
                                      "rcb_xyz",   "inertial", "spectral",
                                      "recursive", "kway",     NULL};

enum { BLOCKS, GRID, MAX_ITERATIONS, NUMBERING, PARTITION, TOLERANCE };
static const qdr_parameter parameters[] = {
    [BLOCKS] = {.name = "blocks",
                .summary = "along each dimension, for partition blocks; 0: as "
                           "square as can be",
                .type = QDR_INTEGERS,
                .default_value = "0",
                .min = 0,
                .max = QDR_MAX_PROCS},
    [GRID] = {.name = "grid",
              .plural = "grids",
              .summary = "points along one to three dimensions",
              .type = QDR_INTEGERS,
              .default_value = "128x128",
              .min = 1,
              .max = QDR_MAX_VERTICES},
    [MAX_ITERATIONS] = QDR_CG_MAX_ITERATIONS_PARAMETER,
    [NUMBERING] = QDR_NUMBERING_PARAMETER,
    [PARTITION] = QDR_PARTITION_PARAMETER("how points are distributed to ranks",
                                          "blocks", methods),
    [TOLERANCE] = QDR_CG_TOLERANCE_PARAMETER,
    {0}};

static qdr_grid grid_of(const qdr_workload_input *input)
{
    qdr_grid grid = {.size = {1, 1, 1}, .num_points = 1};

    grid.num_dimensions =
        qdr_values_integers(input->values, GRID, grid.size, 3);
    for (int d = 0; d < 3; d++)
        if (__builtin_mul_overflow(grid.num_points, grid.size[d],
                                   &grid.num_points))
            grid.num_points = INT64_MAX;
    return grid;
}

/* p as a product of a number for each dimension, whose blocks have the least
 * surface; the first of such. */
static void choose_blocks(const qdr_grid *grid, int p, int64_t blocks[3])
{
    double min = -1;

    for (int64_t x = 1; x <= p; x++)
        for (int64_t y = 1; p % x == 0 && y <= p / x; y++) {
            int64_t z = p / x / y;
            double a = (double)grid->size[0] / (double)x;
            double b = (double)grid->size[1] / (double)y;
            double c = (double)grid->size[2] / (double)z;
            double surface =
                (x > 1) * b * c + (y > 1) * a * c + (z > 1) * a * b;
            if (x * y * z != p || x > grid->size[0] || y > grid->size[1] ||
                z > grid->size[2] || (min >= 0 && surface >= min))
                continue;
            min = surface;
            memcpy(blocks, (int64_t[]){x, y, z}, 3 * sizeof *blocks);
        }
}

/* Sets blocks[3], one or more along each dimension, or refuses. */
static qdr_status get_blocks(const qdr_workload_input *input,
                             const qdr_grid *grid, int64_t blocks[3],
                             qdr_error *error)
{
    int count;

    memcpy(blocks, (int64_t[]){1, 1, 1}, 3 * sizeof *blocks);
    count = qdr_values_integers(input->values, BLOCKS, blocks, 3);
    if (count == 1 && blocks[0] == 0)
        choose_blocks(grid, input->procs, blocks);
    if (blocks[0] > 0 && blocks[0] <= grid->size[0] && blocks[1] > 0 &&
        blocks[1] <= grid->size[1] && blocks[2] > 0 &&
        blocks[2] <= grid->size[2] && count <= 3 &&
        blocks[0] * blocks[1] * blocks[2] == input->procs)
        return QDR_OK;
    if (count == 1 && blocks[0] == 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "grid: %.60s; accepted: one that can be cut into %d "
                        "blocks, a number along each dimension, or another "
                        "partition",
                        qdr_values_text(input->values, GRID), input->procs);
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "blocks: %.60s; accepted: numbers whose product is procs, "
                    "%d, none above the points of its dimension, or 0",
                    qdr_values_text(input->values, BLOCKS), input->procs);
}

static bool is_in_blocks(const qdr_workload_input *input)
{
    return strcmp(qdr_values_text(input->values, PARTITION), "blocks") == 0;
}

static qdr_status check(const qdr_workload_input *input, qdr_error *error)
{
    const qdr_grid grid = grid_of(input);
    int64_t blocks[3];

    if (grid.num_dimensions > 3 || grid.num_points > QDR_MAX_VERTICES)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "grid: %.60s; accepted: one to three numbers, whose "
                        "product is at most %d",
                        qdr_values_text(input->values, GRID), QDR_MAX_VERTICES);
    if (is_in_blocks(input))
        return get_blocks(input, &grid, blocks, error);
    if (strcmp(qdr_values_text(input->values, BLOCKS), "0") != 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "blocks: %.60s; accepted: 0, or another value with "
                        "partition=blocks",
                        qdr_values_text(input->values, BLOCKS));
    return QDR_OK;
}

static qdr_status part_in_blocks(qdr_cg_system *system,
                                 const qdr_workload_input *input,
                                 const qdr_grid *grid, qdr_error *error)
{
    int64_t blocks[3];
    qdr_status status = get_blocks(input, grid, blocks, error);

    if (status != QDR_OK)
        return status;
    system->part = malloc((size_t)grid->num_points * sizeof *system->part);
    if (system->part == NULL)
        return qdr_fail_memory(error, "the parts of a grid");
    qdr_grid_blocks(grid, blocks, system->part);
    return QDR_OK;
}

static qdr_status make(qdr_cg_system *system, const qdr_workload_input *input,
                       qdr_error *error)
{
    const qdr_grid grid = grid_of(input);
    const qdr_numbering numbering = {
        input->procs, input->seed,
        qdr_values_integer(input->values, NUMBERING)};
    qdr_status status = check(input, error);

    system->rules.tolerance = qdr_values_real(input->values, TOLERANCE);
    system->rules.max_iterations =
        qdr_values_integer(input->values, MAX_ITERATIONS);
    system->rules.is_benign = true;
    if (status == QDR_OK)
        status = qdr_laplacian(&system->matrix, &grid, error);
    if (status == QDR_OK)
        status =
            qdr_sparse_matrix_graph(&system->matrix, &system->graph, error);
    if (status == QDR_OK)
        status = qdr_grid_locate(&grid, &system->graph, error);
    if (status != QDR_OK)
        return status;
    status = is_in_blocks(input)
                 ? part_in_blocks(system, input, &grid, error)
                 : qdr_cg_system_part(system, input,
                                      qdr_values_text(input->values, PARTITION),
                                      error);
    return status == QDR_OK ? qdr_numbering_parts(&numbering, grid.num_points,
                                                  system->part, error)
                            : status;
}

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    return qdr_cg_generate(make, input, traffic, error);
}

static qdr_status new_state(void **out_state, const qdr_workload_input *input,
                            const qdr_host *host, qdr_error *error)
{
    return qdr_cg_new_state(out_state, make, input, host, error);
}

const qdr_workload qdr_workload_cg = {
    .name = "cg",
    .summary = "conjugate gradients on a grid: the halos of A p",
    .is_partitioned = true,
    .parameters = parameters,
    .check = check,
    .generate = generate,
    .application = QDR_CG_APPLICATION(new_state),
};
