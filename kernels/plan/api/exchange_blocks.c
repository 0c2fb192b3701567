/* kernels/plan/api/exchange_blocks.c -- an exchange without a plan; see
 * quadrille.h. */
#include <string.h>

#include "kernels/core/problem/buffer_layout_blocks.h"
#include "kernels/core/schedule/rank_schedule.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/tags.h"
#include "kernels/plan/making/plan.h"
#include "kernels/plan/traffic/block_arguments.h"

/* The arguments of a call. */
typedef struct call {
    const char *send;
    char *receive;
    qdr_given_blocks places;
} call;

/* A list of blocks that needs no other check. */
typedef struct plain_list {
    const qdr_block *blocks, *own; /* own: to the rank itself, or NULL */
    int64_t count, first;          /* the first one to a higher rank */
} plain_list;

/* Whether the peers ascend, and the blocks need no other check: what programs
 * with a block a peer pass. */
static bool are_plain(plain_list *list, const call *c, bool may_overlap)
{
    int64_t end = 0;
    int last = -1;

    if (list->blocks == NULL)
        return list->count == 0;
    for (int64_t i = 0; i < list->count; i++) {
        const qdr_block *block = &list->blocks[i];
        if (block->peer <= last || block->peer >= c->places.num_procs ||
            block->bytes < 0 || block->bytes > QDR_MAX_PIECE ||
            block->displacement < 0 ||
            block->displacement > INT64_MAX - block->bytes ||
            (!may_overlap && block->displacement < end))
            return false;
        last = block->peer;
        end = block->displacement + block->bytes;
        list->first += last <= c->places.rank;
        if (last == c->places.rank)
            list->own = block;
    }
    return true;
}

/* The message of the rank to itself, if there is one, is in both lists. */
static bool own_are_equal(const qdr_block *sent, const qdr_block *received)
{
    return (sent == NULL) == (received == NULL) &&
           (sent == NULL || sent->bytes == received->bytes);
}

/* The number of messages to others. */
static int count_others(const plain_list *list)
{
    return (int)list->count - (list->own != NULL);
}

/* The next one, from the peer after the rank on, round to the one before it:
 * then not all ranks begin with the same peer. */
static const qdr_block *next_other(const plain_list *list, int64_t *next)
{
    const qdr_block *block;

    do {
        *next = *next < list->count ? *next : 0;
        block = &list->blocks[(*next)++];
    } while (block == list->own);
    return block;
}

static qdr_status lacks_buffer(bool is_send, qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_INPUT, "NULL for %s; accepted: a buffer",
                    is_send ? "send" : "receive");
}

static bool have_bytes(const qdr_block *blocks, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (blocks[i].bytes > 0)
            return true;
    return false;
}

static qdr_status check_buffers(const call *c, qdr_error *error)
{
    if (c->send == MPI_IN_PLACE || (void *)c->receive == MPI_IN_PLACE)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "MPI_IN_PLACE for %s; accepted: two buffers",
                        c->send == MPI_IN_PLACE ? "send" : "receive");
    if (c->send == NULL && have_bytes(c->places.sends, c->places.num_sends))
        return lacks_buffer(true, error);
    if (c->receive == NULL &&
        have_bytes(c->places.receives, c->places.num_receives))
        return lacks_buffer(false, error);
    return QDR_OK;
}

/* One message each way, and perhaps from the rank to itself: MPI has a call. */
static qdr_status exchange_pair(qdr_communicator *of, const call *c,
                                const qdr_block *out, const qdr_block *in,
                                qdr_error *error)
{
    int code = MPI_Sendrecv(
        c->send + out->displacement, (int)out->bytes, MPI_BYTE, out->peer,
        QDR_TAG_CALL, c->receive + in->displacement, (int)in->bytes, MPI_BYTE,
        in->peer, QDR_TAG_CALL, qdr_communicator_copy(of), MPI_STATUS_IGNORE);

    return qdr_mpi_status(code, "exchanging the messages of", c->places.rank,
                          error);
}

/* As qdr_exchange_now, without lists of messages. */
static qdr_status exchange_several(qdr_communicator *of, const call *c,
                                   const plain_list *sends,
                                   const plain_list *receives, qdr_error *error)
{
    int num_sends = count_others(sends), num_receives = count_others(receives);
    int64_t sent = sends->first, received = receives->first;
    int started = 0, code = MPI_SUCCESS, of_last = MPI_SUCCESS;
    qdr_status status;
    MPI_Comm comm = qdr_communicator_copy(of);
    MPI_Request *requests = qdr_communicator_room(
        of, QDR_SCRATCH_REQUESTS,
        (size_t)(num_sends + num_receives) * sizeof *requests);

    if (requests == NULL)
        return qdr_fail_memory(error, "the requests of an exchange");
    for (int i = 0; i < num_receives && code == MPI_SUCCESS; i++) {
        const qdr_block *one = next_other(receives, &received);
        code =
            MPI_Irecv(c->receive + one->displacement, (int)one->bytes, MPI_BYTE,
                      one->peer, QDR_TAG_CALL, comm, &requests[started]);
        started += code == MPI_SUCCESS;
    }
    for (int i = 1; i < num_sends && code == MPI_SUCCESS; i++) {
        const qdr_block *one = next_other(sends, &sent);
        code = MPI_Isend(c->send + one->displacement, (int)one->bytes, MPI_BYTE,
                         one->peer, QDR_TAG_CALL, comm, &requests[started]);
        started += code == MPI_SUCCESS;
    }
    if (num_sends > 0 && code == MPI_SUCCESS) {
        const qdr_block *last = next_other(sends, &sent);
        of_last = MPI_Send(c->send + last->displacement, (int)last->bytes,
                           MPI_BYTE, last->peer, QDR_TAG_CALL, comm);
    }
    /* If that failed the others are in progress, and end without it. */
    status = qdr_exchange_end(of, num_receives, started, code, requests, error);
    return status == QDR_OK
               ? qdr_mpi_status(of_last, "exchanging the messages of",
                                c->places.rank, error)
               : status;
}

static qdr_status exchange_plain(qdr_communicator *of, const call *c,
                                 const plain_list *sends,
                                 const plain_list *receives, qdr_error *error)
{
    int64_t sent = sends->first, received = receives->first;

    if (sends->own != NULL && sends->own->bytes > 0)
        memcpy(c->receive + receives->own->displacement,
               c->send + sends->own->displacement, (size_t)sends->own->bytes);
    return count_others(sends) == 1 && count_others(receives) == 1
               ? exchange_pair(of, c, next_other(sends, &sent),
                               next_other(receives, &received), error)
               : exchange_several(of, c, sends, receives, error);
}

/* With all checks, and types for messages of several blocks. */
static qdr_status exchange_any(qdr_communicator *of, const call *c,
                               qdr_error *error)
{
    qdr_buffer_layout layout = {0};
    qdr_block_arguments sends = {0}, receives = {0};
    qdr_status status =
        qdr_buffer_layout_init_given(&layout, &c->places, error);

    if (status == QDR_OK)
        status = check_buffers(c, error);
    if (status == QDR_OK)
        status = qdr_block_arguments_init(&sends, &layout, true, error);
    if (status == QDR_OK)
        status = qdr_block_arguments_init(&receives, &layout, false, error);
    if (status == QDR_OK) {
        const qdr_typed_messages messages = {sends.count, receives.count,
                                             sends.messages, receives.messages};
        status = qdr_exchange_now(of, c->send, c->receive, &messages, error);
    }
    qdr_block_arguments_cleanup(&sends);
    qdr_block_arguments_cleanup(&receives);
    qdr_buffer_layout_cleanup(&layout);
    return status;
}

qdr_status qdr_exchange_blocks(const void *send, int64_t num_sends,
                               const qdr_block *sends, void *receive,
                               int64_t num_receives, const qdr_block *receives,
                               MPI_Comm comm, qdr_error *error)
{
    qdr_communicator *of = NULL;
    call c = {send,
              receive,
              {.num_sends = num_sends,
               .num_receives = num_receives,
               .sends = sends,
               .receives = receives}};
    plain_list sent = {.blocks = sends, .count = num_sends};
    plain_list received = {.blocks = receives, .count = num_receives};
    qdr_status status = qdr_plan_check_running(error);

    if (status == QDR_OK && num_receives < 0)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "num_receives: %lld; accepted: 0 or more; "
                          "qdr_exchange_blocks_unknown finds the receives out",
                          (long long)num_receives);
    if (status == QDR_OK)
        status = qdr_communicator_of(comm, &of, error);
    if (status != QDR_OK)
        return status;
    c.places.rank = qdr_communicator_rank(of);
    c.places.num_procs = qdr_communicator_size(of);
    if (num_sends < 0 || !are_plain(&sent, &c, true) ||
        !are_plain(&received, &c, false) ||
        !own_are_equal(sent.own, received.own))
        return exchange_any(of, &c, error);
    status = check_buffers(&c, error);
    return status == QDR_OK ? exchange_plain(of, &c, &sent, &received, error)
                            : status;
}
