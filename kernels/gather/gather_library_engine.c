/* kernels/gather/gather_library_engine.c -- calls MPI_Gather or MPI_Gatherv. */
#include "kernels/mpi_library/library_vector_engine.h"

static int gather(const qdr_library_vector *c, const char *send, char *receive)
{
    return MPI_Gather(send, c->counts[0], c->type, receive, c->counts[0],
                      c->type, c->root, c->comm);
}

static int gatherv(const qdr_library_vector *c, const char *send, char *receive)
{
    return MPI_Gatherv(send, c->counts[c->own->rank], c->type, receive,
                       c->counts, c->displacements, c->type, c->root, c->comm);
}

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    return qdr_library_vector_prepare(state, problem, local, gather, gatherv,
                                      error);
}

const qdr_engine qdr_gather_library_engine = {
    .state_bytes = sizeof(qdr_library_vector),
    .prepare = prepare,
    .cleanup = qdr_library_vector_cleanup,
    .execute = qdr_library_vector_execute,
};
