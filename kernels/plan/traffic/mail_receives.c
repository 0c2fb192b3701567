/* kernels/plan/traffic/mail_receives.c -- see mail_receives.h. */
#include "kernels/plan/traffic/mail_receives.h"

#include <string.h>

#include "kernels/messaging/poll_mpi.h"

/* A message that a rank waits for. */
typedef struct awaited {
    MPI_Comm comm;
    int peer, tag, has_come;
} awaited;

int qdr_mail_post_receives(qdr_mail_run *r)
{
    const qdr_typed_message *list = r->messages->receives;
    int code = MPI_SUCCESS;

    for (int i = 0; i < r->messages->num_receives; i++) {
        const qdr_typed_message *one = &list[i];
        r->requests[i] = MPI_REQUEST_NULL;
        if (code != MPI_SUCCESS || qdr_mail_is_short(r, list, i))
            continue;
        code = MPI_Irecv(
            r->receive + one->displacement, one->count, one->type, one->peer,
            one->peer == r->rank
                ? QDR_TAG_CALL
                : qdr_mail_tag(r->boxes[one->peer].num_received + 1),
            r->comm, &r->requests[i]);
        r->num_posted++;
    }
    return code;
}

/* The sender of a message may send it by MPI. */
static int poll_for_message(void *context, int64_t times)
{
    awaited *a = context;
    int code = qdr_poll_mpi(a->comm, a->peer, a->tag, times, &a->has_come);

    return code == MPI_SUCCESS && a->has_come ? MPI_ERR_PENDING : code;
}

/* MPI would tell the communicator's error handler, too. */
static void keep_truncated(qdr_mail_run *r)
{
    MPI_Comm_call_errhandler(r->comm, MPI_ERR_TRUNCATE);
    qdr_mail_keep(r, MPI_ERR_TRUNCATE);
}

/* Waits for a message at its mailbox. */
static int take(qdr_mail_run *r, const qdr_typed_message *one)
{
    qdr_mailbox *box = &r->boxes[one->peer];
    awaited it = {r->comm, one->peer, qdr_mail_tag(box->num_received + 1), 0};
    const qdr_ring_waiting waiting = {poll_for_message, &it};
    char *to = r->receive + one->displacement;
    const char *place;
    int64_t length;
    int code = qdr_mailbox_find(box, &waiting, &place, &length);

    if (code == MPI_SUCCESS && length > one->count)
        keep_truncated(r);
    if (code == MPI_SUCCESS && length > 0)
        memcpy(to, place, (size_t)(length < one->count ? length : one->count));
    if (it.has_come) {
        qdr_mail_keep(r, MPI_Recv(to, one->count, one->type, one->peer, it.tag,
                                  r->comm, MPI_STATUS_IGNORE));
        code = MPI_SUCCESS;
    }
    if (code == MPI_SUCCESS)
        qdr_mailbox_finish(box);
    return code;
}

int qdr_mail_take(qdr_mail_run *r)
{
    const qdr_typed_message *list = r->messages->receives;
    int count = r->messages->num_receives, code = MPI_SUCCESS;

    for (int i = 0; i < count && code == MPI_SUCCESS; i++)
        if (qdr_mail_is_short(r, list, i))
            code = take(r, &list[i]);
    return code;
}

/* A message for which a receive was posted is in the mailbox: the rank sends
 * itself what there is room for, so that MPI places the bytes. */
static void take_instead(qdr_mail_run *r, int i)
{
    const qdr_typed_message *one = &r->messages->receives[i];
    const char *place;
    int64_t length, room;
    int element;

    MPI_Cancel(&r->requests[i]);
    MPI_Wait(&r->requests[i], MPI_STATUS_IGNORE);
    if (!qdr_mail_is_first(r->messages->receives, i))
        return;
    qdr_mailbox_find(&r->boxes[one->peer], NULL, &place, &length);
    MPI_Type_size(one->type, &element);
    room = (int64_t)one->count * element;
    qdr_mail_keep(r, MPI_Sendrecv(place, (int)(length < room ? length : room),
                                  MPI_BYTE, r->rank, QDR_TAG_CALL,
                                  r->receive + one->displacement, one->count,
                                  one->type, r->rank, QDR_TAG_CALL, r->comm,
                                  MPI_STATUS_IGNORE));
    if (length > room)
        keep_truncated(r);
}

/* Whether a posted receive has ended. */
static bool has_ended(qdr_mail_run *r, int i)
{
    int peer = r->messages->receives[i].peer, is_done = 0;
    int code = MPI_Test(&r->requests[i], &is_done, MPI_STATUS_IGNORE);

    if (code != MPI_SUCCESS) {
        qdr_mail_keep(r, code);
        /* Some libraries keep the request of an error. */
        if (r->requests[i] != MPI_REQUEST_NULL)
            MPI_Request_free(&r->requests[i]);
        return true;
    }
    if (!is_done && peer != r->rank && qdr_mailbox_has(&r->boxes[peer])) {
        take_instead(r, i);
        return true;
    }
    return is_done;
}

/* Peers learn of it afterwards: until then the number of the next message is
 * that of this exchange. */
void qdr_mail_end_receives(qdr_mail_run *r)
{
    const qdr_typed_message *list = r->messages->receives;
    int count = r->messages->num_receives;
    bool is_left = r->num_posted > 0;

    for (int64_t times = 0; is_left; times++) {
        is_left = false;
        for (int i = 0; i < count; i++)
            if (r->requests[i] != MPI_REQUEST_NULL && !has_ended(r, i))
                is_left = true;
        qdr_yield_after(is_left ? times : 0);
    }
    for (int i = 0; i < count && r->num_posted > 0; i++)
        if (!qdr_mail_is_short(r, list, i) && list[i].peer != r->rank &&
            qdr_mail_is_last(list, count, i))
            qdr_mailbox_finish(&r->boxes[list[i].peer]);
}
