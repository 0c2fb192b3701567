/* kernels/receive_vector/receive_vector_messages_engine.h -- lengths as
 * messages that are probed for: the common part of reduce_scatter_probe and
 * nbx. */
#ifndef QUADRILLE_KERNELS_RECEIVE_VECTOR_RECEIVE_VECTOR_MESSAGES_ENGINE_H
#define QUADRILLE_KERNELS_RECEIVE_VECTOR_RECEIVE_VECTOR_MESSAGES_ENGINE_H

#include "kernels/messaging/local.h"

typedef struct qdr_library_messages {
    const qdr_buffer_layout *layout;
    MPI_Comm comm;      /* its own: probes match any source */
    MPI_Request *sends; /* [num_sends] */
    int tag;
    int64_t num_unknown; /* sources, in this execution */
} qdr_library_messages;

/* qdr_library_messages_init makes it. Collective; every rank returns the same
 * status: `status`, the result of the caller's own preparations, if they
 * failed. Release with qdr_library_messages_cleanup in either case. */
qdr_status qdr_library_messages_init(qdr_library_messages *messages,
                                     const qdr_local *local, qdr_status status,
                                     qdr_error *error);
void qdr_library_messages_cleanup(qdr_library_messages *messages);

/* MPI_Isend, or MPI_Issend. */
typedef int qdr_send_call(const void *buffer, int count, MPI_Datatype type,
                          int peer, int tag, MPI_Comm comm,
                          MPI_Request *request);

/* qdr_library_messages_start copies the rank's own length and starts the sends
 * of the others. */
qdr_status qdr_library_messages_start(qdr_library_messages *messages,
                                      qdr_send_call *call, const char *send,
                                      char *receive, qdr_error *error);

/* qdr_library_messages_take receives from a source that a probe has found, and
 * returns MPI's code. It also receives a message without a place, and counts
 * it: its sender waits for the receive. */
int qdr_library_messages_take(qdr_library_messages *messages, int source,
                              char *receive);

#endif
