/* kernels/plan/traffic/exchange_plain.c -- see exchange_plain.h. */
#include "kernels/plan/traffic/exchange_plain.h"

#include <string.h>

#include "kernels/messaging/agreement.h"
#include "kernels/messaging/tags.h"
#include "kernels/plan/traffic/exchange_mail.h"

/* Of a call. */
typedef struct buffers {
    const char *send;
    char *receive;
} buffers;

/* One message each way, and perhaps from the rank to itself: MPI has a call. */
static qdr_status exchange_pair(qdr_communicator *of, const buffers *c,
                                const qdr_block *out, const qdr_block *in,
                                qdr_error *error)
{
    int code = MPI_Sendrecv(
        c->send + out->displacement, (int)out->bytes, MPI_BYTE, out->peer,
        QDR_TAG_CALL, c->receive + in->displacement, (int)in->bytes, MPI_BYTE,
        in->peer, QDR_TAG_CALL, qdr_communicator_copy(of), MPI_STATUS_IGNORE);

    return qdr_mpi_status(code, "exchanging the messages of",
                          qdr_communicator_rank(of), error);
}

/* As qdr_exchange_now, without lists of messages. */
static qdr_status exchange_several(qdr_communicator *of, const buffers *c,
                                   const qdr_plain_list *sends,
                                   const qdr_plain_list *receives,
                                   qdr_error *error)
{
    int num_sends = qdr_plain_list_others(sends),
        num_receives = qdr_plain_list_others(receives);
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
        const qdr_block *one = qdr_plain_list_next(receives, &received);
        code =
            MPI_Irecv(c->receive + one->displacement, (int)one->bytes, MPI_BYTE,
                      one->peer, QDR_TAG_CALL, comm, &requests[started]);
        started += code == MPI_SUCCESS;
    }
    for (int i = 1; i < num_sends && code == MPI_SUCCESS; i++) {
        const qdr_block *one = qdr_plain_list_next(sends, &sent);
        code = MPI_Isend(c->send + one->displacement, (int)one->bytes, MPI_BYTE,
                         one->peer, QDR_TAG_CALL, comm, &requests[started]);
        started += code == MPI_SUCCESS;
    }
    if (num_sends > 0 && code == MPI_SUCCESS) {
        const qdr_block *last = qdr_plain_list_next(sends, &sent);
        of_last = MPI_Send(c->send + last->displacement, (int)last->bytes,
                           MPI_BYTE, last->peer, QDR_TAG_CALL, comm);
    }
    /* If that failed the others are in progress, and end without it. */
    status = qdr_exchange_end(of, num_receives, started, code, requests, error);
    return status == QDR_OK
               ? qdr_mpi_status(of_last, "exchanging the messages of",
                                qdr_communicator_rank(of), error)
               : status;
}

static qdr_typed_message message_of(const qdr_block *block)
{
    return (qdr_typed_message){block->peer, (int)block->bytes, MPI_BYTE,
                               (MPI_Aint)block->displacement};
}

/* Lists of messages for several peers. */
static qdr_status mail_several(qdr_communicator *of, const qdr_mailboxes *mail,
                               const buffers *c, const qdr_plain_list *sends,
                               const qdr_plain_list *receives, qdr_error *error)
{
    int num_sends = qdr_plain_list_others(sends),
        num_receives = qdr_plain_list_others(receives);
    int64_t sent = sends->first, received = receives->first;
    qdr_typed_message *made = qdr_communicator_room(
        of, QDR_SCRATCH_MESSAGES,
        (size_t)(num_sends + num_receives) * sizeof *made);
    const qdr_typed_messages all = {num_sends, num_receives, made,
                                    made + num_sends};

    if (made == NULL)
        return qdr_fail_memory(error, "the messages of an exchange");
    for (int i = 0; i < num_sends; i++)
        made[i] = message_of(qdr_plain_list_next(sends, &sent));
    for (int i = 0; i < num_receives; i++)
        made[num_sends + i] =
            message_of(qdr_plain_list_next(receives, &received));
    return qdr_exchange_mail(of, mail, c->send, c->receive, &all, error);
}

static qdr_status mail_pair(qdr_communicator *of, const qdr_mailboxes *mail,
                            const buffers *c, const qdr_block *out,
                            const qdr_block *in, qdr_error *error)
{
    const qdr_typed_message sent = message_of(out), received = message_of(in);
    const qdr_typed_messages both = {1, 1, &sent, &received};

    return qdr_exchange_mail(of, mail, c->send, c->receive, &both, error);
}

qdr_status qdr_exchange_plain(qdr_communicator *of, const qdr_mailboxes *mail,
                              const void *send, void *receive,
                              const qdr_plain_list *sends,
                              const qdr_plain_list *receives, qdr_error *error)
{
    const buffers both = {send, receive}, *c = &both;
    int64_t sent = sends->first, received = receives->first;
    const qdr_block *out, *in;

    if (sends->own != NULL && sends->own->bytes > 0)
        memcpy(c->receive + receives->own->displacement,
               c->send + sends->own->displacement, (size_t)sends->own->bytes);
    if (qdr_plain_list_others(sends) != 1 ||
        qdr_plain_list_others(receives) != 1)
        return mail != NULL ? mail_several(of, mail, c, sends, receives, error)
                            : exchange_several(of, c, sends, receives, error);
    out = qdr_plain_list_next(sends, &sent);
    in = qdr_plain_list_next(receives, &received);
    return mail != NULL ? mail_pair(of, mail, c, out, in, error)
                        : exchange_pair(of, c, out, in, error);
}
