/* kernels/bcast/bcast_library_engine.c -- calls MPI_Bcast. */
#include "kernels/mpi_library/library_vector_engine.h"

/* The root's vector is only read. */
static int bcast(const qdr_library_vector *c, const char *send, char *receive)
{
    return MPI_Bcast(c->own->rank == c->root ? (char *)send : receive, c->count,
                     c->type, c->root, c->comm);
}

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    return qdr_library_vector_prepare(state, problem, local, bcast, bcast,
                                      error);
}

const qdr_engine qdr_bcast_library_engine = {
    .state_bytes = sizeof(qdr_library_vector),
    .prepare = prepare,
    .cleanup = qdr_library_vector_cleanup,
    .execute = qdr_library_vector_execute,
};
