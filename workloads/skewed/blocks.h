/* workloads/skewed/blocks.h -- a domain of cells in blocks, and their halos. */
#ifndef QUADRILLE_WORKLOADS_SKEWED_BLOCKS_H
#define QUADRILLE_WORKLOADS_SKEWED_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/problem/problem.h"

enum {
    QDR_BLOCKS_MAX_DIMENSIONS = 3,
    QDR_BLOCKS_MAX_NEIGHBOURS = 26 /* of a rank; the rank itself may be one */
};

/* Members of each dimension: ranks, cells of the domain, width of the halo,
 * which no rank's cells fall below. Ranks count in the last one fastest. */
typedef struct qdr_block_grid {
    int num_dimensions;
    int64_t grid[QDR_BLOCKS_MAX_DIMENSIONS];
    int64_t cells[QDR_BLOCKS_MAX_DIMENSIONS];
    int64_t halo[QDR_BLOCKS_MAX_DIMENSIONS];
    int64_t bytes; /* of a cell */
    bool has_corners, is_periodic;
} qdr_block_grid;

/* qdr_block_grid_messages writes the messages that `rank` sends, one per
 * neighbour, and returns their number, at most QDR_BLOCKS_MAX_NEIGHBOURS. */
int qdr_block_grid_messages(const qdr_block_grid *asked, int rank,
                            qdr_message *messages);

#endif
