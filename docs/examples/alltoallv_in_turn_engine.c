/* kernels/alltoallv/in_turn/alltoallv_in_turn_engine.c -- in_turn. */
#include <limits.h>
#include <stdlib.h>

#include "kernels/alltoallv/in_turn/in_turn_parameters.h"
#include "kernels/engine.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/tags.h"

typedef struct turns {
    qdr_local local;
    int at_once;
    MPI_Request *receives, *sends; /* [num_receives], [at_once] */
} turns;

static void cleanup(void *state)
{
    turns *t = state;

    free(t->receives);
    free(t->sends);
}

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    const qdr_buffer_layout *own = local->layout;
    turns *t = state;

    t->local = *local;
    t->at_once = (int)qdr_values_integer(problem->values, IN_TURN_AT_ONCE);
    for (int64_t i = 0; i < own->num_sends; i++)
        if (own->sends[i].bytes > INT_MAX)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "in_turn: a message of %lld bytes; accepted: up to "
                            "%d",
                            (long long)own->sends[i].bytes, INT_MAX);
    t->receives = malloc(((size_t)own->num_receives + 1) * sizeof(MPI_Request));
    t->sends = malloc((size_t)t->at_once * sizeof(MPI_Request));
    if (t->receives == NULL || t->sends == NULL)
        return qdr_fail_memory(error, "the requests of a rank");
    for (int i = 0; i < t->at_once; i++)
        t->sends[i] = MPI_REQUEST_NULL;
    return QDR_OK;
}

static int post_receives(const turns *t, char *receive)
{
    const qdr_buffer_layout *own = t->local.layout;
    int code = MPI_SUCCESS;

    for (int64_t i = 0; i < own->num_receives && code == MPI_SUCCESS; i++) {
        const qdr_block *from = &own->receives[i];
        t->receives[i] = MPI_REQUEST_NULL;
        if (from->peer != own->rank)
            code = MPI_Irecv(receive + from->displacement, (int)from->bytes,
                             MPI_BYTE, from->peer, QDR_TAG_SCHEDULE,
                             t->local.comm, &t->receives[i]);
    }
    return code;
}

/* The first sends use the requests in order, a later one that of a send that
 * ended. */
static int send_all(const turns *t, const char *send)
{
    const qdr_buffer_layout *own = t->local.layout;
    int code = MPI_SUCCESS, place = 0, num_started = 0;

    for (int64_t i = 0; i < own->num_sends && code == MPI_SUCCESS; i++) {
        const qdr_block *to = &own->sends[i];
        if (to->peer == own->rank)
            continue;
        place = num_started;
        if (num_started == t->at_once)
            code = MPI_Waitany(t->at_once, t->sends, &place, MPI_STATUS_IGNORE);
        else
            num_started++;
        if (code == MPI_SUCCESS)
            code = MPI_Isend(send + to->displacement, (int)to->bytes, MPI_BYTE,
                             to->peer, QDR_TAG_SCHEDULE, t->local.comm,
                             &t->sends[place]);
    }
    if (code == MPI_SUCCESS)
        code = MPI_Waitall(num_started, t->sends, MPI_STATUSES_IGNORE);
    return code;
}

static qdr_status execute(void *state, const char *send, char *receive,
                          qdr_error *error)
{
    turns *t = state;
    const qdr_buffer_layout *own = t->local.layout;
    int code = post_receives(t, receive);

    qdr_buffer_layout_copy_own(own, send, receive);
    if (code == MPI_SUCCESS)
        code = send_all(t, send);
    if (code == MPI_SUCCESS)
        code = MPI_Waitall((int)own->num_receives, t->receives,
                           MPI_STATUSES_IGNORE);
    return qdr_mpi_status(code, "in_turn of", own->rank, error);
}

const qdr_engine qdr_alltoallv_in_turn_engine = {
    .state_bytes = sizeof(turns),
    .prepare = prepare,
    .cleanup = cleanup,
    .execute = execute,
};
