/* kernels/reduce/reduce_circulant.c -- the combination of vectors to the root
 * in blocks, with as few rounds as there can be.
 *
 * Source:  [traff2024].
 * Idea:    the broadcast backwards (kernels/circulant/block_rounds.c).
 * Cost:    T = (b - 1 + ceil(lg p)) (alpha + (beta + gamma) ceil(n / b)). p
 *          ranks, n bytes, b blocks; alpha s/message, beta s/byte, gamma s/byte
 *          combined.
 * Needs:   one root (any rank, any p); a commutative operator. Flags: ONE_PORT,
 *          COMMUTATIVE. Scratch: a vector, where a rank has none to work in.
 * Example: p = 4, root 0, blocks A and B: 1-3 A, 2-0 B, 3-1 B | 1-0 B, 3-2 A |
 *          2-0 A.
 */
#include "kernels/circulant/block_rounds.h"

const qdr_kernel qdr_reduce_circulant = {
    .name = "reduce_circulant",
    .label = "Combine-to-one (circulant graph)",
    .collective = QDR_REDUCE,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT | QDR_COMMUTATIVE,
    .parameters = qdr_block_parameters,
    .mode = {.kind = QDR_PACED},
    .exactness = QDR_BOUND,
    .check = qdr_blocks_check,
    .build = qdr_blocks_build,
    .problem_cost = qdr_blocks_cost,
    .predict = qdr_blocks_predict,
};
