/* kernels/plan/api/exchange_blocks.c -- an exchange without a plan; see
 * quadrille.h. */
#include <string.h>

#include "kernels/core/problem/buffer_layout_blocks.h"
#include "kernels/core/schedule/rank_schedule.h"
#include "kernels/plan/making/plan.h"
#include "kernels/plan/traffic/block_arguments.h"

/* The arguments of a call. */
typedef struct call {
    const char *send;
    char *receive;
    qdr_given_blocks places;
} call;

static const qdr_block *find_own(const qdr_block *blocks, int64_t count,
                                 int rank)
{
    for (int64_t i = 0; i < count; i++)
        if (blocks[i].peer == rank)
            return &blocks[i];
    return NULL;
}

/* Whether the peers ascend, and the blocks need no other check: what programs
 * with a block a peer pass. */
static bool are_plain(const qdr_block *blocks, int64_t count, int num_procs,
                      bool may_overlap)
{
    int64_t end = 0;
    int last = -1;

    if (blocks == NULL)
        return count == 0;
    for (int64_t i = 0; i < count; i++) {
        const qdr_block *block = &blocks[i];
        if (block->peer <= last || block->peer >= num_procs ||
            block->bytes < 0 || block->bytes > QDR_MAX_PIECE ||
            block->displacement < 0 ||
            block->displacement > INT64_MAX - block->bytes ||
            (!may_overlap && block->displacement < end))
            return false;
        last = block->peer;
        end = block->displacement + block->bytes;
    }
    return true;
}

/* The message of the rank to itself, if there is one, is in both lists. */
static bool own_are_equal(const qdr_block *sent, const qdr_block *received)
{
    return (sent == NULL) == (received == NULL) &&
           (sent == NULL || sent->bytes == received->bytes);
}

/* Writes them from the peer after `rank` on, round to the one before it: then
 * not all ranks begin with the same peer. */
static int write_messages(const qdr_block *blocks, int64_t count, int rank,
                          qdr_typed_message *out)
{
    int64_t first = 0;
    int written = 0;

    while (first < count && blocks[first].peer <= rank)
        first++;
    for (int64_t i = 0; i < count; i++) {
        const qdr_block *block =
            &blocks[first + i < count ? first + i : first + i - count];
        if (block->peer != rank)
            out[written++] =
                (qdr_typed_message){block->peer, (int)block->bytes, MPI_BYTE,
                                    (MPI_Aint)block->displacement};
    }
    return written;
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

static qdr_status exchange_plain(qdr_communicator *of, const call *c,
                                 const qdr_block *own_sent,
                                 const qdr_block *own_received,
                                 qdr_error *error)
{
    const qdr_given_blocks *at = &c->places;
    qdr_typed_message *room = qdr_communicator_room(
        of, QDR_SCRATCH_MESSAGES,
        (size_t)(at->num_sends + at->num_receives) * sizeof *room);
    qdr_typed_messages messages = {.receives = room};

    if (room == NULL)
        return qdr_fail_memory(error, "the messages of a rank");
    messages.num_receives =
        write_messages(at->receives, at->num_receives, at->rank, room);
    messages.sends = room + messages.num_receives;
    messages.num_sends = write_messages(at->sends, at->num_sends, at->rank,
                                        room + messages.num_receives);
    if (own_sent != NULL && own_sent->bytes > 0)
        memcpy(c->receive + own_received->displacement,
               c->send + own_sent->displacement, (size_t)own_sent->bytes);
    return qdr_exchange_now(of, c->send, c->receive, &messages, error);
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
    const qdr_block *sent, *received;
    qdr_status status = qdr_plan_check_comm(comm, error);

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
    if (num_sends < 0 ||
        !are_plain(sends, num_sends, c.places.num_procs, true) ||
        !are_plain(receives, num_receives, c.places.num_procs, false))
        return exchange_any(of, &c, error);
    sent = find_own(sends, num_sends, c.places.rank);
    received = find_own(receives, num_receives, c.places.rank);
    if (!own_are_equal(sent, received))
        return exchange_any(of, &c, error);
    status = check_buffers(&c, error);
    return status == QDR_OK ? exchange_plain(of, &c, sent, received, error)
                            : status;
}
