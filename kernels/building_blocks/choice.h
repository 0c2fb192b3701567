/* kernels/building_blocks/choice.h -- the best hybrid of a collective for a
 * network and a length [barnett1994, Sec. 6, 7.1].
 *
 * The time of a hybrid is a sum over dimensions, and the cost of a long
 * dimension depends only on the product of those before it. So the search finds
 * the best long dimensions up to each divisor from the best up to smaller ones,
 * without trying all factorisations. It is exact, within the model and the
 * order of dimensions; with levels, if the nodes are a power of two.
 */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_CHOICE_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_CHOICE_H

#include "kernels/building_blocks/hybrid_model.h"

/* The input of the choice. */
typedef struct qdr_choice_input {
    qdr_collective collective;
    int num_procs;
    int64_t bytes; /* total */
    qdr_order order;
    const qdr_network *network;
    bool may_exchange; /* beyond the paper; only of an allreduce */
    bool is_ordered;   /* only hybrids that combine in the order of ranks; near
                          first, through ranks as one line */
} qdr_choice_input;

/* qdr_choose sets *out_shape to the shape of the fastest hybrid; for equal
 * times, the one with the fewest long dimensions. */
qdr_status qdr_choose(const qdr_choice_input *input, qdr_shape *out_shape,
                      qdr_error *error);

/* qdr_choice_order returns the order for `wanted`, which it is unless that is
 * QDR_BEST_ORDER. Best is near first where messages share links, as in the
 * paper, or an adapter: far dimensions then carry the smallest shares. On a
 * switched network of one level the model is indifferent: best is far first
 * where ranks have parts of their own, since then every share is one interval
 * of the vector and no message is packed. */
qdr_order qdr_choice_order(qdr_order wanted, qdr_collective collective,
                           const qdr_network *network);

/* qdr_choice_columns returns the number of ranks in a line of the network's
 * physical mesh: its columns, if all ranks fill it and it has several lines,
 * else 0. */
int qdr_choice_columns(const qdr_network *network, int num_procs);

/* qdr_input_columns does the same for an input; 0 if the order of ranks counts.
 */
int qdr_input_columns(const qdr_choice_input *input);

/* More processes have too many factorisations to enumerate. */
enum { QDR_MAX_RANKED_PROCS = 16384 };

/* A hybrid and its time in the model. */
typedef struct qdr_ranked {
    qdr_shape shape;
    double time_us;
} qdr_ranked;

/* qdr_rank_hybrids writes the fastest hybrids of an input, up to `room`, to
 * out[] by ascending time, and returns how many. It ranks those of the mesh
 * `sizes`; if that is NULL, those of every factorisation of the number of
 * processes, or of the rows and columns of the network's mesh. At most
 * QDR_MAX_RANKED_PROCS. */
int qdr_rank_hybrids(const qdr_choice_input *input, const qdr_shape *mesh,
                     qdr_ranked *out, int room);

#endif
