/* kernels/plan/traffic/exchange_mail.c -- see exchange_mail.h.
 *
 * Both ends choose the way of a message by its length, so they differ only if
 * the lengths do, or if one end has it in several blocks. Message n of a pair
 * has the tag of n % 2, and the sender starts it once the receiver has message
 * n - 2 (../../shared_memory/mailbox.h). So a receive that is posted for
 * message n matches no other, and a message that has come by MPI is message n.
 *
 * Ranks do not wait for each other in a circle. A rank waits for room only if a
 * peer is in an earlier exchange of the pair, for which this rank has sent all;
 * and it sends all of its messages before it waits for one.
 */
#include "kernels/plan/traffic/exchange_mail.h"

#include "kernels/messaging/agreement.h"
#include "kernels/messaging/poll_mpi.h"
#include "kernels/plan/traffic/mail_receives.h"

static int poll_for_room(void *context, int64_t times)
{
    const qdr_mail_run *r = context;
    int has_come;

    return qdr_poll_mpi(r->comm, MPI_ANY_SOURCE, MPI_ANY_TAG, times, &has_come);
}

static int send_mail(qdr_mail_run *r)
{
    const qdr_ring_waiting waiting = {poll_for_room, r};
    const qdr_typed_message *list = r->messages->sends;

    for (int i = 0; i < r->messages->num_sends; i++) {
        qdr_mailbox *box = &r->boxes[list[i].peer];
        int code;
        if (!qdr_mail_is_short(r, list, i))
            continue;
        code = qdr_mailbox_begin(box, &waiting);
        if (code != MPI_SUCCESS)
            return code;
        qdr_mailbox_put(box, r->send + list[i].displacement, list[i].count);
    }
    return MPI_SUCCESS;
}

/* The last message blocks, which is faster, if its receiver cannot wait for
 * this rank to look for a message of its own. */
static int start_send(qdr_mail_run *r, const qdr_typed_message *one, int tag,
                      bool may_block)
{
    const char *from = r->send + one->displacement;
    int code;

    if (may_block) {
        qdr_mail_keep(
            r, MPI_Send(from, one->count, one->type, one->peer, tag, r->comm));
        return MPI_SUCCESS;
    }
    code = MPI_Isend(from, one->count, one->type, one->peer, tag, r->comm,
                     &r->requests[r->messages->num_receives + r->num_started]);
    r->num_started += code == MPI_SUCCESS;
    return code;
}

static int send_others(qdr_mail_run *r)
{
    const qdr_ring_waiting waiting = {poll_for_room, r};
    const qdr_typed_message *list = r->messages->sends;
    int count = r->messages->num_sends, code = MPI_SUCCESS;

    for (int i = 0; i < count && code == MPI_SUCCESS; i++) {
        qdr_mailbox *box = &r->boxes[list[i].peer];
        bool may_block =
            i == count - 1 && r->num_posted == r->messages->num_receives;
        if (qdr_mail_is_short(r, list, i))
            continue;
        if (list[i].peer == r->rank) {
            code = start_send(r, &list[i], QDR_TAG_CALL, false);
            continue;
        }
        code = qdr_mailbox_begin(box, &waiting);
        if (code == MPI_SUCCESS)
            code = start_send(r, &list[i], qdr_mail_tag(box->num_sent + 1),
                              may_block);
        if (code == MPI_SUCCESS && qdr_mail_is_last(list, count, i))
            qdr_mailbox_pass(box);
    }
    return code;
}

qdr_status qdr_exchange_mail(qdr_communicator *of, const qdr_mailboxes *mail,
                             const void *send, void *receive,
                             const qdr_typed_messages *messages,
                             qdr_error *error)
{
    int num_receives = messages->num_receives, code;
    qdr_mail_run r = {.boxes = mail->boxes,
                      .limit = mail->limit,
                      .comm = qdr_communicator_copy(of),
                      .rank = qdr_communicator_rank(of),
                      .send = send,
                      .receive = receive,
                      .messages = messages,
                      .requests = qdr_communicator_room(
                          of, QDR_SCRATCH_REQUESTS,
                          (size_t)(num_receives + messages->num_sends) *
                              sizeof(MPI_Request))};
    qdr_status status;

    if (r.requests == NULL)
        return qdr_fail_memory(error, "the requests of an exchange");
    code = qdr_mail_post_receives(&r);
    if (code == MPI_SUCCESS)
        code = send_mail(&r);
    if (code == MPI_SUCCESS)
        code = send_others(&r);
    if (code == MPI_SUCCESS)
        code = qdr_mail_take(&r);
    if (code == MPI_SUCCESS) {
        qdr_mail_end_receives(&r);
        /* Its receives have ended. */
        status = qdr_exchange_end(of, 0, r.num_started, code,
                                  r.requests + num_receives, error);
    } else {
        status =
            qdr_exchange_end(of, num_receives, num_receives + r.num_started,
                             code, r.requests, error);
    }
    return status == QDR_OK
               ? qdr_mpi_status(r.failure, "exchanging the messages of", r.rank,
                                error)
               : status;
}
