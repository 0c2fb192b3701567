/* kernels/building_blocks/hybrid_table.c -- collectives on a vector, for every
 * length.
 *
 * Source:  [barnett1994, Sec. 6]; folded, ours: it removes the paper's
 *          weakness, numbers of ranks with few factors.
 * Idea:    hybrid: the ranks as a logical mesh; the long vector algorithm of
 *          short_long_table.c in its first dimensions, the short one in the
 *          others; by default the cheapest shape on the network at hand
 *          (hybrid_schedule.c). Folded: r ranks are folded onto their
 *          neighbours, and a hybrid runs among the p - r others (folded.c). In
 *          a folded allreduce short dimensions may be exchanges, which is
 *          recursive doubling: lg p rounds for a short vector, where the paper
 *          has 2 lg p.
 * Cost:    hybrid: the sum over stages, in hybrid_cost.c; with conflicts, in
 *          hybrid_model.h. Folded: that of the hybrid among p - r ranks, and if
 *          r > 0, alpha + n beta for a bcast, alpha + n beta + n gamma for a
 *          reduce, and both for an allreduce. p ranks, n total bytes; alpha
 *          s/message, beta s/byte, gamma s/byte combined.
 * Needs:   bcast, reduce: one root (any rank); any p. Flags: ONE_PORT of all.
 *          Scratch: a vector, where a rank has none to work in.
 * Example: 2x3x5, pairs first, then threes, then fives; letters of primitive.h:
 *
 *            bcast_hybrid           SSMCC: scatters within pairs, then within
 *                                   threes; broadcasts within fives; collects
 *                                   within threes, then within pairs
 *            reduce_hybrid          DDRGG
 *            allreduce_hybrid       DDRMCC
 *            allgather_hybrid       GMCC
 *            reduce_scatter_hybrid  DDRS
 *
 *          p = 31:
 *
 *            bcast_folded           a hybrid among 30 ranks, then 0-1
 *            reduce_folded          1-0, then a hybrid among 30 ranks
 *            allreduce_folded       1-0, a hybrid among 30 ranks, 0-1
 */
#include "kernels/building_blocks/folded.h"
#include "kernels/building_blocks/hybrid_kernel.h"

#define HYBRID(algorithm, alias_, label_, collective_)                         \
    QDR_COMBINING_KERNEL(                                                      \
        algorithm, label_, collective_, QDR_ONE_PORT, QDR_EXACT_FOR_EQUAL,     \
        .alias = (alias_), .paper = "barnett1994", .section = "6",             \
        .parameters = qdr_hybrid_parameters, .mode = {.kind = QDR_POSTED},     \
        .build = qdr_hybrid_build, .problem_cost = qdr_hybrid_cost_of,         \
        .predict = qdr_hybrid_predict, .check = qdr_hybrid_check)

HYBRID(bcast_hybrid, "broadcast_hybrid", "Broadcast (hybrid)", QDR_BCAST);
HYBRID(reduce_hybrid, "combine_to_one_hybrid", "Combine-to-one (hybrid)",
       QDR_REDUCE);
HYBRID(allreduce_hybrid, "combine_to_all_hybrid", "Combine-to-all (hybrid)",
       QDR_ALLREDUCE);
HYBRID(allgather_hybrid, "collect_hybrid", "Collect (hybrid)", QDR_ALLGATHER);
HYBRID(reduce_scatter_hybrid, "distributed_combine_hybrid",
       "Distributed combine (hybrid)", QDR_REDUCE_SCATTER);

#define FOLDED(algorithm, alias_, label_, collective_)                         \
    QDR_COMBINING_KERNEL(                                                      \
        algorithm, label_, collective_, QDR_ONE_PORT, QDR_BOUND,               \
        .alias = (alias_), .parameters = qdr_folded_parameters,                \
        .mode = {.kind = QDR_POSTED}, .build = qdr_folded_build,               \
        .problem_cost = qdr_folded_cost, .predict = qdr_folded_predict,        \
        .check = qdr_folded_check)

FOLDED(bcast_folded, "broadcast_folded", "Broadcast (folded)", QDR_BCAST);
FOLDED(reduce_folded, "combine_to_one_folded", "Combine-to-one (folded)",
       QDR_REDUCE);
FOLDED(allreduce_folded, "combine_to_all_folded", "Combine-to-all (folded)",
       QDR_ALLREDUCE);
