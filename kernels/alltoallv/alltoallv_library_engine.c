/* kernels/alltoallv/alltoallv_library_engine.c -- calls MPI_Alltoallv. */
#include <stdlib.h>

#include "kernels/engine.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/mpi_status.h"
#include "kernels/mpi_library/library_sides_engine.h"

typedef struct call {
    qdr_local local;
    qdr_library_sides sides;
} call;

static void free_state(void *state)
{
    call *c = state;

    if (c == NULL)
        return;
    qdr_library_sides_cleanup(&c->sides);
    free(c);
}

static qdr_status new_state(void **out_state, const qdr_problem *problem,
                            const qdr_local *local, qdr_error *error)
{
    call *c = calloc(1, sizeof *c);
    qdr_status status;

    (void)problem;
    if (c == NULL) {
        status = qdr_fail_memory(error, "a collective");
    } else {
        c->local = *local;
        status = qdr_library_sides_init(&c->sides, local, false, error);
    }
    /* A rank that fails alone would leave the others in the collective. */
    status = qdr_agree(local->comm, status, error);
    if (status == QDR_OK)
        *out_state = c;
    else
        free_state(c);
    return status;
}

static qdr_status execute(void *state, const char *send, char *receive,
                          qdr_error *error)
{
    const call *c = state;
    const qdr_library_side *out = &c->sides.sends, *in = &c->sides.receives;

    return qdr_mpi_status(
        MPI_Alltoallv(send, out->counts, out->displacements, MPI_BYTE, receive,
                      in->counts, in->displacements, MPI_BYTE, c->local.comm),
        "MPI_Alltoallv of", c->local.layout->rank, error);
}

const qdr_engine qdr_alltoallv_library_engine = {new_state, free_state, execute,
                                                 NULL};
