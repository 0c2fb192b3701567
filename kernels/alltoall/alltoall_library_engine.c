/* kernels/alltoall/alltoall_library_engine.c -- calls MPI_Alltoall. */
#include "kernels/engine.h"
#include "kernels/messaging/agreement.h"
#include "kernels/mpi_library/library_sides_engine.h"

typedef struct call {
    qdr_local local;
    int slot_bytes;
} call;

static bool are_in_slots(const qdr_block *blocks, int64_t count, int64_t slot)
{
    for (int64_t i = 0; i < count; i++)
        if (blocks[i].displacement != blocks[i].peer * slot ||
            blocks[i].bytes != slot)
            return false;
    return true;
}

/* Both buffers must have the layout of MPI_Alltoall. */
static qdr_status take_slots(call *c, int num_procs, qdr_error *error)
{
    const qdr_buffer_layout *own = c->local.layout;
    int64_t slot = own->send_bytes / num_procs;
    qdr_status status =
        qdr_library_require_int(qdr_library_longest(own), error);

    c->slot_bytes = (int)slot;
    if (status != QDR_OK ||
        (own->send_bytes == num_procs * slot &&
         own->receive_bytes == num_procs * slot &&
         are_in_slots(own->sends, own->num_sends, slot) &&
         are_in_slots(own->receives, own->num_receives, slot)))
        return status;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "blocks are not where MPI_Alltoall has them; accepted: the "
                    "block of rank i at i times its length");
}

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    call *c = state;
    int num_procs;

    (void)problem;
    MPI_Comm_size(local->comm, &num_procs);
    c->local = *local;
    return take_slots(c, num_procs, error);
}

static qdr_status execute(void *state, const char *send, char *receive,
                          qdr_error *error)
{
    const call *c = state;

    return qdr_mpi_status(MPI_Alltoall(send, c->slot_bytes, MPI_BYTE, receive,
                                       c->slot_bytes, MPI_BYTE, c->local.comm),
                          "MPI_Alltoall of", c->local.layout->rank, error);
}

const qdr_engine qdr_alltoall_library_engine = {
    .state_bytes = sizeof(call),
    .prepare = prepare,
    .execute = execute,
};
