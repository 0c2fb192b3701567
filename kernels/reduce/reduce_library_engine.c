/* kernels/reduce/reduce_library_engine.c -- calls MPI_Reduce. */
#include "kernels/mpi_library/library_vector_engine.h"

/* MPI promises to leave the receive buffers of other ranks than the root alone;
 * SimGrid's models of MVAPICH2 and Intel MPI work in them. */
static int reduce(const qdr_library_vector *c, const char *send, char *receive)
{
    return MPI_Reduce(send, c->room == NULL ? receive : c->room, c->count,
                      c->type, c->op, c->root, c->comm);
}

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    return qdr_library_vector_prepare(state, problem, local, reduce, reduce,
                                      error);
}

const qdr_engine qdr_reduce_library_engine = {
    .state_bytes = sizeof(qdr_library_vector),
    .prepare = prepare,
    .cleanup = qdr_library_vector_cleanup,
    .execute = qdr_library_vector_execute,
};
