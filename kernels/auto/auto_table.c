/* kernels/auto/auto_table.c -- a collective by its fastest algorithm for the
 * traffic and the network at hand.
 *
 * Source:  ours.
 * Idea:    the candidate with the shortest predicted time (choose.c).
 * Cost:    that of the algorithm taken.
 * Needs:   bcast, reduce, scatter, gather: one root (any rank); any p, zero
 *          counts allowed. Flags: ONE_PORT of bcast_auto, reduce_auto,
 *          scatter_auto, gather_auto. Scratch: that of the algorithm taken.
 * Example: `quadrille model COLLECTIVE --algorithms` prints what is taken:
 *
 *            bcast      p = 64, configs/machines/fat_tree.yaml: a postal tree
 *                       for 16384 bytes, a hybrid for 32768
 *            reduce     the same machine: a postal tree for 8192 bytes, a
 *                       hybrid for 16384
 *            allreduce  p = 31, no network file: recursive multiplying for 4096
 *                       bytes, the circulant graph for 8192
 *            allgather, reduce_scatter
 *                       p = 30, 65536 bytes, no network file: the circulant
 *                       graph; a hybrid with --topology line
 *            scatter    p = 64, no network file: a postal tree for 65536 bytes,
 *                       linear for 1048576
 *            gather     p = 64, 4096 bytes: a postal tree without a network
 *                       file, gather_mst with configs/machines/cm5_1992.yaml
 *            alltoallv  p = 5: rank 3 sends to 4, 0, 1, 2, as scattered
 */
#include "kernels/kernel.h"

#define QDR_KERNEL(file)        extern const qdr_kernel qdr_##file;
#define QDR_ENGINE_KERNEL(file) QDR_KERNEL(file)
#include "kernels/kernels.def"
#undef QDR_KERNEL
#undef QDR_ENGINE_KERNEL

/* The folded hybrid includes the hybrid; the postal tree includes the binomial
 * tree. The circulant graph is for long vectors, its rounds in lockstep: blocks
 * that a root sends eagerly would share its port. Here and below, by node is
 * for networks with levels. */
static const qdr_candidate for_bcast[] = {
    {&qdr_bcast_folded, {.kind = QDR_DATAFLOW}, true},
    {&qdr_bcast_postal, {.kind = QDR_DATAFLOW}, false},
    {&qdr_bcast_postal, {.kind = QDR_PACED}, false},
    {&qdr_bcast_circulant, {.kind = QDR_DATAFLOW}, false},
    {&qdr_bcast_circulant, {.kind = QDR_PACED}, false},
    {&qdr_bcast_by_node, {.kind = QDR_DATAFLOW}, false},
    {&qdr_bcast_shared, {0}, false},
    {0}};

/* As for a bcast. The postal tree needs its receives posted early: in paced it
 * takes 2.3 times as long (64 ranks, 8 bytes, fat_tree_smpi). */
static const qdr_candidate for_reduce[] = {
    {&qdr_reduce_folded, {.kind = QDR_DATAFLOW}, true},
    {&qdr_reduce_postal, {.kind = QDR_DATAFLOW}, false},
    {&qdr_reduce_postal, {.kind = QDR_POSTED_ALL}, false},
    {&qdr_reduce_circulant, {.kind = QDR_DATAFLOW}, false},
    {&qdr_reduce_circulant, {.kind = QDR_PACED}, false},
    {&qdr_reduce_by_node, {.kind = QDR_DATAFLOW}, false},
    {&qdr_reduce_shared, {0}, false},
    {0}};

/* The folded hybrid includes the short and the long algorithm; recursive
 * multiplying is for short vectors, the circulant graph for medium ones and for
 * numbers of ranks with few factors. */
static const qdr_candidate for_allreduce[] = {
    {&qdr_allreduce_multiplied, {.kind = QDR_DATAFLOW}, false},
    {&qdr_allreduce_circulant, {.kind = QDR_DATAFLOW}, false},
    {&qdr_allreduce_folded, {.kind = QDR_DATAFLOW}, true},
    {&qdr_allreduce_by_node, {.kind = QDR_DATAFLOW}, false},
    {&qdr_allreduce_shared, {0}, false},
    {0}};

/* The circulant graph is for switched networks, and for short vectors; the
 * hybrid, which includes the short and the long algorithm, is for longer ones
 * where messages share links. */
static const qdr_candidate for_allgather[] = {
    {&qdr_allgather_circulant, {.kind = QDR_DATAFLOW}, false},
    {&qdr_allgather_hybrid, {.kind = QDR_DATAFLOW}, true},
    {&qdr_allgather_by_node, {.kind = QDR_DATAFLOW}, false},
    {&qdr_allgather_shared, {0}, false},
    {0}};

/* As for an allgather. The ordered algorithm is for long vectors and operators
 * that do not commute, where a hybrid has few dimensions of 2. */
static const qdr_candidate for_reduce_scatter[] = {
    {&qdr_reduce_scatter_circulant, {.kind = QDR_DATAFLOW}, false},
    {&qdr_reduce_scatter_hybrid, {.kind = QDR_DATAFLOW}, true},
    {&qdr_reduce_scatter_ordered, {.kind = QDR_DATAFLOW}, false},
    {&qdr_reduce_scatter_by_node, {.kind = QDR_DATAFLOW}, false},
    {&qdr_reduce_scatter_shared, {0}, false},
    {0}};

/* The postal tree is for short parts and free senders; linear is for long
 * parts. */
static const qdr_candidate for_scatter[] = {
    {&qdr_scatter_mst, {.kind = QDR_DATAFLOW}, true},
    {&qdr_scatter_linear, {.kind = QDR_WINDOW, .window = 32}, false},
    {&qdr_scatter_postal, {.kind = QDR_DATAFLOW}, false},
    {&qdr_scatter_postal, {.kind = QDR_PACED}, false},
    {&qdr_scatter_by_node, {.kind = QDR_POSTED_ALL}, false},
    {&qdr_scatter_shared, {0}, false},
    {0}};

/* The postal tree is for short parts and free receivers, or for long parts. */
static const qdr_candidate for_gather[] = {
    {&qdr_gather_mst, {.kind = QDR_DATAFLOW}, true},
    {&qdr_gather_postal, {.kind = QDR_POSTED_ALL}, false},
    {&qdr_gather_by_node, {.kind = QDR_POSTED_ALL}, false},
    {&qdr_gather_shared, {0}, false},
    {0}};

/* All messages go straight, as soon as they can; or, where many are short, they
 * are combined on the way; or, on a network with levels, the adapters of a node
 * share what leaves and enters it; or, where a crowd loses packets, in rounds
 * in which a rank receives one. */
static const qdr_candidate for_alltoallv[] = {
    {&qdr_alltoallv_scattered, {.kind = QDR_WINDOW, .window = 32}, true},
    {&qdr_alltoallv_bruck, {.kind = QDR_WINDOW, .window = 32}, false},
    {&qdr_alltoallv_node_balanced, {.kind = QDR_DATAFLOW}, false},
    {&qdr_alltoallv_edge_colouring, {.kind = QDR_POSTED}, false},
    {0}};

/* The last argument is the mode. */
#define AUTO(algorithm, label_, collective_, flags_, exactness_, candidates_,  \
             ...)                                                              \
    QDR_COMBINING_KERNEL(algorithm, label_, collective_, flags_, exactness_,   \
                         .mode = __VA_ARGS__, .candidates = (candidates_))

AUTO(bcast_auto, "Broadcast (auto)", QDR_BCAST, QDR_ONE_PORT, QDR_BOUND,
     for_bcast, {.kind = QDR_DATAFLOW});
AUTO(reduce_auto, "Combine-to-one (auto)", QDR_REDUCE, QDR_ONE_PORT, QDR_BOUND,
     for_reduce, {.kind = QDR_DATAFLOW});
AUTO(allreduce_auto, "Combine-to-all (auto)", QDR_ALLREDUCE, 0, QDR_BOUND,
     for_allreduce, {.kind = QDR_DATAFLOW});
AUTO(allgather_auto, "Collect (auto)", QDR_ALLGATHER, 0, QDR_EXACT_FOR_EQUAL,
     for_allgather, {.kind = QDR_DATAFLOW});
AUTO(reduce_scatter_auto, "Distributed combine (auto)", QDR_REDUCE_SCATTER, 0,
     QDR_EXACT_FOR_EQUAL, for_reduce_scatter, {.kind = QDR_DATAFLOW});
AUTO(scatter_auto, "Scatter (auto)", QDR_SCATTER, QDR_ONE_PORT,
     QDR_EXACT_FOR_EQUAL, for_scatter, {.kind = QDR_DATAFLOW});
AUTO(gather_auto, "Gather (auto)", QDR_GATHER, QDR_ONE_PORT,
     QDR_EXACT_FOR_EQUAL, for_gather, {.kind = QDR_DATAFLOW});
AUTO(alltoallv_auto, "Messages (auto)", QDR_ALLTOALLV, 0, QDR_BOUND,
     for_alltoallv, {.kind = QDR_WINDOW, .window = 32});
