/* kernels/library/library_engine.c -- see library.h. */
#include "kernels/library/library_engine.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/messaging/agreement.h"
#include "kernels/messaging/mpi_status.h"

/* Counts and displacements of one side, in bytes; of every rank, or, for the
 * neighbours' collective, of every block. */
typedef struct side {
    int num_peers;
    int *peers; /* of a block; NULL with an entry for every rank */
    int *counts, *displacements;
} side;

struct qdr_library_call {
    qdr_library library;
    int rank, num_procs;
    MPI_Comm comm;  /* the caller's */
    MPI_Comm graph; /* of neighbours, or MPI_COMM_NULL */
    side sends, receives;
    int root;
    bool is_root;
    int64_t slot_bytes; /* of MPI_Alltoall */
};

static bool side_init(side *made, const qdr_block *blocks, int64_t num_blocks,
                      int num_procs, bool neighbours)
{
    size_t count = neighbours ? (size_t)num_blocks : (size_t)num_procs;

    /* All are released by qdr_library_call_free. */
    *made = (side){.num_peers = (int)count,
                   .counts = calloc(count + 1, sizeof(int)),
                   .displacements = calloc(count + 1, sizeof(int))};
    if (neighbours)
        made->peers = calloc(count + 1, sizeof(int));
    if (made->counts == NULL || made->displacements == NULL ||
        (neighbours && made->peers == NULL))
        return false;
    for (int64_t i = 0; i < num_blocks; i++) {
        int64_t at = neighbours ? i : blocks[i].peer;
        if (neighbours)
            made->peers[at] = blocks[i].peer;
        made->counts[at] = (int)blocks[i].bytes;
        made->displacements[at] = (int)blocks[i].displacement;
    }
    return true;
}

/* Whether both buffers are as MPI_Alltoall wants them. */
static bool is_in_slots(const qdr_library_call *call,
                        const qdr_placement *placement)
{
    int64_t slot = call->slot_bytes;
    bool fits = placement->send_bytes == call->num_procs * slot &&
                placement->receive_bytes == call->num_procs * slot;

    for (int64_t i = 0; i < placement->num_sends && fits; i++)
        fits = placement->sends[i].displacement ==
                   placement->sends[i].peer * slot &&
               placement->sends[i].bytes == slot;
    for (int64_t i = 0; i < placement->num_receives && fits; i++)
        fits = placement->receives[i].displacement ==
                   placement->receives[i].peer * slot &&
               placement->receives[i].bytes == slot;
    return fits;
}

static qdr_status prepare(qdr_library_call *call,
                          const qdr_placement *placement, qdr_error *error)
{
    bool neighbours = call->library == QDR_MPI_NEIGHBOR_ALLTOALLV;

    if (placement->send_bytes > INT_MAX || placement->receive_bytes > INT_MAX)
        return qdr_fail(
            error, QDR_ERROR_INPUT,
            "a buffer of %lld bytes; accepted for the MPI "
            "library's own collectives: up to %d",
            (long long)(placement->send_bytes > placement->receive_bytes
                            ? placement->send_bytes
                            : placement->receive_bytes),
            INT_MAX);
    if (!side_init(&call->sends, placement->sends, placement->num_sends,
                   call->num_procs, neighbours) ||
        !side_init(&call->receives, placement->receives,
                   placement->num_receives, call->num_procs, neighbours))
        return qdr_fail_memory(error, "the counts of a collective");
    /* The root may receive from itself alone. */
    call->is_root = placement->num_receives == 0 ||
                    placement->receives[0].peer == placement->rank;
    call->root = call->is_root ? placement->rank : placement->receives[0].peer;
    call->slot_bytes = placement->send_bytes / call->num_procs;
    if (call->library == QDR_MPI_ALLTOALL && !is_in_slots(call, placement))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "blocks of other places; accepted for MPI_Alltoall: "
                        "the block of rank i at i times its length");
    return QDR_OK;
}

/* The weights are the bytes. */
static qdr_status make_graph(qdr_library_call *call, qdr_error *error)
{
    int code = MPI_Dist_graph_create_adjacent(
        call->comm, call->receives.num_peers, call->receives.peers,
        call->receives.counts, call->sends.num_peers, call->sends.peers,
        call->sends.counts, MPI_INFO_NULL, 0, &call->graph);

    return qdr_mpi_status(code, "making the graph of neighbours of", call->rank,
                          error);
}

qdr_status qdr_library_call_new(qdr_library_call **out_call,
                                qdr_library library,
                                const qdr_placement *placement, MPI_Comm comm,
                                qdr_error *error)
{
    qdr_library_call *call = calloc(1, sizeof *call);
    qdr_status status = QDR_OK;

    if (call == NULL) {
        status = qdr_fail_memory(error, "a collective");
    } else {
        *call = (qdr_library_call){.library = library,
                                   .rank = placement->rank,
                                   .comm = comm,
                                   .graph = MPI_COMM_NULL};
        MPI_Comm_size(comm, &call->num_procs);
        status = prepare(call, placement, error);
    }
    /* A rank that fails alone would leave the others in the collective. */
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK && library == QDR_MPI_NEIGHBOR_ALLTOALLV)
        status = make_graph(call, error);
    if (status == QDR_OK)
        *out_call = call;
    else
        qdr_library_call_free(call);
    return status;
}

static void side_cleanup(side *made)
{
    free(made->peers);
    free(made->counts);
    free(made->displacements);
}

void qdr_library_call_free(qdr_library_call *call)
{
    if (call == NULL)
        return;
    if (call->graph != MPI_COMM_NULL)
        MPI_Comm_free(&call->graph);
    side_cleanup(&call->sends);
    side_cleanup(&call->receives);
    free(call);
}

static int alltoall(const qdr_library_call *call, const char *send,
                    char *receive)
{
    return MPI_Alltoall(send, (int)call->slot_bytes, MPI_BYTE, receive,
                        (int)call->slot_bytes, MPI_BYTE, call->comm);
}

static int alltoallv(const qdr_library_call *call, const char *send,
                     char *receive)
{
    return MPI_Alltoallv(send, call->sends.counts, call->sends.displacements,
                         MPI_BYTE, receive, call->receives.counts,
                         call->receives.displacements, MPI_BYTE, call->comm);
}

/* The vector of the root, whose sends are all the same. */
static int bcast(const qdr_library_call *call, const char *send, char *receive)
{
    const side *own = call->is_root ? &call->sends : &call->receives;
    char *vector = call->is_root ? (char *)send : receive;
    int peer = 0;

    /* Every entry but the rank's own may hold the count. */
    while (peer < own->num_peers - 1 && own->counts[peer] == 0)
        peer++;
    if (call->is_root && call->receives.counts[call->rank] > 0)
        memcpy(receive + call->receives.displacements[call->rank],
               send + call->sends.displacements[call->rank],
               (size_t)call->receives.counts[call->rank]);
    return MPI_Bcast(vector + own->displacements[peer], own->counts[peer],
                     MPI_BYTE, call->root, call->comm);
}

static int neighbor_alltoallv(const qdr_library_call *call, const char *send,
                              char *receive)
{
    return MPI_Neighbor_alltoallv(
        send, call->sends.counts, call->sends.displacements, MPI_BYTE, receive,
        call->receives.counts, call->receives.displacements, MPI_BYTE,
        call->graph);
}

qdr_status qdr_library_call_execute(const qdr_library_call *call,
                                    const char *send, char *receive,
                                    qdr_error *error)
{
    static int (*const calls[QDR_NUM_LIBRARIES])(const qdr_library_call *,
                                                 const char *, char *) = {
        [QDR_MPI_ALLTOALL] = alltoall,
        [QDR_MPI_ALLTOALLV] = alltoallv,
        [QDR_MPI_BCAST] = bcast,
        [QDR_MPI_NEIGHBOR_ALLTOALLV] = neighbor_alltoallv,
    };

    return qdr_mpi_status(calls[call->library](call, send, receive),
                          "the library's collective of", call->rank, error);
}
