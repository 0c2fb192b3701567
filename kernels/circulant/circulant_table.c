/* kernels/circulant/circulant_table.c -- collectives on a vector over the
 * circulant graph, in few rounds for any number of ranks.
 *
 * Source:  bcast and reduce [traff2024]; the others [bruck1997, Sec. 4],
 *          [traff2024].
 * Idea:    bcast: the root starts one block a round; in every round each rank
 *          passes one on and receives one. There can be no fewer rounds. reduce
 *          is its reverse (block_rounds.c). allgather: in round k every rank
 *          has the parts of s ranks, itself and those after it, and gets those
 *          of up to (r - 1) s more from r - 1 ranks, s = ceil(p / r^(q - k)).
 *          reduce_scatter is its reverse; allreduce is a reduce_scatter, then
 *          an allgather (part_rounds.c).
 * Cost:    T of p ranks, n total bytes, b blocks, and m messages a rank,
 *          ceil(lg p) for radix r = 2:
 *
 *            bcast           (b - 1 + ceil(lg p)) (alpha + beta ceil(n / b))
 *            reduce          (b - 1 + ceil(lg p))
 *                            (alpha + (beta + gamma) ceil(n / b))
 *            allgather       m alpha + (p - 1)/p n beta
 *            reduce_scatter  m alpha + (p - 1)/p n (beta + gamma)
 *            allreduce       2 m alpha + (p - 1)/p n (2 beta + gamma)
 *
 *          alpha s/message, beta s/byte, gamma s/byte combined.
 * Needs:   bcast, reduce: one root (any rank); any p, zero bytes allowed.
 *          Flags: ONE_PORT of bcast_circulant, reduce_circulant; COMMUTATIVE of
 *          reduce_circulant, reduce_scatter_circulant, allreduce_circulant.
 *          Scratch: none for bcast; else a vector, where a rank has none.
 * Example: bcast, reduce: p = 4, root 0, blocks A and B; the others: radix 2,
 *          by parts.
 *
 *            bcast           0-2 A | 0-1 B, 2-3 A | 3-1 A, 0-2 B, 1-3 B
 *            reduce          1-3 A, 2-0 B, 3-1 B | 1-0 B, 3-2 A | 2-0 A
 *            allgather       p = 5: 1-0: 1, 2-1: 2, ... | 2-0: 2, 3-1: 3, ... |
 *                            3-0: 3 4, 4-1: 4 0, ...
 *            reduce_scatter  p = 5: 0-3: 3 4, 1-4: 4 0, ... | 0-2: 2, ... |
 *                            0-1: 1, ...
 *            allreduce       p = 2: 0-1: 1, 1-0: 0 | 0-1: 0, 1-0: 1
 */
#include "kernels/circulant/block_rounds.h"
#include "kernels/circulant/part_rounds.h"

/* `pieces` is block or part. The last argument is the mode. */
#define CIRCULANT(algorithm, label_, collective_, pieces, exactness_, flags_,  \
                  ...)                                                         \
    QDR_COMBINING_KERNEL(algorithm, label_, collective_, flags_, exactness_,   \
                         .parameters = qdr_##pieces##_parameters,              \
                         .mode = __VA_ARGS__, .check = qdr_##pieces##s_check,  \
                         .build = qdr_##pieces##s_build,                       \
                         .problem_cost = qdr_##pieces##s_cost,                 \
                         .predict = qdr_##pieces##s_predict)

CIRCULANT(bcast_circulant, "Broadcast (circulant graph)", QDR_BCAST, block,
          QDR_BOUND, QDR_ONE_PORT, {.kind = QDR_PACED});
CIRCULANT(reduce_circulant, "Combine-to-one (circulant graph)", QDR_REDUCE,
          block, QDR_BOUND, QDR_ONE_PORT | QDR_COMMUTATIVE,
          {.kind = QDR_PACED});
CIRCULANT(allgather_circulant, "Collect (circulant graph)", QDR_ALLGATHER, part,
          QDR_EXACT_FOR_EQUAL, 0, {.kind = QDR_WINDOW, .window = 32});
CIRCULANT(reduce_scatter_circulant, "Distributed combine (circulant graph)",
          QDR_REDUCE_SCATTER, part, QDR_EXACT_FOR_EQUAL, QDR_COMMUTATIVE,
          {.kind = QDR_WINDOW, .window = 32});
CIRCULANT(allreduce_circulant, "Combine-to-all (circulant graph)",
          QDR_ALLREDUCE, part, QDR_EXACT_FOR_EQUAL, QDR_COMMUTATIVE,
          {.kind = QDR_DATAFLOW});
