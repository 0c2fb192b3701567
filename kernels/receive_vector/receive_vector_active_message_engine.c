/* kernels/receive_vector/receive_vector_active_message_engine.c --
 * active_message: the announcements are the exchange. */
#include <string.h>

#include "kernels/engine.h"
#include "kernels/messaging/announce.h"
#include "kernels/receive_vector/receive_vector_lengths_engine.h"

typedef struct receiver {
    const qdr_buffer_layout *layout;
    qdr_active *active;
    qdr_announcement announcement;
    /* Of the current execution. No message comes before this rank counts its
     * senders, so these are set. */
    const char *send;
    char *receive;
} receiver;

static int64_t report(const void *context, const qdr_block *to)
{
    return qdr_length_at(((const receiver *)context)->send + to->displacement);
}

static bool take(void *context, const qdr_block *from, int64_t length)
{
    memcpy(((receiver *)context)->receive + from->displacement, &length,
           sizeof length);
    return true;
}

static const qdr_announced lengths = {report, take};

static void take_announcement(qdr_active *active, void *context, int source,
                              const int64_t arguments[2])
{
    receiver *r = context;

    (void)active;
    qdr_announcement_take(&r->announcement, source, arguments[0]);
}

static qdr_active_handler *const handlers[] = {
    [QDR_ANNOUNCE] = take_announcement,
};

static void cleanup(void *state)
{
    receiver *r = state;

    qdr_active_free(r->active);
    qdr_announcement_cleanup(&r->announcement);
}

static qdr_status prepare(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    receiver *r = state;
    qdr_status status = qdr_lengths_check(local->layout, error);

    (void)problem;
    r->layout = local->layout;
    return status == QDR_OK ? qdr_announcement_init(&r->announcement, local,
                                                    &lengths, r, error)
                            : status;
}

/* Messages interrupt, as CMAML's do on the paper's machine. */
static qdr_status connect(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    receiver *r = state;
    const qdr_active_service service = {QDR_ACTIVE_INTERRUPT, handlers, 1, r};

    (void)problem;
    return qdr_active_new(&r->active, &service, local->comm, error);
}

static qdr_status execute(void *state, const char *send, char *receive,
                          qdr_error *error)
{
    receiver *r = state;

    r->send = send;
    r->receive = receive;
    qdr_buffer_layout_copy_own(r->layout, send, receive);
    return qdr_announce(&r->announcement, r->active, error);
}

const qdr_engine qdr_receive_vector_active_message_engine = {
    .state_bytes = sizeof(receiver),
    .prepare = prepare,
    .connect = connect,
    .cleanup = cleanup,
    .execute = execute,
};
