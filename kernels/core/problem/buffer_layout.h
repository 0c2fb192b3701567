/* kernels/core/problem/buffer_layout.h -- where a rank's messages are in its
 * buffers.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROBLEM_BUFFER_LAYOUT_H
#define QUADRILLE_KERNELS_CORE_PROBLEM_BUFFER_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/problem/problem.h"

/* How messages are placed when the caller gives no places. */
typedef enum qdr_layout_kind {
    QDR_PACKED, /* one after another */
    QDR_SLOTS,  /* a place for every rank, in order, all of the length of the
                   first message, as in MPI_Alltoall */
    QDR_VECTOR  /* buffers hold all of a vector, or one rank's part of it */
} qdr_layout_kind;

/* Bytes begin .. end - 1 of a vector, at the start of a buffer. */
typedef struct qdr_vector_part {
    int64_t begin, end;
} qdr_vector_part;

/* A rank's buffer layout. For a vector, the sends are what the rank has and
 * others want, and the receives what it wants, whichever rank passes it on; for
 * combinations they are contributions, all at the same place. */
typedef struct qdr_buffer_layout {
    int rank;
    qdr_layout_kind kind;              /* packed if the caller gives places */
    int64_t num_sends, num_receives;   /* a local copy is in both */
    qdr_block *sends;                  /* by destination, in the send buffer */
    qdr_block *receives;               /* by source, in the receive buffer */
    int64_t send_bytes, receive_bytes; /* min lengths of the two buffers */
    qdr_vector_part sent, received;    /* of a vector: what they hold */
    /* If some message of a side has several blocks: all blocks of that side, by
     * peer, those of a message in their order; the message above has their
     * total bytes and the place of the first. Else NULL: messages are blocks.
     */
    qdr_block *send_blocks, *receive_blocks;
    int64_t num_send_blocks, num_receive_blocks;
} qdr_buffer_layout;

/* qdr_vector_part_of returns what `rank` has of a problem's vector before the
 * collective, or must have after it. qdr_vector_longest returns the length of
 * the longest that a rank has before. */
qdr_vector_part qdr_vector_part_of(const qdr_problem *problem, int rank,
                                   bool is_after);
int64_t qdr_vector_longest(const qdr_problem *problem);

/* qdr_buffer_layout_init places rank's part of a problem: its row and column of
 * the pattern, in the given layout. QDR_SLOTS requires that no message is
 * longer than the first, which is not checked. A vector has its own layout.
 * Release with qdr_buffer_layout_cleanup. */
qdr_status qdr_buffer_layout_init(qdr_buffer_layout *layout,
                                  const qdr_problem *problem, int rank,
                                  qdr_layout_kind kind, qdr_error *error);

/* Places that the caller gives, in any order. The blocks of one peer are one
 * message, in their order. num_receives may be -1: the receives are not known
 * yet. */
typedef struct qdr_given_blocks {
    int rank, num_procs;
    int64_t num_sends, num_receives;
    const qdr_block *sends, *receives;
} qdr_given_blocks;

/* qdr_buffer_layout_init_given takes them; they are copied. Refuses peers
 * outside 0..num_procs-1, negative numbers, an end or a message beyond 2^63 - 1
 * bytes, and, if the receives are known, a message to the rank itself that is
 * not in both, or of two lengths. Blocks may overlap among the sends, not among
 * the receives. Release with qdr_buffer_layout_cleanup. */
qdr_status qdr_buffer_layout_init_given(qdr_buffer_layout *layout,
                                        const qdr_given_blocks *places,
                                        qdr_error *error);

/* qdr_buffer_layout_cleanup releases it; a zeroed one is legal. */
void qdr_buffer_layout_cleanup(qdr_buffer_layout *layout);

/* qdr_buffer_layout_find returns the block of `peer` among `blocks`, which are
 * sorted by peer, or NULL. */
const qdr_block *qdr_buffer_layout_find(const qdr_block *blocks,
                                        int64_t num_blocks, int peer);

/* qdr_buffer_layout_copy_own performs the local copy, if there is one. */
void qdr_buffer_layout_copy_own(const qdr_buffer_layout *layout,
                                const char *send, char *receive);

#endif
