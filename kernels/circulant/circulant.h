/* kernels/circulant/circulant.h -- a graph in which p ranks learn something
 * from one of them in ceil(lg p) rounds, for any p [traff2024].
 *
 * Its skips are p divided by the radix, 2, again and again, rounded up: with
 * q = ceil(lg p), skip[q] = p and skip[k] = ceil(skip[k + 1] / 2), down to
 * skip[0] = 1. In round k, rank r sends to r + skip[k] and receives from r -
 * skip[k], modulo p. So every rank sends and receives in each round, to and
 * from the same q ranks. With another radix there are fewer rounds, of several
 * messages.
 */
#ifndef QUADRILLE_KERNELS_CIRCULANT_CIRCULANT_H
#define QUADRILLE_KERNELS_CIRCULANT_CIRCULANT_H

#include "kernels/core/network/network.h"

/* Skips of the largest graph. */
enum { QDR_MAX_SKIPS = 31 };

/* The graph of a number of ranks. Plain data. */
typedef struct qdr_circulant {
    int num_procs, num_skips; /* p, q */
    int skip[QDR_MAX_SKIPS + 1];
} qdr_circulant;

/* qdr_circulant_of returns the graph of p >= 1 ranks for a radix of 2 or more.
 */
qdr_circulant qdr_circulant_of(int num_procs, int radix);

/* With radix 2, qdr_circulant_blocks sets blocks[0 .. q - 1] to what the rank
 * at `place`, 0 to p - 1 counted from the root, receives if the root sends
 * block 0, 1, 2, ... in the q rounds, and again q, q + 1, ... in the next q: in
 * round k it receives block blocks[k], q more the next time. Negative: nothing
 * yet. These are the numbers -q to -1, but for one, which is replaced by itself
 * + q: the block that comes to this rank in the first q rounds. So every rank
 * receives every block once, with none missing, and always has what it sends.
 * O(q) time.
 */
void qdr_circulant_blocks(const qdr_circulant *graph, int place, int *blocks);

/* qdr_circulant_sharing returns how many times as long bytes travel if all p
 * ranks send to the one `skip` places on at the same time: where a link or a
 * node is shared. */
double qdr_circulant_sharing(const qdr_network *network, int skip, int p);

#endif
