/* kernels/reduce_scatter/reduce_scatter_circulant.c -- each part of the
 * combination to its rank, in few rounds for any number of ranks.
 *
 * Source:  [bruck1997, Sec. 4], [traff2024].
 * Idea:    the allgather backwards (kernels/circulant/part_rounds.c).
 * Cost:    T = m alpha + (p - 1)/p n (beta + gamma), m messages a rank:
 *          ceil(lg p) for radix 2. p ranks, n total bytes; alpha s/message,
 *          beta s/byte, gamma s/byte combined.
 * Needs:   any p; a commutative operator. Flags: COMMUTATIVE. Scratch: a
 *          vector, where a rank has none to work in.
 * Example: p = 5, radix 2, by parts: 0-3: 3 4, 1-4: 4 0, ... | 0-2: 2, ... |
 *          0-1: 1, ...
 */
#include "kernels/circulant/part_rounds.h"

const qdr_kernel qdr_reduce_scatter_circulant = {
    .name = "reduce_scatter_circulant",
    .label = "Distributed combine (circulant graph)",
    .collective = QDR_REDUCE_SCATTER,
    .kind = QDR_COMBINING,
    .flags = QDR_COMMUTATIVE,
    .parameters = qdr_part_parameters,
    .mode = {.kind = QDR_WINDOW, .window = 32},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .check = qdr_parts_check,
    .build = qdr_parts_build,
    .problem_cost = qdr_parts_cost,
    .predict = qdr_parts_predict,
};
