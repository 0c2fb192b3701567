/* kernels/mpi_library/library_vector_engine.c -- the MPI library's collectives
 * on a vector: mpi_bcast, mpi_scatter and the others.
 *
 * If all parts have one length an engine makes the plain call, else the call
 * with lengths and places, which every rank knows.
 */
#include <stdlib.h>

#include "kernels/engine.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/local_work.h"
#include "kernels/mpi_library/library_selector.h"
#include "kernels/mpi_library/library_sides_engine.h"

typedef struct state state;

/* Makes the call, and returns MPI's code. */
typedef int library_call(const state *c, const char *send, char *receive);

struct state {
    const qdr_buffer_layout *own;
    MPI_Comm comm;
    MPI_Datatype type; /* of an element, if combined, else a byte */
    MPI_Op op;
    int root;
    int count;                   /* elements of the vector */
    int *counts, *displacements; /* [p] elements of the parts */
    char *room;                  /* of a reduction to another rank; or NULL */
    library_call *call;
};

/* The root's vector is only read. */
static int bcast(const state *c, const char *send, char *receive)
{
    return MPI_Bcast(c->own->rank == c->root ? (char *)send : receive, c->count,
                     c->type, c->root, c->comm);
}

static int scatter(const state *c, const char *send, char *receive)
{
    return MPI_Scatter(send, c->counts[0], c->type, receive, c->counts[0],
                       c->type, c->root, c->comm);
}

static int scatterv(const state *c, const char *send, char *receive)
{
    return MPI_Scatterv(send, c->counts, c->displacements, c->type, receive,
                        c->counts[c->own->rank], c->type, c->root, c->comm);
}

static int gather(const state *c, const char *send, char *receive)
{
    return MPI_Gather(send, c->counts[0], c->type, receive, c->counts[0],
                      c->type, c->root, c->comm);
}

static int gatherv(const state *c, const char *send, char *receive)
{
    return MPI_Gatherv(send, c->counts[c->own->rank], c->type, receive,
                       c->counts, c->displacements, c->type, c->root, c->comm);
}

static int allgather(const state *c, const char *send, char *receive)
{
    return MPI_Allgather(send, c->counts[0], c->type, receive, c->counts[0],
                         c->type, c->comm);
}

static int allgatherv(const state *c, const char *send, char *receive)
{
    return MPI_Allgatherv(send, c->counts[c->own->rank], c->type, receive,
                          c->counts, c->displacements, c->type, c->comm);
}

/* MPI promises to leave the receive buffers of other ranks than the root alone;
 * SimGrid's models of MVAPICH2 and Intel MPI work in them. */
static int reduce(const state *c, const char *send, char *receive)
{
    return MPI_Reduce(send, c->room == NULL ? receive : c->room, c->count,
                      c->type, c->op, c->root, c->comm);
}

static int allreduce(const state *c, const char *send, char *receive)
{
    return MPI_Allreduce(send, receive, c->count, c->type, c->op, c->comm);
}

static int reduce_scatter_block(const state *c, const char *send, char *receive)
{
    return MPI_Reduce_scatter_block(send, receive, c->counts[0], c->type, c->op,
                                    c->comm);
}

static int reduce_scatter(const state *c, const char *send, char *receive)
{
    return MPI_Reduce_scatter(send, receive, c->counts, c->type, c->op,
                              c->comm);
}

/* Of parts of one length, and of others. */
static const struct {
    library_call *equal, *unequal;
} calls[QDR_NUM_COLLECTIVES] = {
    [QDR_BCAST] = {bcast, bcast},
    [QDR_SCATTER] = {scatter, scatterv},
    [QDR_GATHER] = {gather, gatherv},
    [QDR_ALLGATHER] = {allgather, allgatherv},
    [QDR_REDUCE] = {reduce, reduce},
    [QDR_ALLREDUCE] = {allreduce, allreduce},
    [QDR_REDUCE_SCATTER] = {reduce_scatter_block, reduce_scatter},
};

static void cleanup(void *made)
{
    state *c = made;

    free(c->counts);
    free(c->displacements);
    free(c->room);
}

/* Elements are those that are combined, else bytes. */
static qdr_status prepare(void *made, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    state *c = made;
    bool combines = qdr_collective_combines(problem->collective);
    int64_t element = combines ? local->arithmetic->element_bytes : 1;
    size_t num_procs = (size_t)problem->num_procs;
    bool has_room = qdr_work_is_charged() &&
                    problem->collective == QDR_REDUCE &&
                    local->layout->rank != problem->vector.root;

    /* All are released by cleanup. */
    *c = (state){.own = local->layout,
                 .comm = local->comm,
                 .type = combines ? local->arithmetic->type : MPI_BYTE,
                 .op = local->arithmetic->op,
                 .root = problem->vector.root,
                 .call = qdr_library_parts_are_equal(problem)
                             ? calls[problem->collective].equal
                             : calls[problem->collective].unequal,
                 .count = (int)(problem->vector.bytes / element),
                 .counts = malloc(num_procs * sizeof(int)),
                 .displacements = malloc(num_procs * sizeof(int)),
                 .room = has_room ? malloc((size_t)problem->vector.bytes + 1)
                                  : NULL};
    if (c->counts == NULL || c->displacements == NULL ||
        (has_room && c->room == NULL))
        return qdr_fail_memory(error, "the counts of a collective");
    for (int r = 0; r < problem->num_procs; r++) {
        c->displacements[r] =
            (int)(qdr_problem_part_begin(problem, r) / element);
        c->counts[r] = (int)(qdr_problem_part_bytes(problem, r) / element);
    }
    return qdr_library_require_int(problem->vector.bytes, error);
}

static qdr_status execute(void *made, const char *send, char *receive,
                          qdr_error *error)
{
    const state *c = made;

    return qdr_mpi_status(c->call(c, send, receive),
                          "the MPI library's collective of", c->own->rank,
                          error);
}

#define ENGINE(algorithm)                                                      \
    const qdr_engine qdr_##algorithm##_engine = {.state_bytes = sizeof(state), \
                                                 .prepare = prepare,           \
                                                 .cleanup = cleanup,           \
                                                 .execute = execute}

ENGINE(bcast_library);
ENGINE(scatter_library);
ENGINE(gather_library);
ENGINE(allgather_library);
ENGINE(reduce_library);
ENGINE(allreduce_library);
ENGINE(reduce_scatter_library);
