/* kernels/trees/postal_table.c -- collectives on a vector over postal trees,
 * where a message travels longer than its sender or receiver is busy.
 *
 * Source:  [barnoy1992]; with parts, for scatter and gather, ours.
 * Idea:    bcast, for short vectors: in every unit of time each rank that has
 *          the vector sends it to one more rank, which has it lambda units
 *          later (postal_tree.c). scatter, also for long parts: each rank that
 *          has parts of others passes on those of one more group of neighbours;
 *          ranks without a part are left out (part_tree.c). reduce and gather
 *          are the reverse.
 * Cost:    T, if a rank is busy for all of alpha; else see postal_tree.h and
 *          part_tree.h. u units in which the root sends or receives, n bytes:
 *
 *            bcast            u (alpha + n beta)
 *            reduce           u (alpha + n beta + n gamma)
 *            scatter, gather  u alpha + beta (the longest message of each unit)
 *
 *          alpha s/message, beta s/byte, gamma s/byte combined.
 * Needs:   one root (any rank, any p, zero bytes allowed). Flags: ONE_PORT of
 *          all; COMMUTATIVE of reduce_postal. Scratch: none for bcast; else a
 *          vector, where a rank has none to work in.
 * Example: root 0:
 *
 *            bcast    p = 7, lambda = 2: 0-1 | 0-2 | 0-3 1-4 | 0-5 1-6
 *            reduce   p = 7, lambda = 2: 5-0 6-1 | 3-0 4-1 | 2-0 | 1-0
 *            scatter  p = 4, lambda = 1, by parts: 0-1: 1 2 | 0-3: 3, 1-2: 2
 *            gather   p = 4, lambda = 1, by parts: 2-1: 2, 3-0: 3 | 1-0: 1 2
 */
#include "kernels/trees/part_tree.h"
#include "kernels/trees/postal_tree.h"

/* `tree` is postal or part_tree. */
#define POSTAL(algorithm, tree, alias_, label_, collective_, flags_, mode_)    \
    QDR_COMBINING_KERNEL(                                                      \
        algorithm, label_, collective_, flags_, QDR_EXACT, .alias = (alias_),  \
        .parameters = qdr_lambda_parameters, .mode = {.kind = (mode_)},        \
        .build = qdr_##tree##_build, .problem_cost = qdr_##tree##_cost,        \
        .predict = qdr_##tree##_predict)

POSTAL(bcast_postal, postal, "broadcast_postal", "Broadcast (postal tree)",
       QDR_BCAST, QDR_ONE_PORT, QDR_POSTED_ALL);
POSTAL(reduce_postal, postal, "combine_to_one_postal",
       "Combine-to-one (postal tree)", QDR_REDUCE,
       QDR_ONE_PORT | QDR_COMMUTATIVE, QDR_POSTED_ALL);
POSTAL(scatter_postal, part_tree, NULL, "Scatter (postal tree)", QDR_SCATTER,
       QDR_ONE_PORT, QDR_PACED);
POSTAL(gather_postal, part_tree, NULL, "Gather (postal tree)", QDR_GATHER,
       QDR_ONE_PORT, QDR_POSTED_ALL);
