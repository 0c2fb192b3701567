/* kernels/building_blocks/short_long_table.c -- collectives on a vector, for
 * short and for long vectors.
 *
 * Source:  [barnett1994, Sec. 4.1, 4.2, 5.1, 5.2].
 * Idea:    one or two primitives of primitive.h among all ranks; on a physical
 *          mesh, through rows and columns (hybrid_schedule.c). The second of
 *          two trees starts at rank 0, where the first one ends.
 *
 *            mst             scatter S, gather G
 *            short           bcast M, reduce R, allreduce R M, allgather G M,
 *                            reduce_scatter R S
 *            long            bcast S C, reduce D G, allreduce D C,
 *                            allgather C, reduce_scatter D
 *
 *          S and M are minimum spanning trees: the line of ranks is halved, the
 *          root sends to the nearest rank of the other half, and both go on in
 *          their halves. G and R are the reverse; in R a rank combines what it
 *          receives with what it has, and sends that on. C passes buckets round
 *          a ring: every rank sends its right neighbour what came last from the
 *          left one, beginning with its own part. D is its reverse: a bucket
 *          takes in a contribution of every rank on its way round the ring, and
 *          ends with the rank whose part it is.
 * Cost:    T, with q = ceil(lg p) and f = (p - 1)/p:
 *
 *            S, G            q alpha + f n beta
 *            M               q (alpha + n beta)
 *            R               q (alpha + n beta + n gamma)
 *            C               (p - 1) alpha + f n beta
 *            D               (p - 1) alpha + f n (beta + gamma)
 *
 *          and the sum of two primitives. (For the long reduce the paper prints
 *          2 (p - 1) alpha, which is not the sum of its own two primitives.) p
 *          ranks, n total bytes; alpha s/message, beta s/byte, gamma s/byte
 *          combined.
 * Needs:   bcast, reduce, scatter, gather: one root (any rank); any p. Flags:
 *          ONE_PORT of all; COMMUTATIVE of reduce_long, allreduce_long,
 *          reduce_scatter_long. Scratch: a vector, where a rank has none.
 * Example: root 0; a ring's rounds repeat.
 *
 *            bcast_short     p = 6: 0-3 | 0-2 3-5 | 0-1 3-4
 *            reduce_short    p = 6: 1-0 4-3 | 2-0 5-3 | 3-0
 *            scatter_mst     p = 4, by parts: 0-2: 2 3 | 0-1: 1, 2-3: 3
 *            gather_mst      p = 4, by parts: 1-0: 1, 3-2: 3 | 2-0: 2 3
 *            allreduce_short, allgather_short and reduce_scatter_short
 *                            p = 4: 1-0 3-2 | 2-0 | 0-2 | 0-1 2-3
 *            bcast_long      p = 4: scatter_mst | 0-1 1-2 2-3 3-0, three times;
 *                            ranks that have a part already are skipped
 *            reduce_long     p = 3: 1-0 2-1 0-2, twice | 1-0 | 2-0
 *            allreduce_long  p = 3: 1-0 2-1 0-2, twice | 0-1 1-2 2-0, twice
 *            allgather_long  p = 3: 0-1 1-2 2-0, twice
 *            reduce_scatter_long
 *                            p = 3: 1-0 2-1 0-2, twice
 */
#include "kernels/building_blocks/hybrid_kernel.h"

/* `way` is short or long. */
#define ALGORITHM(algorithm, way, alias_, label_, collective_, section_,       \
                  flags_)                                                      \
    QDR_COMBINING_KERNEL(                                                      \
        algorithm, label_, collective_, flags_, QDR_EXACT_FOR_EQUAL,           \
        .alias = (alias_), .paper = "barnett1994", .section = (section_),      \
        .mode = {.kind = QDR_POSTED}, .build = qdr_##way##_build,              \
        .problem_cost = qdr_##way##_cost, .predict = qdr_##way##_predict)

ALGORITHM(scatter_mst, short, "scatter", "Scatter", QDR_SCATTER, "4.1",
          QDR_ONE_PORT);
ALGORITHM(gather_mst, short, "gather", "Gather", QDR_GATHER, "4.1",
          QDR_ONE_PORT);

ALGORITHM(bcast_short, short, "broadcast_short", "Broadcast (short)", QDR_BCAST,
          "4.1", QDR_ONE_PORT);
ALGORITHM(reduce_short, short, "combine_to_one_short", "Combine-to-one (short)",
          QDR_REDUCE, "4.1", QDR_ONE_PORT);
ALGORITHM(allreduce_short, short, "combine_to_all_short",
          "Combine-to-all (short)", QDR_ALLREDUCE, "5.1", QDR_ONE_PORT);
ALGORITHM(allgather_short, short, "collect_short", "Collect (short)",
          QDR_ALLGATHER, "5.1", QDR_ONE_PORT);
ALGORITHM(reduce_scatter_short, short, "distributed_combine_short",
          "Distributed combine (short)", QDR_REDUCE_SCATTER, "5.1",
          QDR_ONE_PORT);

ALGORITHM(bcast_long, long, "broadcast_long", "Broadcast (long)", QDR_BCAST,
          "5.2", QDR_ONE_PORT);
ALGORITHM(reduce_long, long, "combine_to_one_long", "Combine-to-one (long)",
          QDR_REDUCE, "5.2", QDR_ONE_PORT | QDR_COMMUTATIVE);
ALGORITHM(allreduce_long, long, "combine_to_all_long", "Combine-to-all (long)",
          QDR_ALLREDUCE, "5.2", QDR_ONE_PORT | QDR_COMMUTATIVE);
ALGORITHM(allgather_long, long, "collect_long", "Collect (long)", QDR_ALLGATHER,
          "4.2", QDR_ONE_PORT);
ALGORITHM(reduce_scatter_long, long, "distributed_combine_long",
          "Distributed combine (long)", QDR_REDUCE_SCATTER, "4.2",
          QDR_ONE_PORT | QDR_COMMUTATIVE);
