/* kernels/receive_vector/receive_vector_alltoall_engine.c --
 * mpi_alltoall_counts. */
#include <stdlib.h>

#include "kernels/engine.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/mpi_status.h"
#include "kernels/receive_vector/receive_vector_lengths_engine.h"

typedef struct call {
    qdr_local local;
    int num_procs;
    int64_t *row, *column; /* [num_procs], 0: no message */
} call;

static void free_state(void *state)
{
    call *c = state;

    if (c == NULL)
        return;
    free(c->row);
    free(c->column);
    free(c);
}

static qdr_status prepare(call *c, const qdr_local *local, qdr_error *error)
{
    c->local = *local;
    MPI_Comm_size(local->comm, &c->num_procs);
    c->row = calloc((size_t)c->num_procs, sizeof *c->row);
    c->column = malloc((size_t)c->num_procs * sizeof *c->column);
    if (c->row == NULL || c->column == NULL)
        return qdr_fail_memory(error, "the lengths of a rank");
    return qdr_lengths_check(local->layout, error);
}

static qdr_status new_state(void **out_state, const qdr_problem *problem,
                            const qdr_local *local, qdr_error *error)
{
    call *c = calloc(1, sizeof *c);
    qdr_status status = c == NULL ? qdr_fail_memory(error, "a receive vector")
                                  : prepare(c, local, error);

    (void)problem;
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

const qdr_engine qdr_receive_vector_alltoall_engine = {new_state, free_state,
                                                       execute, NULL};
