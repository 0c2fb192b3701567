/* harness/simulator/requests.c -- see requests.h. */
#include "harness/simulator/requests.h"

#include <stdlib.h>

int qdr_request_add(qdr_requests *set, MPI_Request request)
{
    if (set->count == set->capacity) {
        int capacity = set->capacity == 0 ? 64 : 2 * set->capacity;
        MPI_Request *grown =
            realloc(set->requests, (size_t)capacity * sizeof *grown);
        if (grown == NULL)
            return MPI_ERR_NO_MEM;
        set->requests = grown;
        set->capacity = capacity;
    }
    set->requests[set->count++] = request;
    return MPI_SUCCESS;
}

int qdr_request_find(const qdr_requests *set, MPI_Request request)
{
    for (int i = 0; i < set->count; i++)
        if (set->requests[i] == request)
            return i;
    return -1;
}

int qdr_request_take(qdr_requests *set, MPI_Request request)
{
    int i = request == MPI_REQUEST_NULL ? -1 : qdr_request_find(set, request);

    if (i < 0)
        return 0;
    set->requests[i] = set->requests[--set->count];
    return 1;
}
