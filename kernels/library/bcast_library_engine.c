/* kernels/library/bcast_library_engine.c -- calls MPI_Bcast. */
#include <stdlib.h>

#include "kernels/engine.h"
#include "kernels/library/library_sides_engine.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/mpi_status.h"

typedef struct call {
    qdr_local local;
    int root, bytes;
} call;

static qdr_status new_state(void **out_state, const qdr_problem *problem,
                            const qdr_local *local, qdr_error *error)
{
    call *c = calloc(1, sizeof *c);
    qdr_status status = c == NULL
                            ? qdr_fail_memory(error, "a collective")
                            : qdr_library_require_int(local->placement, error);

    status = qdr_agree(local->comm, status, error);
    if (status == QDR_OK) {
        *c = (call){*local, problem->root, (int)problem->bytes};
        *out_state = c;
    } else {
        free(c);
    }
    return status;
}

/* The root's vector is only read. */
static qdr_status execute(void *state, const char *send, char *receive,
                          qdr_error *error)
{
    const call *c = state;
    int rank = c->local.placement->rank;
    char *vector = rank == c->root ? (char *)send : receive;

    return qdr_mpi_status(
        MPI_Bcast(vector, c->bytes, MPI_BYTE, c->root, c->local.comm),
        "MPI_Bcast of", rank, error);
}

const qdr_engine qdr_bcast_library_engine = {new_state, free, execute, NULL};
