/* kernels/allreduce/allreduce_library_engine.c -- calls MPI_Allreduce. */
#include "kernels/mpi_library/library_vector_engine.h"

static int allreduce(const qdr_library_vector *c, const char *send,
                     char *receive)
{
    return MPI_Allreduce(send, receive, c->count, c->type, c->op, c->comm);
}

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    return qdr_library_vector_prepare(state, problem, local, allreduce,
                                      allreduce, error);
}

const qdr_engine qdr_allreduce_library_engine = {
    .state_bytes = sizeof(qdr_library_vector),
    .prepare = prepare,
    .cleanup = qdr_library_vector_cleanup,
    .execute = qdr_library_vector_execute,
};
