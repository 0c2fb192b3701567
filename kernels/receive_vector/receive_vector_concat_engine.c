/* kernels/receive_vector/receive_vector_concat_engine.c -- concat: the whole
 * matrix of lengths, at every rank. */
#include <limits.h>
#include <stdlib.h>

#include "kernels/engine.h"
#include "kernels/messaging/agreement.h"
#include "kernels/receive_vector/receive_vector_lengths_engine.h"

typedef struct concatenation {
    qdr_local local;
    int num_procs;
    int64_t *row;                /* [num_procs], 0: no message */
    int64_t *matrix;             /* [num_procs][num_procs], by source */
    int *counts, *displacements; /* [num_procs], of MPI_Allgatherv */
} concatenation;

static void cleanup(void *state)
{
    concatenation *c = state;

    free(c->row);
    free(c->matrix);
    free(c->counts);
    free(c->displacements);
}

/* All are released by cleanup. */
static qdr_status allocate(concatenation *c, qdr_error *error)
{
    size_t p = (size_t)c->num_procs;

    if (c->num_procs > INT_MAX / c->num_procs)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%d ranks; accepted for a concatenation: so many that "
                        "their square is at most %d",
                        c->num_procs, INT_MAX);
    c->row = calloc(p, sizeof *c->row);
    c->matrix = malloc(p * p * sizeof *c->matrix);
    c->counts = malloc(p * sizeof *c->counts);
    c->displacements = malloc(p * sizeof *c->displacements);
    if (c->row == NULL || c->matrix == NULL || c->counts == NULL ||
        c->displacements == NULL)
        return qdr_fail_memory(error, "the lengths of all messages");
    for (int i = 0; i < c->num_procs; i++) {
        c->counts[i] = c->num_procs;
        c->displacements[i] = i * c->num_procs;
    }
    return QDR_OK;
}

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    concatenation *c = state;
    qdr_status status = qdr_lengths_check(local->layout, error);

    (void)problem;
    c->local = *local;
    MPI_Comm_size(local->comm, &c->num_procs);
    return status == QDR_OK ? allocate(c, error) : status;
}

static qdr_status execute(void *state, const char *send, char *receive,
                          qdr_error *error)
{
    concatenation *c = state;
    const qdr_buffer_layout *own = c->local.layout;
    qdr_status status;

    qdr_lengths_spread(own, send, c->row);
    status = qdr_mpi_status(
        MPI_Allgatherv(c->row, c->num_procs, MPI_INT64_T, c->matrix, c->counts,
                       c->displacements, MPI_INT64_T, c->local.comm),
        "concatenating the lengths of", own->rank, error);
    if (status != QDR_OK)
        return status;
    return qdr_lengths_judge(own,
                             qdr_lengths_store_column(own, c->num_procs,
                                                      c->matrix + own->rank,
                                                      c->num_procs, receive),
                             error);
}

const qdr_engine qdr_receive_vector_concat_engine = {
    .state_bytes = sizeof(concatenation),
    .prepare = prepare,
    .cleanup = cleanup,
    .execute = execute,
};
