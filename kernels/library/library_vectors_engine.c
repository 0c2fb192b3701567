/* kernels/library/library_vectors_engine.c -- calls the MPI library's
 * collectives about a vector: mpi_bcast, mpi_scatter and the others.
 *
 * Where all parts are of one length that is the plain call, else the one that
 * is told lengths and places, which every rank knows.
 */
#include <stdlib.h>

#include "kernels/engine.h"
#include "kernels/library/library_selector.h"
#include "kernels/library/library_sides_engine.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/mpi_status.h"

typedef struct call call;
struct call {
    const qdr_placement *own;
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Op op;
    int root;
    int count;                   /* elements of the vector */
    int *counts, *displacements; /* [p] elements of the parts */
    char *room;                  /* of a reduction to another rank; or NULL */
    int (*make)(const call *, const char *send, char *receive);
};

/* The root's vector is only read. */
static int bcast(const call *c, const char *send, char *receive)
{
    return MPI_Bcast(c->own->rank == c->root ? (char *)send : receive, c->count,
                     c->type, c->root, c->comm);
}

static int scatter(const call *c, const char *send, char *receive)
{
    return MPI_Scatter(send, c->counts[0], c->type, receive, c->counts[0],
                       c->type, c->root, c->comm);
}

static int scatterv(const call *c, const char *send, char *receive)
{
    return MPI_Scatterv(send, c->counts, c->displacements, c->type, receive,
                        c->counts[c->own->rank], c->type, c->root, c->comm);
}

static int gather(const call *c, const char *send, char *receive)
{
    return MPI_Gather(send, c->counts[0], c->type, receive, c->counts[0],
                      c->type, c->root, c->comm);
}

static int gatherv(const call *c, const char *send, char *receive)
{
    return MPI_Gatherv(send, c->counts[c->own->rank], c->type, receive,
                       c->counts, c->displacements, c->type, c->root, c->comm);
}

static int allgather(const call *c, const char *send, char *receive)
{
    return MPI_Allgather(send, c->counts[0], c->type, receive, c->counts[0],
                         c->type, c->comm);
}

static int allgatherv(const call *c, const char *send, char *receive)
{
    return MPI_Allgatherv(send, c->counts[c->own->rank], c->type, receive,
                          c->counts, c->displacements, c->type, c->comm);
}

/* MPI promises to leave the receive buffers of other ranks than the root alone;
 * SimGrid's models of MVAPICH2 and Intel MPI work in them. */
static int reduce(const call *c, const char *send, char *receive)
{
    return MPI_Reduce(send, c->room == NULL ? receive : c->room, c->count,
                      c->type, c->op, c->root, c->comm);
}

static int allreduce(const call *c, const char *send, char *receive)
{
    return MPI_Allreduce(send, receive, c->count, c->type, c->op, c->comm);
}

static int reduce_scatter_block(const call *c, const char *send, char *receive)
{
    return MPI_Reduce_scatter_block(send, receive, c->counts[0], c->type, c->op,
                                    c->comm);
}

static int reduce_scatter(const call *c, const char *send, char *receive)
{
    return MPI_Reduce_scatter(send, receive, c->counts, c->type, c->op,
                              c->comm);
}

/* Of parts of one length, and of others. */
static const struct {
    int (*equal)(const call *, const char *, char *);
    int (*unequal)(const call *, const char *, char *);
} makers[QDR_NUM_COLLECTIVES] = {
    [QDR_BCAST] = {bcast, bcast},
    [QDR_SCATTER] = {scatter, scatterv},
    [QDR_GATHER] = {gather, gatherv},
    [QDR_ALLGATHER] = {allgather, allgatherv},
    [QDR_REDUCE] = {reduce, reduce},
    [QDR_ALLREDUCE] = {allreduce, allreduce},
    [QDR_REDUCE_SCATTER] = {reduce_scatter_block, reduce_scatter},
};

static void free_state(void *state)
{
    call *c = state;

    if (c == NULL)
        return;
    free(c->counts);
    free(c->displacements);
    free(c->room);
    free(c);
}

/* Elements are those that are combined, else bytes. */
static qdr_status prepare(call *c, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    bool combines = qdr_collective_combines(problem->collective);
    int64_t element = combines ? local->arithmetic.element_bytes : 1;
    size_t num_procs = (size_t)problem->num_procs;
    bool has_room = problem->collective == QDR_REDUCE &&
                    local->placement->rank != problem->root;

    /* All are released by free_state. */
    *c = (call){.own = local->placement,
                .comm = local->comm,
                .type = combines ? local->arithmetic.type : MPI_BYTE,
                .op = local->arithmetic.op,
                .root = problem->root,
                .count = (int)(problem->bytes / element),
                .counts = malloc(num_procs * sizeof(int)),
                .displacements = malloc(num_procs * sizeof(int)),
                .room = has_room ? malloc((size_t)problem->bytes + 1) : NULL,
                .make = qdr_library_parts_are_equal(problem)
                            ? makers[problem->collective].equal
                            : makers[problem->collective].unequal};
    if (c->counts == NULL || c->displacements == NULL ||
        (has_room && c->room == NULL))
        return qdr_fail_memory(error, "the counts of a collective");
    for (int r = 0; r < problem->num_procs; r++) {
        int64_t begin = qdr_problem_part_begin(problem, r);
        c->displacements[r] = (int)(begin / element);
        c->counts[r] =
            (int)((qdr_problem_part_begin(problem, r + 1) - begin) / element);
    }
    return qdr_library_require_int(problem->bytes, error);
}

static qdr_status new_state(void **out_state, const qdr_problem *problem,
                            const qdr_local *local, qdr_error *error)
{
    call *c = calloc(1, sizeof *c);
    qdr_status status = c == NULL ? qdr_fail_memory(error, "a collective")
                                  : prepare(c, problem, local, error);

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
    const call *c = state;

    return qdr_mpi_status(c->make(c, send, receive),
                          "the MPI library's collective of", c->own->rank,
                          error);
}

#define ENGINE(collective)                                                     \
    const qdr_engine qdr_##collective##_library_engine = {                     \
        new_state, free_state, execute, NULL};
ENGINE(bcast)
ENGINE(scatter)
ENGINE(gather)
ENGINE(allgather)
ENGINE(reduce)
ENGINE(allreduce)
ENGINE(reduce_scatter)
