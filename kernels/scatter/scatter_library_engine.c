/* kernels/scatter/scatter_library_engine.c -- calls MPI_Scatter or
 * MPI_Scatterv. */
#include "kernels/mpi_library/library_vector_engine.h"

static int scatter(const qdr_library_vector *c, const char *send, char *receive)
{
    return MPI_Scatter(send, c->counts[0], c->type, receive, c->counts[0],
                       c->type, c->root, c->comm);
}

static int scatterv(const qdr_library_vector *c, const char *send,
                    char *receive)
{
    return MPI_Scatterv(send, c->counts, c->displacements, c->type, receive,
                        c->counts[c->own->rank], c->type, c->root, c->comm);
}

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    return qdr_library_vector_prepare(state, problem, local, scatter, scatterv,
                                      error);
}

const qdr_engine qdr_scatter_library_engine = {
    .state_bytes = sizeof(qdr_library_vector),
    .prepare = prepare,
    .cleanup = qdr_library_vector_cleanup,
    .execute = qdr_library_vector_execute,
};
