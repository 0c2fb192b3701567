/* kernels/alltoallv/distributed_random/distributed_random_engine.c -- the
 * engine of drs_n and drs_n_polling, and of drs_n_one_sided; see
 * ../alltoallv/alltoallv_distributed_random.c. */
#include <stdlib.h>

#include "kernels/alltoallv/distributed_random/alltoallv_distributed_random.h"
#include "kernels/executor/dynamic.h"
#include "kernels/messaging/active_message.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/announce.h"
#include "kernels/messaging/byte_time.h"
#include "kernels/messaging/one_sided_lock.h"
#include "kernels/messaging/segments.h"

enum { ANNOUNCE = QDR_ANNOUNCE, INQUIRE, ANSWER, RELEASE, NUM_HANDLERS };

enum { LEAST_DELAY_NS = 5000 }; /* between looks at one-sided locks */

typedef enum answer { NO_ANSWER, BUSY, GRANTED } answer;

/* How a rank asks for a lock. */
typedef enum transport { INTERRUPTS, POLLING, ONE_SIDED } transport;

typedef struct scheduler {
    const qdr_placement *placement;
    qdr_active *active;
    qdr_announcement announcement; /* first, as its handler expects */
    qdr_dynamic_options options;
    bool has_busy_measure;
    int64_t tail_bytes;            /* travel after the lock is released */
    qdr_one_sided_lock *one_sided; /* or NULL: locks are active messages */
    qdr_choice choice;
    MPI_Request *receives; /* [num_receives] */
    int64_t num_receives;
    /* As a receiver. */
    bool is_locked;
    int64_t locked_ns, message_bytes; /* the message that the lock is for */
    double ns_per_byte;               /* as measured at planning */
    int64_t num_releases;             /* still to come in this execution */
    /* As a sender. */
    answer answered;
    int64_t busy_ns; /* for so long, says the destination */
    qdr_dynamic_counts counts;
} scheduler;

/* Test and set, at the destination: locks it for the sender, or tells for how
 * long it is busy. */
static void inquire(qdr_active *active, void *context, int source,
                    const int64_t arguments[2])
{
    scheduler *s = context;
    int64_t now_ns = qdr_active_now_ns(), rest_ns;

    if (!s->is_locked) {
        s->is_locked = true;
        s->locked_ns = now_ns;
        s->message_bytes = arguments[0];
        qdr_active_send(active, source, ANSWER, GRANTED, 0, NULL);
        return;
    }
    rest_ns = (int64_t)((double)s->message_bytes * s->ns_per_byte) -
              (now_ns - s->locked_ns);
    qdr_active_send(active, source, ANSWER, BUSY, rest_ns > 0 ? rest_ns : 0,
                    NULL);
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
    s->is_locked = false;
    s->num_releases--;
}

static void take_announcement(qdr_active *active, void *context, int source,
                              const int64_t arguments[2])
{
    scheduler *s = context;

    (void)active;
    qdr_announcement_take(&s->announcement, source, arguments[0]);
}

/* What is announced is a message's length; it must be the planned one. */
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

static qdr_status allocate(scheduler *s, const qdr_problem *problem,
                           int num_procs, qdr_error *error)
{
    const qdr_placement *own = s->placement;
    uint64_t seed = problem->seed ^ qdr_mix64((uint64_t)own->rank + 1);
    qdr_status status =
        qdr_choice_init(&s->choice, own->num_sends, seed, error);

    if (status == QDR_OK)
        status = qdr_announcement_init(&s->announcement, own, num_procs,
                                       &lengths, NULL, error);
    for (int64_t i = 0; i < own->num_receives; i++)
        if (own->receives[i].peer != own->rank)
            s->num_receives +=
                qdr_segments_of(own->receives[i].bytes, s->tail_bytes).count;
    s->receives = malloc(((size_t)s->num_receives + 1) * sizeof *s->receives);
    if (status == QDR_OK && s->receives == NULL)
        status = qdr_fail_memory(error, "the receives of an exchange");
    return status;
}

static qdr_status new_state(void **out_state, const qdr_problem *problem,
                            const qdr_placement *placement, MPI_Comm comm,
                            transport transport, qdr_error *error)
{
    const qdr_dynamic_options *options = &problem->dynamic;
    scheduler *s = calloc(1, sizeof *s);
    int num_procs;
    qdr_status status = QDR_OK;

    MPI_Comm_size(comm, &num_procs);
    if (s == NULL) {
        status = qdr_fail_memory(error, "distributed scheduling");
    } else {
        s->placement = placement;
        s->options = *options;
        s->has_busy_measure =
            transport == POLLING && !options->without_busy_measure;
        /* An answer by active message has made the ranks meet; a lock that is
         * looked at from afar must not be looked at all the time. */
        if (transport == ONE_SIDED && s->options.delay_ns < LEAST_DELAY_NS)
            s->options.delay_ns = LEAST_DELAY_NS;
        s->tail_bytes = INT64_MAX;
        if (transport == POLLING && !options->without_early_release)
            s->tail_bytes =
                options->segment_bytes == 0 ? 4096 : options->segment_bytes;
        status = allocate(s, problem, num_procs, error);
    }
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK)
        status = qdr_byte_time_ns(comm, &s->ns_per_byte, error);
    if (status == QDR_OK)
        status = qdr_active_new(&s->active, comm,
                                transport == POLLING ? QDR_ACTIVE_POLLING
                                                     : QDR_ACTIVE_INTERRUPT,
                                handlers, NUM_HANDLERS, s, error);
    if (status == QDR_OK && transport == ONE_SIDED)
        status = qdr_one_sided_lock_new(&s->one_sided, comm, error);
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
    const char *message = send + to->displacement;
    qdr_segments pieces = qdr_segments_of(to->bytes, s->tail_bytes);
    int64_t begin_ns = qdr_active_now_ns();
    qdr_status status =
        qdr_segments_send(s->active, message, to->peer, 0, pieces.body, error);

    if (s->options.trace != NULL)
        s->options.trace(s->options.trace_context, to->peer, begin_ns,
                         qdr_active_now_ns());
    if (status == QDR_OK)
        status = give_back(s, to->peer, error);
    if (status == QDR_OK && pieces.tail > 0)
        status = qdr_segments_send(s->active, message, to->peer, pieces.body,
                                   to->bytes, error);
    return status;
}

/* Asks for the lock of a destination and waits for its answer. */
static qdr_status ask(scheduler *s, const qdr_block *to, qdr_error *error)
{
    bool is_taken;
    qdr_status status;

    s->answered = NO_ANSWER;
    s->counts.num_inquiries++;
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
        not_before_ns = qdr_active_now_ns() + s->options.delay_ns;
        if (s->has_busy_measure)
            not_before_ns += s->busy_ns;
        qdr_choice_refused(&s->choice, place, not_before_ns);
        s->counts.num_refusals++;
    }
    return status;
}

static qdr_status execute(void *state, const char *send, char *receive,
                          qdr_error *error)
{
    scheduler *s = state;
    const qdr_placement *own = s->placement;
    qdr_status status;

    s->choice.num_unsent = 0;
    s->counts = (qdr_dynamic_counts){0};
    /* Those of this execution; one may have come before this rank began. */
    for (int64_t i = 0; i < own->num_receives && s->one_sided == NULL; i++)
        s->num_releases += own->receives[i].peer != own->rank;
    status = qdr_announce(&s->announcement, s->active, error);
    if (status == QDR_OK)
        status = qdr_segments_post(own, s->tail_bytes, receive, s->active,
                                   s->receives, error);
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

static qdr_dynamic_counts count(const void *state)
{
    return ((const scheduler *)state)->counts;
}

static qdr_status new_interrupting(void **out_state, const qdr_problem *problem,
                                   const qdr_placement *placement,
                                   MPI_Comm comm, qdr_error *error)
{
    return new_state(out_state, problem, placement, comm, INTERRUPTS, error);
}

static qdr_status new_polling(void **out_state, const qdr_problem *problem,
                              const qdr_placement *placement, MPI_Comm comm,
                              qdr_error *error)
{
    return new_state(out_state, problem, placement, comm, POLLING, error);
}

static qdr_status new_one_sided(void **out_state, const qdr_problem *problem,
                                const qdr_placement *placement, MPI_Comm comm,
                                qdr_error *error)
{
    return new_state(out_state, problem, placement, comm, ONE_SIDED, error);
}

const qdr_engine qdr_engine_random_scheduling = {new_interrupting, free_state,
                                                 execute, count};
const qdr_engine qdr_engine_random_scheduling_polling = {
    new_polling, free_state, execute, count};
const qdr_engine qdr_engine_random_scheduling_one_sided = {
    new_one_sided, free_state, execute, count};
