/* kernels/bcast/bcast_circulant.c -- the broadcast of a vector in blocks, with
 * as few rounds as there can be.
 *
 * Source:  [traff2024].
 * Idea:    the root starts one block a round; in every round each rank passes
 *          one on and receives one, over the circulant graph
 *          (kernels/circulant/block_rounds.c).
 * Cost:    T = (b - 1 + ceil(lg p)) (alpha + beta ceil(n / b)). p ranks, n
 *          bytes, b blocks; alpha s/message, beta s/byte.
 * Needs:   one root (any rank, any p, zero bytes allowed). Flags: ONE_PORT.
 *          Scratch: none.
 * Example: p = 4, root 0, blocks A and B: 0-2 A | 0-1 B, 2-3 A | 3-1 A, 0-2 B,
 *          1-3 B.
 */
#include "kernels/circulant/block_rounds.h"

const qdr_kernel qdr_bcast_circulant = {
    .name = "bcast_circulant",
    .label = "Broadcast (circulant graph)",
    .collective = QDR_BCAST,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT,
    .parameters = qdr_block_parameters,
    .mode = {.kind = QDR_PACED},
    .exactness = QDR_BOUND,
    .check = qdr_blocks_check,
    .build = qdr_blocks_build,
    .problem_cost = qdr_blocks_cost,
    .predict = qdr_blocks_predict,
};
