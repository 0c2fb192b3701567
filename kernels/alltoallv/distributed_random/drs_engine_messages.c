/* kernels/alltoallv/distributed_random/drs_engine_messages.c -- see
 * drs_engine_messages.h. */
#include "kernels/alltoallv/distributed_random/drs_engine_messages.h"

enum {
    ANNOUNCE = QDR_ANNOUNCE,
    INQUIRE,
    ANSWER,
    RELEASE,
    GO_AHEAD,
    PUSH,
    DECLINE
};

/* Gives the next sender the go-ahead if it is time, and else waits for that
 * time. */
static void push(qdr_active *active, qdr_drs *s)
{
    int64_t busy_ns;
    qdr_waiting_sender *next = qdr_waiting_next(&s->waiting);

    if (next != NULL && qdr_lock_take(&s->lock, qdr_active_now_ns(),
                                      next->duration_ns, &busy_ns)) {
        next->is_promised = true;
        /* The next call that waits returns its failure. */
        (void)qdr_active_send(active, next->source, GO_AHEAD, 0, 0, NULL);
        next = qdr_waiting_next(&s->waiting);
    }
    if (next != NULL && s->lock.num_under_way == 1)
        qdr_active_remind(active, qdr_lock_next_ns(&s->lock), PUSH);
}

/* Notes the answer to an inquiry, and returns how much longer the source waits
 * because of others. */
static int64_t note(qdr_active *active, qdr_drs *s, int source,
                    int64_t duration_ns, bool is_granted)
{
    int64_t before_ns = 0;

    if (!is_granted)
        before_ns = qdr_waiting_add(&s->waiting, source, duration_ns);
    else if (!qdr_waiting_is_promised(&s->waiting, source))
        qdr_waiting_remove(&s->waiting, source);
    push(active, s);
    return before_ns;
}

/* Test and set, at the destination: takes the lock for the sender, or reports
 * how long it is busy. */
static void inquire(qdr_active *active, void *context, int source,
                    const int64_t arguments[2])
{
    qdr_drs *s = context;
    int64_t duration_ns = qdr_transfer_time_ns(&s->transfer_time, arguments[0]);
    int64_t busy_ns = 0;
    /* With a promise, it asked before the go-ahead reached it. */
    bool is_granted =
        qdr_waiting_is_promised(&s->waiting, source) ||
        qdr_lock_take(&s->lock, qdr_active_now_ns(), duration_ns, &busy_ns);

    /* A source that is not planned gets no place. */
    if (s->pushes && qdr_buffer_layout_find(s->layout->receives,
                                            s->layout->num_receives, source))
        busy_ns += note(active, s, source, duration_ns, is_granted);
    /* The next call that waits returns a failure. */
    (void)qdr_active_send(active, source, ANSWER,
                          is_granted ? QDR_DRS_GRANTED : QDR_DRS_BUSY, busy_ns,
                          NULL);
}

/* At the sender, which waits for the answer in qdr_drs_request_by_message. */
static void take_answer(qdr_active *active, void *context, int source,
                        const int64_t arguments[2])
{
    qdr_drs *s = context;

    (void)active;
    (void)source;
    s->answered = (qdr_drs_answer)arguments[0];
    s->busy_ns = arguments[1];
}

/* At the sender. While it sends it declines, so that the destination does not
 * wait; while it only asks elsewhere it accepts, even if it then sends there
 * first: to decline then took a tenth longer. */
static void take_go_ahead(qdr_active *active, void *context, int source,
                          const int64_t arguments[2])
{
    qdr_drs *s = context;

    (void)arguments;
    for (int64_t i = 0; i < s->choice.num_unsent; i++) {
        qdr_unsent *one = &s->choice.unsent[i];
        const qdr_block *to = &s->layout->sends[one->block];
        if (to->peer != source)
            continue;
        one->has_go_ahead = !s->is_sending;
        one->not_before_ns = 0;
        /* The next call that waits returns a failure. */
        if (s->is_sending)
            (void)qdr_active_send(active, source, DECLINE, to->bytes, 0, NULL);
        return;
    }
}

/* At the destination: the source sends to another one, and will ask again. */
static void take_decline(qdr_active *active, void *context, int source,
                         const int64_t arguments[2])
{
    qdr_drs *s = context;

    qdr_lock_return(&s->lock,
                    qdr_transfer_time_ns(&s->transfer_time, arguments[0]));
    qdr_waiting_remove(&s->waiting, source);
    push(active, s);
}

/* At the destination: its current message is about to end. */
static void push_in_time(qdr_active *active, void *context, int source,
                         const int64_t arguments[2])
{
    (void)source;
    (void)arguments;
    push(active, context);
}

/* At the destination: a message has been received whole. */
static void release_lock(qdr_active *active, void *context, int source,
                         const int64_t arguments[2])
{
    qdr_drs *s = context;

    (void)arguments;
    qdr_lock_release(&s->lock);
    s->num_releases--;
    qdr_waiting_remove(&s->waiting, source);
    push(active, s);
}

static void take_announcement(qdr_active *active, void *context, int source,
                              const int64_t arguments[2])
{
    qdr_drs *s = context;

    (void)active;
    qdr_announcement_take(&s->announcement, source, arguments[0]);
}

qdr_active_handler *const qdr_drs_handlers[QDR_DRS_NUM_HANDLERS] = {
    [ANNOUNCE] = take_announcement, [INQUIRE] = inquire,
    [ANSWER] = take_answer,         [RELEASE] = release_lock,
    [GO_AHEAD] = take_go_ahead,     [PUSH] = push_in_time,
    [DECLINE] = take_decline,
};

qdr_status qdr_drs_request_by_message(qdr_drs *s, const qdr_block *to,
                                      qdr_error *error)
{
    qdr_status status;

    s->answered = QDR_DRS_NO_ANSWER;
    status = qdr_active_send(s->active, to->peer, INQUIRE, to->bytes, 0, error);
    while (s->answered == QDR_DRS_NO_ANSWER && status == QDR_OK)
        status = qdr_active_wait(s->active, error);
    return status;
}

qdr_status qdr_drs_release_by_message(qdr_drs *s, int dst, qdr_error *error)
{
    return qdr_active_send(s->active, dst, RELEASE, 0, 0, error);
}
