/* kernels/allreduce/allreduce_circulant.c -- the combination of all vectors to
 * all ranks, in few rounds for any number of ranks.
 *
 * Source:  [bruck1997, Sec. 4], [traff2024].
 * Idea:    a reduce_scatter, then an allgather
 *          (kernels/circulant/part_rounds.c).
 * Cost:    T = 2 m alpha + (p - 1)/p n (2 beta + gamma), m messages a rank:
 *          ceil(lg p) for radix 2. p ranks, n total bytes; alpha s/message,
 *          beta s/byte, gamma s/byte combined.
 * Needs:   any p; a commutative operator. Flags: COMMUTATIVE. Scratch: a
 *          vector, where a rank has none to work in.
 * Example: p = 2, radix 2, by parts: 0-1: 1, 1-0: 0 | 0-1: 0, 1-0: 1.
 */
#include "kernels/circulant/part_rounds.h"

const qdr_kernel qdr_allreduce_circulant = {
    .name = "allreduce_circulant",
    .label = "Combine-to-all (circulant graph)",
    .collective = QDR_ALLREDUCE,
    .kind = QDR_COMBINING,
    .flags = QDR_COMMUTATIVE,
    .parameters = qdr_part_parameters,
    .mode = {.kind = QDR_DATAFLOW},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .check = qdr_parts_check,
    .build = qdr_parts_build,
    .problem_cost = qdr_parts_cost,
    .predict = qdr_parts_predict,
};
