/* kernels/core/proof/block_holders.h -- which rank holds what, while a schedule
 * is proved.
 *
 * For every block that a rank holds: intervals of bytes, each with the set of
 * ranks that contributed to it. Memory is in proportion to the bytes held.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROOF_BLOCK_HOLDERS_H
#define QUADRILLE_KERNELS_CORE_PROOF_BLOCK_HOLDERS_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes begin .. end - 1 of a block, with their contributors. */
typedef struct qdr_interval {
    int64_t begin, end;
    int64_t set;  /* of contributors */
    int64_t next; /* in the list of a rank's block, or of free ones; -1: none */
} qdr_interval;

/* What all ranks hold: a hash table from a rank and a block to a list of
 * intervals. Made by qdr_block_holders_init. */
typedef struct qdr_block_holders {
    struct qdr_held {
        int64_t block;
        int rank;      /* -1: the entry is free */
        int64_t first; /* interval */
    } * table;         /* a hash table, at most half full */
    int64_t table_size, num_entries;
    qdr_interval *intervals;
    int64_t num_intervals, interval_capacity, first_free;
} qdr_block_holders;

/* qdr_block_holders_init makes an empty one; false: out of memory. Release with
 * qdr_block_holders_cleanup. */
bool qdr_block_holders_init(qdr_block_holders *holders);
void qdr_block_holders_cleanup(qdr_block_holders *holders);

/* qdr_block_holders_first returns the first interval of `block` that `rank`
 * holds and that ends after `from`, or NULL; `next` leads to the others in
 * ascending order. Valid until the next change. */
const qdr_interval *qdr_block_holders_first(const qdr_block_holders *holders,
                                            int rank, int64_t block,
                                            int64_t from);

/* qdr_block_holders_put makes `rank` hold the interval `held` of `block`, whose
 * `next` is ignored, in place of what it held there; false: out of memory. */
bool qdr_block_holders_put(qdr_block_holders *holders, int rank, int64_t block,
                           qdr_interval held);

/* qdr_block_holders_drop removes what it holds there; false: out of memory. */
bool qdr_block_holders_drop(qdr_block_holders *holders, int rank, int64_t block,
                            int64_t begin, int64_t end);

#endif
