/* kernels/alltoallv/distributed_random/drs_engine_messages.c -- see
 * drs_engine_messages.h. */
#include "kernels/alltoallv/distributed_random/drs_engine_messages.h"

enum { ANNOUNCE = QDR_ANNOUNCE, INQUIRE, ANSWER, RELEASE };

/* Test and set, at the destination: takes the lock for the sender, or reports
 * how long it is busy. */
static void inquire(qdr_active *active, void *context, int source,
                    const int64_t arguments[2])
{
    qdr_drs *s = context;
    int64_t busy_ns = 0;
    bool is_granted = qdr_lock_take(
        &s->lock, qdr_active_now_ns(),
        qdr_transfer_time_ns(&s->transfer_time, arguments[0]), &busy_ns);

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

/* At the destination: a message has been received whole. */
static void release_lock(qdr_active *active, void *context, int source,
                         const int64_t arguments[2])
{
    qdr_drs *s = context;

    (void)active;
    (void)source;
    (void)arguments;
    qdr_lock_release(&s->lock);
    s->num_releases--;
}

static void take_announcement(qdr_active *active, void *context, int source,
                              const int64_t arguments[2])
{
    qdr_drs *s = context;

    (void)active;
    qdr_announcement_take(&s->announcement, source, arguments[0]);
}

qdr_active_handler *const qdr_drs_handlers[QDR_DRS_NUM_HANDLERS] = {
    [ANNOUNCE] = take_announcement,
    [INQUIRE] = inquire,
    [ANSWER] = take_answer,
    [RELEASE] = release_lock,
};

static int64_t tell_length(const void *context, const qdr_block *to)
{
    (void)context;
    return to->bytes;
}

/* The length must be the planned one. */
static bool take_length(void *context, const qdr_block *from, int64_t bytes)
{
    (void)context;
    return from->bytes == bytes;
}

const qdr_announced qdr_drs_lengths = {tell_length, take_length};

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
