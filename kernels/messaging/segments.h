/* kernels/messaging/segments.h -- a message in pieces that MPI can count, its
 * last segment apart. */
#ifndef QUADRILLE_KERNELS_MESSAGING_SEGMENTS_H
#define QUADRILLE_KERNELS_MESSAGING_SEGMENTS_H

#include <mpi.h>

#include "kernels/core/message.h"
#include "kernels/core/placement.h"
#include "kernels/messaging/active_message.h"

/* One message's way through MPI calls. */
typedef struct qdr_segments {
    int64_t body, tail; /* bytes; without a tail the body is all */
    int64_t count;      /* of MPI calls */
} qdr_segments;

/* qdr_segments_of: the tail is the last segment_bytes of a longer message; else
 * there is none. */
qdr_segments qdr_segments_of(int64_t bytes, int64_t segment_bytes);

/* qdr_segments_post posts the receives of all messages to this rank but its
 * own, qdr_segments_of each, in order, into requests, which have room for the
 * sum of their counts; on a failure some stay posted. */
qdr_status qdr_segments_post(const qdr_placement *placement,
                             int64_t segment_bytes, char *receive,
                             qdr_active *active, MPI_Request *requests,
                             qdr_error *error);

/* qdr_segments_send sends bytes begin .. end - 1 of a message, one synchronous
 * send after another, and handles active messages meanwhile: when it returns,
 * the receiver has begun to receive the last, which is all that a synchronous
 * send tells. */
qdr_status qdr_segments_send(qdr_active *active, const char *message, int peer,
                             int64_t begin, int64_t end, qdr_error *error);

#endif
