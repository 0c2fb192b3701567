/* kernels/allgather/allgather_library_engine.c -- calls MPI_Allgather or
 * MPI_Allgatherv. */
#include "kernels/mpi_library/library_vector_engine.h"

static int allgather(const qdr_library_vector *c, const char *send,
                     char *receive)
{
    return MPI_Allgather(send, c->counts[0], c->type, receive, c->counts[0],
                         c->type, c->comm);
}

static int allgatherv(const qdr_library_vector *c, const char *send,
                      char *receive)
{
    return MPI_Allgatherv(send, c->counts[c->own->rank], c->type, receive,
                          c->counts, c->displacements, c->type, c->comm);
}

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    return qdr_library_vector_prepare(state, problem, local, allgather,
                                      allgatherv, error);
}

const qdr_engine qdr_allgather_library_engine = {
    .state_bytes = sizeof(qdr_library_vector),
    .prepare = prepare,
    .cleanup = qdr_library_vector_cleanup,
    .execute = qdr_library_vector_execute,
};
