/* harness/simulator/requests.h -- a small set of MPI requests of messages. */
#ifndef QUADRILLE_HARNESS_SIMULATOR_REQUESTS_H
#define QUADRILLE_HARNESS_SIMULATOR_REQUESTS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

/* The message of a request. */
typedef struct qdr_pending_message {
    MPI_Request request;
    int peer, tag;
    MPI_Comm comm;
    int64_t bytes; /* of a persistent send */
} qdr_pending_message;

/* Zero-initialise; kept for ever. */
typedef struct qdr_requests {
    qdr_pending_message *messages;
    int count, capacity;
} qdr_requests;

/* qdr_request_add returns MPI_SUCCESS or MPI_ERR_NO_MEM. */
int qdr_request_add(qdr_requests *set, const qdr_pending_message *message);

/* qdr_request_find returns the message of a request in the set, or NULL; valid
 * until the set changes. */
const qdr_pending_message *qdr_request_find(const qdr_requests *set,
                                            MPI_Request request);

/* qdr_request_take takes the message of a request out of the set; false: it is
 * not there. */
bool qdr_request_take(qdr_requests *set, MPI_Request request,
                      qdr_pending_message *out_taken);

#endif
