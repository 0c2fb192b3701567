/* kernels/messaging/active_transport_mpi.c -- active messages over MPI.
 *
 * Each is an MPI message to a receive that is always posted. A rank waits in
 * MPI_Waitany over that receive and a transfer of data.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernels/messaging/active_message.h"
#include "kernels/messaging/active_transport.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/mpi_running.h"
#include "kernels/messaging/tags.h"

enum {
    STOP = -1,       /* replaces a handler: completes the posted receive */
    MAX_DATA = 1,    /* transfers awaited at a time */
    SLEEP_NS = 20000 /* time between a sleeper's probes */
};

/* A message in progress. Slots are a ring, used in turn. */
typedef struct slot {
    qdr_packet packet;
    MPI_Request send;
    struct slot *next;
} slot;

typedef struct carrier {
    qdr_packet incoming;
    MPI_Request receive;
    slot *last; /* used; its next one is the oldest */
    bool is_stopped;
    bool has_reminder;
    int64_t remind_ns;
    qdr_packet reminder;
} carrier;

/* A new slot, after the last one that was used. */
static qdr_status add_slot(carrier *c, qdr_error *error)
{
    slot *added = calloc(1, sizeof *added);

    if (added == NULL)
        return qdr_fail_memory(error, "active messages");
    added->send = MPI_REQUEST_NULL;
    added->next = c->last == NULL ? added : c->last->next;
    if (c->last == NULL)
        c->last = added;
    else
        c->last->next = added;
    return QDR_OK;
}

static qdr_status post_receive(qdr_active *active, qdr_error *error)
{
    carrier *c = active->transport;

    return qdr_mpi_status(MPI_Irecv(&c->incoming, sizeof c->incoming, MPI_BYTE,
                                    MPI_ANY_SOURCE, QDR_TAG_ACTIVE,
                                    active->comm, &c->receive),
                          "waiting for active messages", active->rank, error);
}

qdr_status qdr_transport_open(qdr_active *active, qdr_error *error)
{
    carrier *c = calloc(1, sizeof *c);

    active->transport = c;
    if (c == NULL)
        return qdr_fail_memory(error, "active messages");
    c->receive = MPI_REQUEST_NULL;
    /* Room for as many as the others can await at a time, and some more. */
    for (int i = 0; i < active->num_procs + 4; i++) {
        qdr_status status = add_slot(c, error);
        if (status != QDR_OK)
            return status;
    }
    return post_receive(active, error);
}

/* Never waits: a message may stay in progress until its receiver, which can be
 * this rank itself, probes for it. If the oldest message is still in progress,
 * one slot is added. */
qdr_status qdr_transport_send(qdr_active *active, int target,
                              const qdr_packet *sent, qdr_error *error)
{
    carrier *c = active->transport;
    int index, is_free,
        code = MPI_Testany(1, &c->last->next->send, &index, &is_free,
                           MPI_STATUS_IGNORE);
    qdr_status status = QDR_OK;

    if (code == MPI_SUCCESS && !is_free)
        status = add_slot(c, error);
    if (status != QDR_OK)
        return status;
    c->last = c->last->next;
    c->last->packet = *sent;
    if (code == MPI_SUCCESS)
        code = MPI_Isend(&c->last->packet, sizeof *sent, MPI_BYTE, target,
                         QDR_TAG_ACTIVE, active->comm, &c->last->send);
    return qdr_mpi_status(code, "an active message to", target, error);
}

/* An active message has arrived: makes room for the next one, then runs it. */
static qdr_status take(qdr_active *active, int source, qdr_error *error)
{
    carrier *c = active->transport;
    qdr_packet arrived = c->incoming;
    qdr_status status;

    if (arrived.handler < STOP ||
        arrived.handler >= active->service.num_handlers)
        return qdr_fail(
            error, QDR_ERROR_CHECK, "rank %d sent to handler %lld, of %d",
            source, (long long)arrived.handler, active->service.num_handlers);
    if (arrived.handler == STOP) {
        active->has_run = c->is_stopped = true;
        return QDR_OK;
    }
    status = post_receive(active, error);
    if (status != QDR_OK)
        return status;
    qdr_active_run(active, source, &arrived);
    return qdr_active_failed(active, error);
}

/* Runs the reminder if it is time. */
static bool has_reminded(qdr_active *active)
{
    carrier *c = active->transport;

    if (!c->has_reminder || qdr_active_now_ns() < c->remind_ns)
        return false;
    c->has_reminder = false;
    qdr_active_run(active, active->rank, &c->reminder);
    return true;
}

/* MPI_Waitany, or until the reminder has run: then *index is MPI_UNDEFINED. */
static int wait_any(qdr_active *active, int count, MPI_Request *all, int *index,
                    MPI_Status *about)
{
    const carrier *c = active->transport;
    int is_complete = 0, code = MPI_SUCCESS;

    if (!c->has_reminder)
        return MPI_Waitany(count, all, index, about);
    while (code == MPI_SUCCESS && !is_complete) {
        *index = MPI_UNDEFINED;
        if (has_reminded(active))
            break;
        code = MPI_Testany(count, all, index, &is_complete, about);
    }
    return code;
}

/* Waits until a handler has run, or one of data[count] is complete. */
static qdr_status advance(qdr_active *active, int count, MPI_Request *data,
                          qdr_error *error)
{
    carrier *c = active->transport;
    MPI_Request all[1 + MAX_DATA];
    MPI_Status about;
    int index, code;

    all[0] = c->receive;
    memcpy(all + 1, data, (size_t)count * sizeof *data);
    code = wait_any(active, 1 + count, all, &index, &about);
    c->receive = all[0];
    memcpy(data, all + 1, (size_t)count * sizeof *data);
    if (code == MPI_SUCCESS && index == MPI_UNDEFINED)
        return qdr_active_failed(active, error);
    if (code != MPI_SUCCESS || index != 0)
        return qdr_mpi_status(code, "waiting of", active->rank, error);
    return take(active, about.MPI_SOURCE, error);
}

qdr_status qdr_transport_wait(qdr_active *active, qdr_error *error)
{
    MPI_Request none[MAX_DATA];

    return advance(active, 0, none, error);
}

qdr_status qdr_transport_complete(qdr_active *active, int count,
                                  MPI_Request *requests, qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int i = 0; i < count && status == QDR_OK; i++)
        while (requests[i] != MPI_REQUEST_NULL && status == QDR_OK)
            status = advance(active, 1, &requests[i], error);
    return status;
}

/* Time until a sleeper probes for messages again: not beyond its end or its
 * reminder. */
static int64_t nap_ns(const carrier *c, int64_t now_ns, int64_t left_ns)
{
    int64_t nap = left_ns < SLEEP_NS ? left_ns : SLEEP_NS;

    if (c->has_reminder && c->remind_ns - now_ns < nap)
        nap = c->remind_ns - now_ns;
    return nap > 0 ? nap : 0;
}

/* Sleeps, until a handler has run if that `ends` it. */
static qdr_status nap_for(qdr_active *active, int64_t duration_ns, bool ends,
                          qdr_error *error)
{
    carrier *c = active->transport;
    int64_t end_ns = qdr_active_now_ns() + duration_ns;
    qdr_status status = QDR_OK;

    while (status == QDR_OK && !(ends && active->has_run)) {
        int64_t now_ns = qdr_active_now_ns(), left_ns = end_ns - now_ns;
        struct timespec nap = {0, nap_ns(c, now_ns, left_ns)};
        MPI_Status about;
        int index, has_arrived;
        if (left_ns <= 0)
            break;
        if (has_reminded(active)) {
            status = qdr_active_failed(active, error);
            continue;
        }
        status = qdr_mpi_status(
            MPI_Testany(1, &c->receive, &index, &has_arrived, &about),
            "looking for active messages of", active->rank, error);
        if (status == QDR_OK && has_arrived)
            status = take(active, about.MPI_SOURCE, error);
        else if (status == QDR_OK)
            nanosleep(&nap, NULL);
    }
    return status;
}

qdr_status qdr_transport_sleep(qdr_active *active, int64_t duration_ns,
                               qdr_error *error)
{
    return nap_for(active, duration_ns, false, error);
}

qdr_status qdr_transport_doze(qdr_active *active, int64_t duration_ns,
                              qdr_error *error)
{
    return nap_for(active, duration_ns, true, error);
}

void qdr_transport_remind(qdr_active *active, int64_t at_ns,
                          const qdr_packet *reminder)
{
    carrier *c = active->transport;

    c->has_reminder = true;
    c->remind_ns = at_ns;
    c->reminder = *reminder;
}

/* A message to itself ends the posted receive. */
static void stop(qdr_active *active)
{
    carrier *c = active->transport;
    const qdr_packet stopping = {STOP, {0, 0}};
    MPI_Request none[MAX_DATA];
    qdr_error error = {""};
    qdr_status status =
        qdr_transport_send(active, active->rank, &stopping, &error);

    c->has_reminder = false;
    while (!c->is_stopped && status == QDR_OK)
        status = advance(active, 0, none, &error);
    for (slot *at = c->last->next; status == QDR_OK; at = at->next) {
        MPI_Waitall(1, &at->send, MPI_STATUSES_IGNORE);
        if (at == c->last)
            break;
    }
}

static void free_slots(carrier *c)
{
    slot *at = c->last;

    if (at == NULL)
        return;
    at = at->next;
    c->last->next = NULL;
    while (at != NULL) {
        slot *next = at->next;
        free(at);
        at = next;
    }
}

void qdr_transport_close(qdr_active *active)
{
    carrier *c = active->transport;

    if (c == NULL)
        return;
    if (c->receive != MPI_REQUEST_NULL && qdr_mpi_is_running())
        stop(active);
    free_slots(c);
    free(c);
    active->transport = NULL;
}
