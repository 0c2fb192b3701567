/* kernels/alltoallv/distributed_random/distributed_random_engine.c -- the
 * engine of drs_n, drs_n_polling and drs_n_one_sided. */
#include <stdlib.h>

#include "kernels/alltoallv/distributed_random/distributed_random_choice.h"
#include "kernels/alltoallv/distributed_random/distributed_random_lock.h"
#include "kernels/alltoallv/distributed_random/distributed_random_parameters.h"
#include "kernels/engine.h"
#include "kernels/messaging/active_message.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/announce.h"
#include "kernels/messaging/one_sided_lock.h"
#include "kernels/messaging/pieces.h"
#include "kernels/messaging/transfer_time.h"

enum { ANNOUNCE = QDR_ANNOUNCE, INQUIRE, ANSWER, RELEASE, NUM_HANDLERS };

enum { MIN_DELAY_NS = 5000 }; /* between probes of one-sided locks */

typedef enum answer { NO_ANSWER, BUSY, GRANTED } answer;

/* How a rank requests a lock. */
typedef enum transport { INTERRUPTS, POLLING, ONE_SIDED } transport;

typedef struct scheduler {
    const qdr_placement *placement;
    qdr_active *active;
    qdr_announcement announcement;
    qdr_trace *trace; /* or NULL */
    void *trace_context;
    int64_t delay_ns; /* before a busy destination is asked again */
    bool has_busy_measure;
    qdr_one_sided_lock *one_sided; /* or NULL: locks are active messages */
    qdr_choice choice;
    MPI_Request *receives; /* [num_receives] */
    int64_t num_receives;
    /* As a receiver. */
    qdr_lock lock;
    qdr_transfer_time transfer_time; /* as measured at planning */
    int64_t num_releases;            /* still to come in this execution */
    /* As a sender. */
    answer answered;
    int64_t busy_ns;                     /* as the destination reports */
    int64_t num_inquiries, num_refusals; /* in this execution */
} scheduler;

/* Test and set, at the destination: takes the lock for the sender, or reports
 * how long it is busy. */
static void inquire(qdr_active *active, void *context, int source,
                    const int64_t arguments[2])
{
    scheduler *s = context;
    int64_t busy_ns = 0;
    bool is_granted = qdr_lock_take(
        &s->lock, qdr_active_now_ns(),
        qdr_transfer_time_ns(&s->transfer_time, arguments[0]), &busy_ns);

    /* The next call that waits returns a failure. */
    (void)qdr_active_send(active, source, ANSWER, is_granted ? GRANTED : BUSY,
                          busy_ns, NULL);
}

static void take_answer(qdr_active *active, void *context, int source,
                        const int64_t arguments[2])
{
    scheduler *s = context;

    (void)active;
    (void)source;
    s->answered = (answer)arguments[0];
    s->busy_ns = arguments[1];
}

static void release_lock(qdr_active *active, void *context, int source,
                         const int64_t arguments[2])
{
    scheduler *s = context;

    (void)active;
    (void)source;
    (void)arguments;
    qdr_lock_release(&s->lock);
    s->num_releases--;
}

static void take_announcement(qdr_active *active, void *context, int source,
                              const int64_t arguments[2])
{
    scheduler *s = context;

    (void)active;
    qdr_announcement_take(&s->announcement, source, arguments[0]);
}

/* The announced number is a message's length; it must be the planned one. */
static int64_t tell_length(const void *context, const qdr_block *to)
{
    (void)context;
    return to->bytes;
}

static bool take_length(void *context, const qdr_block *from, int64_t bytes)
{
    (void)context;
    return from->bytes == bytes;
}

static const qdr_announced lengths = {tell_length, take_length};

static qdr_active_handler *const handlers[NUM_HANDLERS] = {
    [ANNOUNCE] = take_announcement,
    [INQUIRE] = inquire,
    [ANSWER] = take_answer,
    [RELEASE] = release_lock,
};

static void free_state(void *state)
{
    scheduler *s = state;

    if (s == NULL)
        return;
    qdr_one_sided_lock_free(s->one_sided);
    qdr_active_free(s->active);
    qdr_announcement_cleanup(&s->announcement);
    qdr_choice_cleanup(&s->choice);
    free(s->receives);
    free(s);
}

static qdr_status allocate(scheduler *s, uint64_t seed, const qdr_local *local,
                           qdr_error *error)
{
    const qdr_placement *own = s->placement;
    qdr_status status =
        qdr_choice_init(&s->choice, own->num_sends,
                        seed ^ qdr_mix64((uint64_t)own->rank + 1), error);

    if (status == QDR_OK)
        status = qdr_announcement_init(&s->announcement, local, &lengths, NULL,
                                       error);
    for (int64_t i = 0; i < own->num_receives; i++)
        if (own->receives[i].peer != own->rank)
            s->num_receives += qdr_pieces_of(own->receives[i].bytes);
    s->receives = malloc(((size_t)s->num_receives + 1) * sizeof *s->receives);
    if (status == QDR_OK && s->receives == NULL)
        status = qdr_fail_memory(error, "the receives of an exchange");
    return status;
}

static void take_values(scheduler *s, const qdr_values *values,
                        transport transport)
{
    s->delay_ns = (int64_t)(qdr_values_real(values, QDR_DRS_DELAY_US) * 1000);
    /* A request by active message waits for an answer; a one-sided try does
     * not, and must not spin. */
    if (transport == ONE_SIDED && s->delay_ns < MIN_DELAY_NS)
        s->delay_ns = MIN_DELAY_NS;
    if (transport == POLLING) {
        int64_t improvements = qdr_values_integer(values, QDR_DRS_IMPROVEMENTS);
        s->has_busy_measure = improvements == QDR_IMPROVED_BUSY_MEASURE ||
                              improvements == QDR_IMPROVED_BOTH;
        s->lock.has_go_ahead = improvements == QDR_IMPROVED_GO_AHEAD ||
                               improvements == QDR_IMPROVED_BOTH;
    }
}

static qdr_status new_state(void **out_state, const qdr_problem *problem,
                            const qdr_local *local, transport transport,
                            qdr_error *error)
{
    scheduler *s = calloc(1, sizeof *s);
    const qdr_active_service service = {
        transport == POLLING ? QDR_ACTIVE_POLLING : QDR_ACTIVE_INTERRUPT,
        handlers, NUM_HANDLERS, s};
    qdr_status status = QDR_OK;

    if (s == NULL) {
        status = qdr_fail_memory(error, "distributed scheduling");
    } else {
        s->placement = local->placement;
        s->trace = problem->trace;
        s->trace_context = problem->trace_context;
        take_values(s, problem->values, transport);
        status = allocate(s, problem->seed, local, error);
    }
    status = qdr_agree(local->comm, status, error);
    if (status == QDR_OK)
        status =
            qdr_transfer_time_measure(local->comm, &s->transfer_time, error);
    if (status == QDR_OK) {
        /* The next sender's message is on its way after a start-up. */
        s->lock.ahead_ns = 1 + qdr_transfer_time_ns(&s->transfer_time, 0);
        status = qdr_active_new(&s->active, &service, local->comm, error);
    }
    if (status == QDR_OK && transport == ONE_SIDED)
        status = qdr_one_sided_lock_new(&s->one_sided, local->comm, error);
    if (status == QDR_OK)
        *out_state = s;
    else
        free_state(s);
    return status;
}

static qdr_status give_back(scheduler *s, int dst, qdr_error *error)
{
    return s->one_sided != NULL
               ? qdr_one_sided_lock_release(s->one_sided, dst, error)
               : qdr_active_send(s->active, dst, RELEASE, 0, 0, error);
}

static qdr_status send_message(scheduler *s, const char *send,
                               const qdr_block *to, qdr_error *error)
{
    int64_t begin_ns = qdr_active_now_ns();
    qdr_status status = qdr_pieces_send(s->active, send + to->displacement,
                                        to->peer, to->bytes, error);

    if (s->trace != NULL)
        s->trace(s->trace_context, to->peer, begin_ns, qdr_active_now_ns());
    return status == QDR_OK ? give_back(s, to->peer, error) : status;
}

/* Requests the lock of a destination and waits for its answer. */
static qdr_status ask(scheduler *s, const qdr_block *to, qdr_error *error)
{
    bool is_taken;
    qdr_status status;

    s->answered = NO_ANSWER;
    s->num_inquiries++;
    if (s->one_sided != NULL) {
        status =
            qdr_one_sided_lock_try(s->one_sided, to->peer, &is_taken, error);
        s->answered = is_taken ? GRANTED : BUSY;
        return status;
    }
    status = qdr_active_send(s->active, to->peer, INQUIRE, to->bytes, 0, error);
    while (s->answered == NO_ANSWER && status == QDR_OK)
        status = qdr_active_wait(s->active, error);
    return status;
}

static qdr_status send_all(scheduler *s, const char *send, qdr_error *error)
{
    const qdr_placement *own = s->placement;
    qdr_status status = QDR_OK;

    for (int64_t i = 0; i < own->num_sends; i++)
        if (own->sends[i].peer != own->rank)
            qdr_choice_add(&s->choice, i);
    while (s->choice.num_unsent > 0 && status == QDR_OK) {
        int64_t wait_ns = 0, place, not_before_ns;
        const qdr_block *to;
        place = qdr_choice_next(&s->choice, qdr_active_now_ns(), &wait_ns);
        if (place < 0) {
            if (wait_ns > 0)
                status = qdr_active_sleep(s->active, wait_ns, error);
            continue;
        }
        to = &own->sends[s->choice.unsent[place].block];
        status = ask(s, to, error);
        if (status != QDR_OK)
            break;
        if (s->answered == GRANTED) {
            status = send_message(s, send, to, error);
            qdr_choice_sent(&s->choice, place);
            continue;
        }
        not_before_ns = qdr_active_now_ns() + s->delay_ns;
        if (s->has_busy_measure)
            not_before_ns += s->busy_ns;
        qdr_choice_refused(&s->choice, place, not_before_ns);
        s->num_refusals++;
    }
    return status;
}

static qdr_status execute(void *state, const char *send, char *receive,
                          qdr_error *error)
{
    scheduler *s = state;
    const qdr_placement *own = s->placement;
    qdr_status status;

    qdr_choice_begin(&s->choice);
    s->num_inquiries = s->num_refusals = 0;
    /* The announcements of this execution; one may have come before this rank
     * began. */
    for (int64_t i = 0; i < own->num_receives && s->one_sided == NULL; i++)
        s->num_releases += own->receives[i].peer != own->rank;
    status = qdr_announce(&s->announcement, s->active, error);
    if (status == QDR_OK)
        status = qdr_pieces_post(own, receive, s->active, s->receives, error);
    qdr_placement_copy_own(own, send, receive);
    if (status == QDR_OK)
        status = send_all(s, send, error);
    if (status == QDR_OK)
        status = qdr_active_complete(s->active, (int)s->num_receives,
                                     s->receives, error);
    while (s->num_releases > 0 && status == QDR_OK)
        status = qdr_active_wait(s->active, error);
    return status;
}

static int count(const void *state, qdr_count *counts)
{
    const scheduler *s = state;

    counts[0] = (qdr_count){"inquiries", s->num_inquiries};
    counts[1] = (qdr_count){"refusals", s->num_refusals};
    return 2;
}

static qdr_status new_interrupting(void **out_state, const qdr_problem *problem,
                                   const qdr_local *local, qdr_error *error)
{
    return new_state(out_state, problem, local, INTERRUPTS, error);
}

static qdr_status new_polling(void **out_state, const qdr_problem *problem,
                              const qdr_local *local, qdr_error *error)
{
    return new_state(out_state, problem, local, POLLING, error);
}

static qdr_status new_one_sided(void **out_state, const qdr_problem *problem,
                                const qdr_local *local, qdr_error *error)
{
    return new_state(out_state, problem, local, ONE_SIDED, error);
}

const qdr_engine qdr_alltoallv_distributed_random_engine = {
    new_interrupting, free_state, execute, count};
const qdr_engine qdr_alltoallv_distributed_random_polling_engine = {
    new_polling, free_state, execute, count};
const qdr_engine qdr_alltoallv_distributed_random_one_sided_engine = {
    new_one_sided, free_state, execute, count};
