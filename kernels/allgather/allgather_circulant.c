/* kernels/allgather/allgather_circulant.c -- every rank's part to all, in few
 * rounds for any number of ranks.
 *
 * Source:  [bruck1997, Sec. 4], [traff2024].
 * Idea:    in round k every rank has the parts of s ranks, itself and those
 *          after it, and gets those of up to (r - 1) s more from r - 1 ranks,
 *          s = ceil(p / r^(q - k)) (kernels/circulant/part_rounds.c).
 * Cost:    T = m alpha + (p - 1)/p n beta, m messages a rank: ceil(lg p) for
 *          radix r = 2. p ranks, n total bytes; alpha s/message, beta s/byte.
 * Needs:   any p. Flags: none. Scratch: a vector, where a rank has none to work
 *          in.
 * Example: p = 5, radix 2, by parts: 1-0: 1, 2-1: 2, ... | 2-0: 2, 3-1: 3,
 *          ... | 3-0: 3 4, 4-1: 4 0, ...
 */
#include "kernels/circulant/part_rounds.h"

const qdr_kernel qdr_allgather_circulant = {
    .name = "allgather_circulant",
    .label = "Collect (circulant graph)",
    .collective = QDR_ALLGATHER,
    .kind = QDR_COMBINING,
    .parameters = qdr_part_parameters,
    .mode = {.kind = QDR_WINDOW, .window = 32},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .check = qdr_parts_check,
    .build = qdr_parts_build,
    .problem_cost = qdr_parts_cost,
    .predict = qdr_parts_predict,
};
