/* kernels/alltoallv/alltoallv_library_neighbor_engine.c -- calls
 * MPI_Neighbor_alltoallv, on a graph made at planning. */
#include "kernels/engine.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/mpi_running.h"
#include "kernels/mpi_library/library_sides_engine.h"

typedef struct call {
    qdr_local local;
    qdr_library_sides sides;
    MPI_Comm graph; /* of neighbours, or MPI_COMM_NULL */
} call;

static void cleanup(void *state)
{
    call *c = state;

    if (c->graph != MPI_COMM_NULL && qdr_mpi_is_running())
        MPI_Comm_free(&c->graph);
    qdr_library_sides_cleanup(&c->sides);
}

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    call *c = state;

    (void)problem;
    c->local = *local;
    c->graph = MPI_COMM_NULL;
    return qdr_library_sides_init(&c->sides, local, true, error);
}

/* Makes the graph; the weights are the bytes. */
static qdr_status connect(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    call *c = state;
    const qdr_library_side *out = &c->sides.sends, *in = &c->sides.receives;
    int code = MPI_Dist_graph_create_adjacent(
        local->comm, in->num_peers, in->peers, in->counts, out->num_peers,
        out->peers, out->counts, MPI_INFO_NULL, 0, &c->graph);

    (void)problem;
    return qdr_mpi_status(code, "making the graph of neighbours of",
                          local->layout->rank, error);
}

static qdr_status execute(void *state, const char *send, char *receive,
                          qdr_error *error)
{
    const call *c = state;
    const qdr_library_side *out = &c->sides.sends, *in = &c->sides.receives;

    return qdr_mpi_status(
        MPI_Neighbor_alltoallv(send, out->counts, out->displacements, MPI_BYTE,
                               receive, in->counts, in->displacements, MPI_BYTE,
                               c->graph),
        "MPI_Neighbor_alltoallv of", c->local.layout->rank, error);
}

const qdr_engine qdr_alltoallv_library_neighbor_engine = {
    .state_bytes = sizeof(call),
    .prepare = prepare,
    .connect = connect,
    .cleanup = cleanup,
    .execute = execute,
};
