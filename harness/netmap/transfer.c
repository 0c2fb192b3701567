/* harness/netmap/transfer.c -- see transfer.h. */
#include "harness/netmap/transfer.h"

#include <mpi.h>

#include "harness/netmap/post.h"

/* Where a transfer is. The acknowledgements outlive a transfer that fails. */
typedef struct course {
    double began, sent_at;
    bool is_last, is_failed;
    bool sends, receives;   /* still */
    MPI_Request sending[2]; /* the message, and its acknowledgement */
    MPI_Request receiving, acknowledging;
} course;

static char acknowledgements[2][QDR_ACKNOWLEDGEMENT_BYTES];

static void check(course *c, int code)
{
    c->is_failed = c->is_failed || code != MPI_SUCCESS;
}

static void send_next(qdr_netmap_transfer *t, course *c)
{
    double now = MPI_Wtime();

    c->is_last =
        t->num_sent + 1 == t->max_sends || now - c->began > t->enough_s;
    t->from[0] = (char)c->is_last;
    c->sent_at = now;
    check(c, MPI_Irecv(acknowledgements[0], QDR_ACKNOWLEDGEMENT_BYTES, MPI_BYTE,
                       t->peer, QDR_POST_ACKNOWLEDGEMENT, MPI_COMM_WORLD,
                       &c->sending[1]));
    check(c, MPI_Isend(t->from, t->bytes, MPI_BYTE, t->peer, QDR_POST_DATA,
                       MPI_COMM_WORLD, &c->sending[0]));
}

static void receive_next(qdr_netmap_transfer *t, course *c)
{
    check(c, MPI_Irecv(t->into, t->bytes, MPI_BYTE, t->peer, QDR_POST_DATA,
                       MPI_COMM_WORLD, &c->receiving));
}

static void look_at_sends(qdr_netmap_transfer *t, course *c)
{
    int is_done = 0;

    check(c, MPI_Testall(2, c->sending, &is_done, MPI_STATUSES_IGNORE));
    if (!is_done)
        return;
    t->times_s[t->num_sent++] = MPI_Wtime() - c->sent_at;
    c->sends = !c->is_last;
    if (c->sends)
        send_next(t, c);
}

/* The next message is awaited before the last one is acknowledged. */
static void look_at_receives(qdr_netmap_transfer *t, course *c)
{
    int is_done = 0;
    bool was_last;

    /* The one before it has long been sent. */
    check(c, MPI_Test(&c->acknowledging, &is_done, MPI_STATUS_IGNORE));
    if (!is_done)
        return;
    if (!c->receives)
        return;
    check(c, MPI_Test(&c->receiving, &is_done, MPI_STATUS_IGNORE));
    if (!is_done)
        return;
    was_last = t->into[0] != 0;
    if (!was_last)
        receive_next(t, c);
    check(c, MPI_Isend(acknowledgements[1], QDR_ACKNOWLEDGEMENT_BYTES, MPI_BYTE,
                       t->peer, QDR_POST_ACKNOWLEDGEMENT, MPI_COMM_WORLD,
                       &c->acknowledging));
    c->receives = !was_last;
}

static bool is_open(const course *c)
{
    return c->sends || c->receives || c->acknowledging != MPI_REQUEST_NULL;
}

bool qdr_transfer_run(qdr_netmap_transfer *transfer)
{
    course c = {.began = MPI_Wtime(),
                .sends = transfer->max_sends > 0,
                .receives = transfer->receives,
                .sending = {MPI_REQUEST_NULL, MPI_REQUEST_NULL},
                .receiving = MPI_REQUEST_NULL,
                .acknowledging = MPI_REQUEST_NULL};

    transfer->num_sent = 0;
    if (c.receives)
        receive_next(transfer, &c);
    if (c.sends)
        send_next(transfer, &c);
    while (is_open(&c) && !c.is_failed) {
        if (c.receives || c.acknowledging != MPI_REQUEST_NULL)
            look_at_receives(transfer, &c);
        if (c.sends)
            look_at_sends(transfer, &c);
        if (MPI_Wtime() - c.began > transfer->limit_s)
            c.is_failed = is_open(&c);
        qdr_post_wait(QDR_AWAKE);
    }
    return !c.is_failed;
}
