/* kernels/reduce_scatter/reduce_scatter_library_engine.c -- calls
 * MPI_Reduce_scatter_block or MPI_Reduce_scatter. */
#include "kernels/mpi_library/library_vector_engine.h"

static int reduce_scatter_block(const qdr_library_vector *c, const char *send,
                                char *receive)
{
    return MPI_Reduce_scatter_block(send, receive, c->counts[0], c->type, c->op,
                                    c->comm);
}

static int reduce_scatter(const qdr_library_vector *c, const char *send,
                          char *receive)
{
    return MPI_Reduce_scatter(send, receive, c->counts, c->type, c->op,
                              c->comm);
}

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    return qdr_library_vector_prepare(
        state, problem, local, reduce_scatter_block, reduce_scatter, error);
}

const qdr_engine qdr_reduce_scatter_library_engine = {
    .state_bytes = sizeof(qdr_library_vector),
    .prepare = prepare,
    .cleanup = qdr_library_vector_cleanup,
    .execute = qdr_library_vector_execute,
};
