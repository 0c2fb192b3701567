/* workloads/skewed/stencil.c -- halos of a grid that is partitioned in blocks.
 *
 * Source: the boundary exchange of finite differences in [barrett2012], whose
 *         faces are long and edges and corners short. There the cells of a
 *         diagonal neighbour come by way of two faces; `corners` sends them as
 *         messages of their own, at once with the faces, and `halo` may be
 *         wider in one dimension than in another.
 * Reading: the cells of each dimension are divided by the `grid` of ranks, the
 *         first ones get one more where they do not divide; the last
 *         dimension's rank varies fastest. The neighbour at offset d in
 *         {-1, 0, 1}^n gets the product, over the dimensions, of the halo where
 *         d is not 0 and of the rank's cells where it is. Without corners only
 *         faces are sent.
 * Edges:  where a periodic dimension has one rank, it sends to itself: a local
 *         copy; where it has two, both halos are one message.
 * Example: grid 2x2, extent 5x4, halo 1x2: rank 0 has 3x2 cells, and sends 2 to
 *         rank 2 and 6 to rank 1; with corners, 2 to rank 3.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "workloads/skewed/blocks.h"
#include "workloads/workload.h"

enum { BYTES, CORNERS, EXTENT, GRID, HALO, PERIODIC };

static const qdr_parameter parameters[] = {
    [BYTES] = QDR_BYTES_PARAMETER("of a cell", "8"),
    [CORNERS] = {.name = "corners",
                 .summary = "whether neighbours across edges get messages",
                 .type = QDR_WORD,
                 .default_value = "true",
                 .words = qdr_truths},
    [EXTENT] = {.name = "extent",
                .plural = "extents",
                .unit = "cells",
                .summary = "of the whole domain in each dimension, 1000x100",
                .type = QDR_INTEGERS,
                .min = 1,
                .max = 0x1p30},
    [GRID] = {.name = "grid",
              .plural = "grids",
              .summary = "ranks in each of 1 to 3 dimensions, 8x4",
              .type = QDR_INTEGERS,
              .min = 1,
              .max = QDR_MAX_PROCS},
    [HALO] = {.name = "halo",
              .plural = "halos",
              .unit = "cells",
              .summary = "its width in each dimension, 2x1; one for all: 2",
              .type = QDR_INTEGERS,
              .default_value = "1",
              .min = 0,
              .max = 0x1p20},
    [PERIODIC] = {.name = "periodic",
                  .summary = "whether the last rank's neighbour is the first",
                  .type = QDR_WORD,
                  .default_value = "false",
                  .words = qdr_truths},
    {0}};

static qdr_status check_list(const char *name, int count, int wanted,
                             qdr_error *error)
{
    if (count == wanted)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s: %d dimensions; accepted: %d, as in grid", name, count,
                    wanted);
}

/* Reads the lists, of as many dimensions as the grid. */
static qdr_status read_blocks(const qdr_workload_input *input,
                              qdr_block_grid *asked, qdr_error *error)
{
    const qdr_values *values = input->values;
    int n = qdr_values_integers(values, GRID, asked->grid,
                                QDR_BLOCKS_MAX_DIMENSIONS);
    int cells = qdr_values_integers(values, EXTENT, asked->cells,
                                    QDR_BLOCKS_MAX_DIMENSIONS);
    int halo = qdr_values_integers(values, HALO, asked->halo,
                                   QDR_BLOCKS_MAX_DIMENSIONS);
    qdr_status status;

    if (n > QDR_BLOCKS_MAX_DIMENSIONS)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "grid: %d dimensions; accepted: 1 to %d", n,
                        QDR_BLOCKS_MAX_DIMENSIONS);
    status = check_list("extent", cells, n, error);
    if (status == QDR_OK && halo != 1)
        status = check_list("halo", halo, n, error);
    if (status != QDR_OK)
        return status;
    for (int i = 1; halo == 1 && i < n; i++)
        asked->halo[i] = asked->halo[0];
    asked->num_dimensions = n;
    asked->bytes = qdr_values_integer(values, BYTES);
    asked->has_corners = qdr_values_integer(values, CORNERS) == 1;
    asked->is_periodic = qdr_values_integer(values, PERIODIC) == 1;
    return QDR_OK;
}

/* Max bytes of all messages, or -1 if they exceed 2^63 - 1: each neighbour gets
 * less than the whole domain, halos included. */
static int64_t max_bytes(const qdr_block_grid *asked, int procs)
{
    int64_t max = asked->bytes;

    for (int i = 0; i < asked->num_dimensions; i++)
        if (__builtin_mul_overflow(
                max, asked->cells[i] / asked->grid[i] + 1 + asked->halo[i],
                &max))
            return -1;
    return __builtin_mul_overflow(
               max, (int64_t)procs * QDR_BLOCKS_MAX_NEIGHBOURS, &max)
               ? -1
               : max;
}

static qdr_status check_blocks(const qdr_workload_input *input,
                               const qdr_block_grid *asked, qdr_error *error)
{
    int64_t product = 1;

    for (int i = 0; i < asked->num_dimensions; i++) {
        int64_t fewest = asked->cells[i] / asked->grid[i];
        product *= asked->grid[i];
        if (product > input->procs)
            product = 0; /* too many, and no overflow */
        /* Neighbours alone send: no halo may reach beyond them. */
        if (asked->halo[i] > fewest)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "halo: %" PRId64 " in dimension %d; accepted: 0 to "
                            "%" PRId64 ", the fewest cells of a rank",
                            asked->halo[i], i + 1, fewest);
    }
    if (product != input->procs || product == 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "grid: '%s'; accepted: lists whose product is %d, as "
                        "procs says",
                        qdr_values_text(input->values, GRID), input->procs);
    if (max_bytes(asked, input->procs) < 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "bytes: %" PRId64 " of a cell; accepted: what makes "
                        "less than 2^63 bytes in all",
                        asked->bytes);
    return QDR_OK;
}

static qdr_status check(const qdr_workload_input *input, qdr_error *error)
{
    qdr_block_grid asked = {0};
    qdr_status status = read_blocks(input, &asked, error);

    return status == QDR_OK ? check_blocks(input, &asked, error) : status;
}

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    qdr_block_grid asked = {0};
    int64_t count = 0;
    qdr_message *messages;
    qdr_status status = read_blocks(input, &asked, error);

    if (status == QDR_OK)
        status = check_blocks(input, &asked, error);
    if (status != QDR_OK)
        return status;
    messages = malloc((size_t)input->procs * QDR_BLOCKS_MAX_NEIGHBOURS *
                      sizeof *messages);
    if (messages == NULL)
        return qdr_fail_memory(error, "the halos of a grid");
    for (int rank = 0; rank < input->procs; rank++)
        count += qdr_block_grid_messages(&asked, rank, messages + count);
    status = qdr_pattern_init(&traffic->pattern, input->procs, messages, count,
                              error);
    free(messages); /* the pattern has copied them */
    return status;
}

const qdr_workload qdr_workload_stencil = {
    .name = "stencil",
    .summary = "halos of a grid of ranks: long faces, short edges and corners",
    .parameters = parameters,
    .check = check,
    .generate = generate,
};
