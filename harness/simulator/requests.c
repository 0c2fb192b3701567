/* harness/simulator/requests.c -- see requests.h. */
#include "harness/simulator/requests.h"

#include <stdlib.h>

int qdr_request_add(qdr_requests *set, const qdr_pending_message *message)
{
    if (set->count == set->capacity) {
        int capacity = set->capacity == 0 ? 64 : 2 * set->capacity;
        qdr_pending_message *grown =
            realloc(set->messages, (size_t)capacity * sizeof *grown);
        if (grown == NULL)
            return MPI_ERR_NO_MEM;
        set->messages = grown;
        set->capacity = capacity;
    }
    set->messages[set->count++] = *message;
    return MPI_SUCCESS;
}

static int place_of(const qdr_requests *set, MPI_Request request)
{
    for (int i = 0; i < set->count && request != MPI_REQUEST_NULL; i++)
        if (set->messages[i].request == request)
            return i;
    return -1;
}

const qdr_pending_message *qdr_request_find(const qdr_requests *set,
                                            MPI_Request request)
{
    int i = place_of(set, request);

    return i < 0 ? NULL : &set->messages[i];
}

bool qdr_request_take(qdr_requests *set, MPI_Request request,
                      qdr_pending_message *out_taken)
{
    int i = place_of(set, request);

    if (i < 0)
        return false;
    *out_taken = set->messages[i];
    set->messages[i] = set->messages[--set->count];
    return true;
}
