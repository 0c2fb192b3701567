/* kernels/receive_vector/receive_vector_messages_engine.h -- lengths as
 * messages that are probed for: the common part of reduce_scatter_probe and
 * nbx. */
#ifndef QUADRILLE_KERNELS_RECEIVE_VECTOR_RECEIVE_VECTOR_MESSAGES_ENGINE_H
#define QUADRILLE_KERNELS_RECEIVE_VECTOR_RECEIVE_VECTOR_MESSAGES_ENGINE_H

#include "kernels/engine.h"

/* The messages that all algorithms here send. */
typedef struct qdr_library_messages {
    const qdr_buffer_layout *layout;
    MPI_Comm comm;      /* its own: probes match any source */
    MPI_Request *sends; /* [num_sends] */
    int tag;
    int64_t num_unknown; /* sources, in this execution */
} qdr_library_messages;

/* qdr_library_messages_prepare, qdr_library_messages_connect and
 * qdr_library_messages_cleanup are those of an engine whose state begins with
 * it. */
qdr_status qdr_library_messages_prepare(qdr_library_messages *messages,
                                        const qdr_local *local,
                                        qdr_error *error);
qdr_status qdr_library_messages_connect(void *state, const qdr_problem *problem,
                                        const qdr_local *local,
                                        qdr_error *error);
void qdr_library_messages_cleanup(void *state);

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
