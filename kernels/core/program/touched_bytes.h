/* kernels/core/program/touched_bytes.h -- the bytes that the messages of a rank
 * touch.
 *
 * The ends of all its transfers cut the rank's data into segments, so every
 * message touches whole segments: two messages touch common bytes if and only
 * if they have a segment in common.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROGRAM_TOUCHED_BYTES_H
#define QUADRILLE_KERNELS_CORE_PROGRAM_TOUCHED_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/problem/buffer_layout.h"
#include "kernels/core/schedule/rank_schedule.h"

/* A message of a rank, with all of its pieces. */
typedef struct qdr_touching_message {
    bool is_send;
    bool combines; /* received, and combined with the rank's data */
    int64_t round;
    int64_t begin, end;             /* of the rank's operations */
    int64_t begin_range, end_range; /* of the segments that it touches */
} qdr_touching_message;

/* Adjacent segments: a transfer's. One without bytes has a place, too. */
typedef struct qdr_segments {
    int64_t begin, end;
    bool has_bytes;
} qdr_segments;

/* A byte of a block: where a transfer begins or ends. */
typedef struct qdr_segment_begin {
    int64_t block, byte;
} qdr_segment_begin;

/* The messages of a rank, in the order of its operations. */
typedef struct qdr_touched_bytes {
    int64_t num_messages;
    qdr_touching_message *messages;
    int64_t *in_effect; /* the messages as the schedule means them: in a round,
                           all sends read before any receive writes */
    int64_t num_segments;
    qdr_segment_begin *begins; /* [num_segments] where each begins, ascending;
                      the last one is empty */
    qdr_segments *ranges;
} qdr_touched_bytes;

/* qdr_touched_bytes_init finds the messages and segments of
 * `operations[num_operations]`, one rank's part of `schedule`. O(n log n) time
 * for n transfers. Release with qdr_touched_bytes_cleanup. */
qdr_status qdr_touched_bytes_init(qdr_touched_bytes *touched,
                                  const qdr_operation *operations,
                                  int64_t num_operations,
                                  const qdr_schedule *schedule,
                                  qdr_error *error);

/* qdr_touched_bytes_segment returns the bytes of a segment of a vector. The
 * first one begins at 0, each next one where that ends, and the last one has no
 * end. */
qdr_vector_part qdr_touched_bytes_segment(const qdr_touched_bytes *touched,
                                          int64_t segment);

/* qdr_touched_bytes_cleanup releases it; a zeroed one is legal. */
void qdr_touched_bytes_cleanup(qdr_touched_bytes *touched);

#endif
