/* kernels/plan/api/exchange_blocks.c -- an exchange without a plan; see
 * quadrille.h. */
#include "kernels/core/problem/buffer_layout_blocks.h"
#include "kernels/core/schedule/rank_schedule.h"
#include "kernels/messaging/agreement.h"
#include "kernels/plan/making/plan.h"
#include "kernels/plan/making/shared_mail.h"
#include "kernels/plan/traffic/block_arguments.h"
#include "kernels/plan/traffic/exchange_mail.h"
#include "kernels/plan/traffic/exchange_plain.h"

/* The arguments of a call. */
typedef struct call {
    const char *send;
    char *receive;
    qdr_given_blocks places;
} call;

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

/* With all checks, and types for messages of several blocks. */
static qdr_status exchange_any(qdr_communicator *of, const qdr_mailboxes *mail,
                               const call *c, qdr_error *error)
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
        status = mail != NULL ? qdr_exchange_mail(of, mail, c->send, c->receive,
                                                  &messages, error)
                              : qdr_exchange_now(of, c->send, c->receive,
                                                 &messages, error);
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
    const qdr_mailboxes *mail;
    call c = {send,
              receive,
              {.num_sends = num_sends,
               .num_receives = num_receives,
               .sends = sends,
               .receives = receives}};
    qdr_plain_list sent = {.blocks = sends, .count = num_sends};
    qdr_plain_list received = {.blocks = receives, .count = num_receives};
    qdr_status status = qdr_plan_check_running(error);

    if (status == QDR_OK)
        status = qdr_communicator_of(comm, &of, error);
    if (status != QDR_OK)
        return status;
    /* Ranks whose arguments are refused take part, too. */
    mail = qdr_shared_mail(of);
    if (num_receives < 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "num_receives: %lld; accepted: 0 or more; "
                        "qdr_exchange_blocks_unknown finds the receives out",
                        (long long)num_receives);
    c.places.rank = qdr_communicator_rank(of);
    c.places.num_procs = qdr_communicator_size(of);
    if (num_sends < 0 || !qdr_plain_list_read(&sent, &c.places, true) ||
        !qdr_plain_list_read(&received, &c.places, false) ||
        !qdr_plain_lists_agree(sent.own, received.own))
        return exchange_any(of, mail, &c, error);
    status = check_buffers(&c, error);
    return status == QDR_OK ? qdr_exchange_plain(of, mail, c.send, c.receive,
                                                 &sent, &received, error)
                            : status;
}
