/* kernels/plan/api/exchange_blocks_unknown.c -- an exchange without a plan
 * whose receivers do not know their messages; see quadrille.h.
 *
 * NBX of Hoefler, Siebert and Lumsdaine (2010): send with MPI_Issend and
 * receive what MPI_Iprobe finds. When all own sends are complete, and so
 * received, enter a barrier; when that ends, those of all ranks were.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/problem/buffer_layout_blocks.h"
#include "kernels/core/schedule/rank_schedule.h"
#include "kernels/messaging/agreement.h"
#include "kernels/plan/making/plan.h"
#include "kernels/plan/traffic/block_arguments.h"

/* What has arrived. */
typedef struct arrivals {
    char *buffer;
    int64_t room_bytes, bytes; /* bytes may exceed the room */
    int64_t room, count;       /* of blocks; count may exceed the room */
    qdr_block *blocks;
} arrivals;

static bool fits(const arrivals *at, int64_t bytes)
{
    return at->count < at->room && bytes <= at->room_bytes - at->bytes;
}

/* Where the next message goes; NULL if it has no room. */
static char *place(arrivals *at, int source, int64_t bytes)
{
    char *to = NULL;

    if (fits(at, bytes)) {
        at->blocks[at->count] = (qdr_block){source, at->bytes, bytes};
        to = at->buffer + at->bytes;
    }
    at->count++;
    at->bytes += bytes;
    return to;
}

/* Receives a message that was found. One without room is received all the same:
 * its sender waits. */
static int take(arrivals *at, MPI_Comm comm, int tag, const MPI_Status *about)
{
    int bytes = 0, code = MPI_Get_count(about, MPI_BYTE, &bytes);
    bool has_room = fits(at, bytes);
    char *to = place(at, about->MPI_SOURCE, bytes);
    char *rest = has_room ? NULL : malloc((size_t)bytes + 1);

    if (code == MPI_SUCCESS && !has_room && rest == NULL)
        code = MPI_ERR_NO_MEM;
    if (code == MPI_SUCCESS)
        code = MPI_Recv(has_room ? to : rest, bytes, MPI_BYTE,
                        about->MPI_SOURCE, tag, comm, MPI_STATUS_IGNORE);
    free(rest);
    return code;
}

/* Until all ranks' messages were received. */
static int take_all(arrivals *at, MPI_Comm comm, int tag, MPI_Request *sends,
                    int num_sends)
{
    MPI_Request barrier = MPI_REQUEST_NULL;
    int is_in = 0, is_done = 0, code = MPI_SUCCESS;

    while (!is_done && code == MPI_SUCCESS) {
        MPI_Status about;
        int has_come = 0;
        code = MPI_Iprobe(MPI_ANY_SOURCE, tag, comm, &has_come, &about);
        if (code == MPI_SUCCESS && has_come) {
            code = take(at, comm, tag, &about);
            continue;
        }
        if (code == MPI_SUCCESS && is_in) {
            code = MPI_Test(&barrier, &is_done, MPI_STATUS_IGNORE);
        } else if (code == MPI_SUCCESS) {
            code = MPI_Testall(num_sends, sends, &is_in, MPI_STATUSES_IGNORE);
            if (code == MPI_SUCCESS && is_in)
                code = MPI_Ibarrier(comm, &barrier);
        }
        if (!is_done)
            sched_yield();
    }
    return code;
}

/* Those to other ranks. */
static int start(const qdr_block_arguments *sends, const char *send, int rank,
                 MPI_Comm comm, int tag, MPI_Request *requests)
{
    int code = MPI_SUCCESS;

    for (int i = 0; i < sends->count && code == MPI_SUCCESS; i++) {
        const qdr_typed_message *one = &sends->messages[i];
        requests[i] = MPI_REQUEST_NULL;
        if (one->peer == rank)
            continue;
        code = MPI_Issend(send + one->displacement, one->count, one->type,
                          one->peer, tag, comm, &requests[i]);
    }
    return code;
}

/* The message of the rank to itself, block by block. */
static void take_own(arrivals *at, const qdr_buffer_layout *own,
                     const char *send)
{
    const qdr_block *whole =
        qdr_buffer_layout_find(own->sends, own->num_sends, own->rank);
    const qdr_blocks of = qdr_buffer_layout_sent(own, own->rank);
    char *to = whole == NULL ? NULL : place(at, own->rank, whole->bytes);

    for (int64_t i = 0; to != NULL && i < of.count; i++) {
        if (of.blocks[i].bytes > 0)
            memcpy(to, send + of.blocks[i].displacement,
                   (size_t)of.blocks[i].bytes);
        to += of.blocks[i].bytes;
    }
}

static int by_source(const void *left, const void *right)
{
    const qdr_block *a = left, *b = right;

    return (a->peer > b->peer) - (a->peer < b->peer);
}

static qdr_status check(const qdr_buffer_layout *own, const char *send,
                        const void *receive, qdr_error *error)
{
    if (send == MPI_IN_PLACE || receive == MPI_IN_PLACE)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "MPI_IN_PLACE for %s; accepted: two buffers",
                        send == MPI_IN_PLACE ? "send" : "receive");
    for (int64_t i = 0; i < own->num_sends; i++) {
        if (own->sends[i].bytes > QDR_MAX_PIECE)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%lld bytes to rank %d; accepted: up to %lld in a "
                            "message",
                            (long long)own->sends[i].bytes, own->sends[i].peer,
                            (long long)QDR_MAX_PIECE);
        if (own->sends[i].bytes > 0 && send == NULL)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "NULL for send; accepted: a buffer");
    }
    return QDR_OK;
}

/* Nothing has been sent so far. */
static qdr_status exchange(qdr_communicator *of, const qdr_buffer_layout *own,
                           const qdr_block_arguments *sends, const char *send,
                           arrivals *at, qdr_error *error)
{
    int tag = qdr_communicator_next_unknown_tag(of);
    MPI_Comm comm = qdr_communicator_copy(of);
    MPI_Request *requests = qdr_communicator_room(
        of, QDR_SCRATCH_REQUESTS, (size_t)sends->count * sizeof(MPI_Request));
    int code;

    if (requests == NULL)
        return qdr_fail_memory(error, "the requests of an exchange");
    take_own(at, own, send);
    code = start(sends, send, own->rank, comm, tag, requests);
    if (code == MPI_SUCCESS)
        code = take_all(at, comm, tag, requests, sends->count);
    if (code != MPI_SUCCESS)
        return qdr_mpi_status(code, "exchanging the messages of", own->rank,
                              error);
    if (at->count > at->room || at->bytes > at->room_bytes)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%lld messages of %lld bytes have come; accepted: up "
                        "to %lld and %lld, as there is room",
                        (long long)at->count, (long long)at->bytes,
                        (long long)at->room, (long long)at->room_bytes);
    qsort(at->blocks, (size_t)at->count, sizeof *at->blocks, by_source);
    return QDR_OK;
}

qdr_status qdr_exchange_blocks_unknown(const void *send, int64_t num_sends,
                                       const qdr_block *sends, void *receive,
                                       int64_t receive_bytes,
                                       int64_t *num_receives,
                                       qdr_block *receives, MPI_Comm comm,
                                       qdr_error *error)
{
    qdr_communicator *of = NULL;
    qdr_buffer_layout layout = {0};
    qdr_block_arguments messages = {0};
    arrivals at = {.buffer = receive,
                   .room_bytes = receive == NULL ? 0 : receive_bytes,
                   .blocks = receives};
    qdr_given_blocks places = {
        .num_sends = num_sends, .num_receives = -1, .sends = sends};
    qdr_status status = qdr_plan_check_running(error);

    if (status == QDR_OK && num_receives == NULL)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "NULL for num_receives; accepted: the room in "
                          "receives");
    if (status == QDR_OK)
        status = qdr_communicator_of(comm, &of, error);
    if (status != QDR_OK)
        return status;
    at.room = receives == NULL ? 0 : *num_receives;
    places.rank = qdr_communicator_rank(of);
    places.num_procs = qdr_communicator_size(of);
    status = qdr_buffer_layout_init_given(&layout, &places, error);
    if (status == QDR_OK)
        status = check(&layout, send, receive, error);
    if (status == QDR_OK)
        status = qdr_block_arguments_init(&messages, &layout, true, error);
    if (status == QDR_OK)
        status = exchange(of, &layout, &messages, send, &at, error);
    if (status == QDR_OK)
        *num_receives = at.count;
    qdr_block_arguments_cleanup(&messages);
    qdr_buffer_layout_cleanup(&layout);
    return status;
}
