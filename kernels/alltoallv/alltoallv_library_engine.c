/* kernels/alltoallv/alltoallv_library_engine.c -- calls MPI_Alltoallv. */
#include "kernels/engine.h"
#include "kernels/messaging/agreement.h"
#include "kernels/mpi_library/library_sides_engine.h"

typedef struct call {
    qdr_local local;
    qdr_library_sides sides;
} call;

static void cleanup(void *state)
{
    qdr_library_sides_cleanup(&((call *)state)->sides);
}

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    call *c = state;

    (void)problem;
    c->local = *local;
    return qdr_library_sides_init(&c->sides, local, false, error);
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

const qdr_engine qdr_alltoallv_library_engine = {
    .state_bytes = sizeof(call),
    .prepare = prepare,
    .cleanup = cleanup,
    .execute = execute,
};
