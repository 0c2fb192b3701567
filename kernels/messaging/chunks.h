/* kernels/messaging/chunks.h -- a message in chunks that MPI can count. */
#ifndef QUADRILLE_KERNELS_MESSAGING_CHUNKS_H
#define QUADRILLE_KERNELS_MESSAGING_CHUNKS_H

#include <mpi.h>

#include "kernels/core/problem/buffer_layout.h"
#include "kernels/messaging/active_message.h"

/* qdr_chunks_of returns how many MPI calls a message takes; one of no bytes is
 * one. */
int64_t qdr_chunks_of(int64_t bytes);

/* qdr_chunks_post posts the receives of all messages to this rank but its own,
 * qdr_chunks_of each, in order, into requests, which have room for the sum; on
 * a failure some stay posted. */
qdr_status qdr_chunks_post(const qdr_buffer_layout *layout, char *receive,
                           qdr_active *active, MPI_Request *requests,
                           qdr_error *error);

/* qdr_chunks_send sends a message, one synchronous send after another, and
 * handles active messages meanwhile: when it returns, the receiver has begun to
 * receive the last chunk. A synchronous send reports no more than that. */
qdr_status qdr_chunks_send(qdr_active *active, const char *message, int peer,
                           int64_t bytes, qdr_error *error);

#endif
