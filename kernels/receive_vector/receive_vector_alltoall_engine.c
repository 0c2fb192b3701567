/* kernels/receive_vector/receive_vector_alltoall_engine.c --
 * mpi_alltoall_counts. */
#include <stdlib.h>

#include "kernels/engine.h"
#include "kernels/messaging/agreement.h"
#include "kernels/receive_vector/receive_vector_lengths_engine.h"

typedef struct call {
    qdr_local local;
    int num_procs;
    int64_t *row, *column; /* [num_procs], 0: no message */
} call;

static void cleanup(void *state)
{
    call *c = state;

    free(c->row);
    free(c->column);
}

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    call *c = state;

    (void)problem;
    c->local = *local;
    MPI_Comm_size(local->comm, &c->num_procs);
    c->row = calloc((size_t)c->num_procs, sizeof *c->row);
    c->column = malloc((size_t)c->num_procs * sizeof *c->column);
    if (c->row == NULL || c->column == NULL)
        return qdr_fail_memory(error, "the lengths of a rank");
    return qdr_lengths_check(local->layout, error);
}

static qdr_status execute(void *state, const char *send, char *receive,
                          qdr_error *error)
{
    call *c = state;
    const qdr_buffer_layout *own = c->local.layout;
    qdr_status status;

    qdr_lengths_spread(own, send, c->row);
    status = qdr_mpi_status(MPI_Alltoall(c->row, 1, MPI_INT64_T, c->column, 1,
                                         MPI_INT64_T, c->local.comm),
                            "exchanging the lengths of", own->rank, error);
    if (status != QDR_OK)
        return status;
    return qdr_lengths_judge(
        own, qdr_lengths_store_column(own, c->num_procs, c->column, 1, receive),
        error);
}

const qdr_engine qdr_receive_vector_alltoall_engine = {
    .state_bytes = sizeof(call),
    .prepare = prepare,
    .cleanup = cleanup,
    .execute = execute,
};
