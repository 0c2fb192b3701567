/* kernels/alltoallv/distributed_random/drs_engine.c -- see drs_engine.h. */
#include "kernels/alltoallv/distributed_random/drs_engine.h"

#include <stdlib.h>

#include "kernels/alltoallv/distributed_random/distributed_random_parameters.h"
#include "kernels/alltoallv/distributed_random/drs_engine_messages.h"
#include "kernels/messaging/chunks.h"

void qdr_drs_cleanup(void *state)
{
    qdr_drs *s = state;

    qdr_one_sided_lock_free(s->one_sided);
    qdr_active_free(s->active);
    qdr_announcement_cleanup(&s->announcement);
    qdr_choice_cleanup(&s->choice);
    qdr_waiting_cleanup(&s->waiting);
    free(s->receives);
}

/* The seed is of all ranks; each draws its own order of destinations. */
static qdr_status allocate(qdr_drs *s, uint64_t seed, const qdr_local *local,
                           qdr_error *error)
{
    const qdr_buffer_layout *own = s->layout;
    qdr_status status =
        qdr_choice_init(&s->choice, own->num_sends,
                        seed ^ qdr_mix64((uint64_t)own->rank + 1), error);

    if (status == QDR_OK)
        status = qdr_announcement_init(&s->announcement, local,
                                       &qdr_announced_lengths, NULL, error);
    for (int64_t i = 0; i < own->num_receives; i++)
        if (own->receives[i].peer != own->rank)
            s->num_receives += qdr_chunks_of(own->receives[i].bytes);
    if (status == QDR_OK)
        status = qdr_waiting_init(&s->waiting, own->num_receives, error);
    s->receives = malloc(((size_t)s->num_receives + 1) * sizeof *s->receives);
    if (status == QDR_OK && s->receives == NULL)
        status = qdr_fail_memory(error, "the receives of an exchange");
    return status;
}

qdr_status qdr_drs_prepare(qdr_drs *s, const qdr_problem *problem,
                           const qdr_local *local,
                           const qdr_drs_locking *locking, qdr_error *error)
{
    s->layout = local->layout;
    s->locking = locking;
    s->trace = problem->trace;
    s->trace_context = problem->trace_context;
    s->delay_ns =
        (int64_t)(qdr_values_real(problem->values, QDR_DRS_DELAY_US) * 1000);
    return allocate(s, problem->seed, local, error);
}

qdr_status qdr_drs_connect(void *state, const qdr_problem *problem,
                           const qdr_local *local, qdr_error *error)
{
    qdr_drs *s = state;
    const qdr_active_service service = {s->locking->mode, qdr_drs_handlers,
                                        QDR_DRS_NUM_HANDLERS, s};
    qdr_status status =
        qdr_transfer_time_measure(local->comm, &s->transfer_time, error);

    (void)problem;
    if (status != QDR_OK)
        return status;
    /* The next sender's message is on its way after a start-up. */
    s->lock.ahead_ns = 1 + qdr_transfer_time_ns(&s->transfer_time, 0);
    return qdr_active_new(&s->active, &service, local->comm, error);
}

/* To a destination whose lock this rank has. A send that has returned was
 * received, so the lock is given back at once. */
static qdr_status send_message(qdr_drs *s, const char *send,
                               const qdr_block *to, qdr_error *error)
{
    int64_t begin_ns = qdr_active_now_ns();
    qdr_status status;

    s->is_sending = true;
    status = qdr_chunks_send(s->active, send + to->displacement, to->peer,
                             to->bytes, error);
    s->is_sending = false;
    if (s->trace != NULL)
        s->trace(s->trace_context, to->peer, begin_ns, qdr_active_now_ns());
    return status == QDR_OK ? s->locking->release(s, to->peer, error) : status;
}

/* Requests the lock of the destination at `place` of the choice; sends if it is
 * granted, and else notes when to ask again. */
static qdr_status try_to_send(qdr_drs *s, int64_t place, const char *send,
                              qdr_error *error)
{
    const qdr_block *to = &s->layout->sends[s->choice.unsent[place].block];
    int64_t not_before_ns;
    qdr_status status;

    s->num_inquiries++;
    status = s->locking->request(s, to, error);
    if (status != QDR_OK)
        return status;
    if (s->answered == QDR_DRS_GRANTED) {
        status = send_message(s, send, to, error);
        qdr_choice_sent(&s->choice, place);
        return status;
    }
    not_before_ns = qdr_active_now_ns() + s->delay_ns;
    if (s->has_busy_measure)
        not_before_ns += s->busy_ns;
    qdr_choice_refused(&s->choice, place, not_before_ns);
    s->num_refusals++;
    return QDR_OK;
}

/* A destination that gave the go-ahead is not asked. */
static qdr_status send_ready(qdr_drs *s, int64_t place, const char *send,
                             qdr_error *error)
{
    const qdr_block *to = &s->layout->sends[s->choice.unsent[place].block];
    qdr_status status = send_message(s, send, to, error);

    qdr_choice_sent(&s->choice, place);
    return status;
}

/* Until it may ask again, or a handler has run that may have brought a
 * go-ahead. */
static qdr_status sleep_for(qdr_drs *s, int64_t wait_ns, qdr_error *error)
{
    return s->pushes ? qdr_active_doze(s->active, wait_ns, error)
                     : qdr_active_sleep(s->active, wait_ns, error);
}

/* The sender's loop [wang1993, Fig. 5]. */
static qdr_status send_all(qdr_drs *s, const char *send, qdr_error *error)
{
    const qdr_buffer_layout *own = s->layout;
    qdr_status status = QDR_OK;

    for (int64_t i = 0; i < own->num_sends; i++)
        if (own->sends[i].peer != own->rank)
            qdr_choice_add(&s->choice, i);
    while (s->choice.num_unsent > 0 && status == QDR_OK) {
        int64_t wait_ns = 0, ready = qdr_choice_ready(&s->choice);
        int64_t place =
            ready >= 0
                ? ready
                : qdr_choice_next(&s->choice, qdr_active_now_ns(), &wait_ns);
        if (ready >= 0)
            status = send_ready(s, place, send, error);
        else if (place >= 0)
            status = try_to_send(s, place, send, error);
        else if (wait_ns > 0)
            status = sleep_for(s, wait_ns, error);
    }
    return status;
}

/* Its lock, as a destination, is free after the last release: the next
 * execution begins like this one. */
static qdr_status check_free(const qdr_drs *s, qdr_error *error)
{
    if (!s->locking->is_released_by_message ||
        (s->lock.num_under_way == 0 && s->waiting.count == 0))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_CHECK,
                    "rank %d: %d messages allowed and %lld waited for after "
                    "the last message",
                    s->layout->rank, s->lock.num_under_way,
                    (long long)s->waiting.count);
}

qdr_status qdr_drs_execute(void *state, const char *send, char *receive,
                           qdr_error *error)
{
    qdr_drs *s = state;
    const qdr_buffer_layout *own = s->layout;
    qdr_status status;

    qdr_choice_begin(&s->choice);
    s->num_inquiries = s->num_refusals = 0;
    /* The releases of this execution; one may have come before this rank
     * began. */
    for (int64_t i = 0;
         i < own->num_receives && s->locking->is_released_by_message; i++)
        s->num_releases += own->receives[i].peer != own->rank;
    status = qdr_announce(&s->announcement, s->active, error);
    if (status == QDR_OK)
        status = qdr_chunks_post(own, receive, s->active, s->receives, error);
    qdr_buffer_layout_copy_own(own, send, receive);
    if (status == QDR_OK)
        status = send_all(s, send, error);
    if (status == QDR_OK)
        status = qdr_active_complete(s->active, (int)s->num_receives,
                                     s->receives, error);
    while (s->num_releases > 0 && status == QDR_OK)
        status = qdr_active_wait(s->active, error);
    return status == QDR_OK ? check_free(s, error) : status;
}

int qdr_drs_count(const void *state, qdr_counter *counts)
{
    const qdr_drs *s = state;

    counts[0] = (qdr_counter){"inquiries", s->num_inquiries};
    counts[1] = (qdr_counter){"refusals", s->num_refusals};
    return 2;
}
