/* harness/simulator/requests.h -- a set of MPI requests, few at a time. */
#ifndef QUADRILLE_HARNESS_SIMULATOR_REQUESTS_H
#define QUADRILLE_HARNESS_SIMULATOR_REQUESTS_H

#include <mpi.h>

/* Zero-initialise; kept for ever. */
typedef struct qdr_requests {
    MPI_Request *requests;
    int count, capacity;
} qdr_requests;

/* qdr_request_add returns MPI_SUCCESS or MPI_ERR_NO_MEM. */
int qdr_request_add(qdr_requests *set, MPI_Request request);

/* qdr_request_find returns where the request is in the set, or -1. */
int qdr_request_find(const qdr_requests *set, MPI_Request request);

/* qdr_request_take takes the request out of the set; returns the number taken,
 * 0 or 1. */
int qdr_request_take(qdr_requests *set, MPI_Request request);

#endif
