/* harness/simulator/active_transport_simulated.c -- active messages on a
 * simulated machine, which delivers them.
 *
 * A sender leaves its message at the target and goes on; the target's processor
 * runs the handler when it comes to it; see processor.h.
 */
#include <simgrid/semaphore.h>
#include <stdlib.h>

#include "harness/simulator/processor.h"
#include "harness/simulator/same_instant.h"
#include "kernels/messaging/active_transport.h"
#include "kernels/messaging/agreement.h"

typedef struct carrier {
    qdr_processor *processor; /* of this rank's node */
    sg_sem_t has_run;         /* once a handler that ran */
    int64_t *peers; /* [num_procs], the ends of all ranks: they share memory */
    qdr_reminder reminder;
    qdr_packet reminding;
} carrier;

/* A message in progress. */
typedef struct delivery {
    qdr_active *to;
    int source;
    qdr_packet packet;
} delivery;

qdr_status qdr_transport_open(qdr_active *active, qdr_error *error)
{
    carrier *c = calloc(1, sizeof *c);
    size_t p = (size_t)active->num_procs;

    active->transport = c;
    if (c != NULL) {
        c->processor = qdr_processor_own();
        qdr_processor_accept(c->processor);
        c->has_run = sg_sem_init(0);
        c->peers = malloc(p * sizeof *c->peers);
    }
    /* All ranks are one process: what one lacks, all lack. */
    if (c == NULL || c->peers == NULL)
        return qdr_fail_memory(error, "active messages");
    return qdr_gather_numbers(active->comm, (int64_t)(intptr_t)active, c->peers,
                              error);
}

void qdr_transport_close(qdr_active *active)
{
    carrier *c = active->transport;

    if (c == NULL)
        return;
    while (c->reminder.is_coming)
        sg_sem_acquire(c->has_run);
    qdr_arrivals_forget(qdr_processor_arrivals(c->processor), &c->reminder);
    sg_sem_destroy(c->has_run);
    free(c->peers);
    free(c);
    active->transport = NULL;
}

/* The target's handler, by its processor. */
static void deliver(void *context)
{
    delivery *d = context;
    const carrier *c = d->to->transport;

    qdr_active_run(d->to, d->source, &d->packet);
    free(d);
    sg_sem_release(c->has_run);
}

qdr_status qdr_transport_send(qdr_active *active, int target,
                              const qdr_packet *sent, qdr_error *error)
{
    const carrier *own = active->transport;
    const qdr_active_costs *costs = qdr_processor_costs(own->processor);
    qdr_active *peer = (qdr_active *)(intptr_t)own->peers[target];
    delivery *d = malloc(sizeof *d); /* freed by deliver */
    const qdr_arrival arrival = {.duration_s = costs->receive_s,
                                 .interrupt_s = costs->interrupt_s,
                                 .waits =
                                     peer->service.mode == QDR_ACTIVE_POLLING,
                                 .handler = deliver,
                                 .context = d};

    if (d == NULL)
        return qdr_fail_memory(error, "an active message");
    *d = (delivery){peer, active->rank, *sent};
    qdr_processor_send(own->processor);
    qdr_processor_deliver(((carrier *)peer->transport)->processor, &arrival);
    return QDR_OK;
}

qdr_status qdr_transport_wait(qdr_active *active, qdr_error *error)
{
    carrier *c = active->transport;

    (void)error;
    qdr_processor_poll(c->processor, true);
    sg_sem_acquire(c->has_run);
    return QDR_OK;
}

qdr_status qdr_transport_complete(qdr_active *active, int count,
                                  MPI_Request *requests, qdr_error *error)
{
    carrier *c = active->transport;

    qdr_processor_poll(c->processor, false);
    return qdr_mpi_status(MPI_Waitall(count, requests, MPI_STATUSES_IGNORE),
                          "waiting of", active->rank, error);
}

/* The processor has nothing to do, and polls. */
qdr_status qdr_transport_sleep(qdr_active *active, int64_t duration_ns,
                               qdr_error *error)
{
    carrier *c = active->transport;

    (void)error;
    qdr_processor_poll(c->processor, true);
    qdr_processor_idle((double)duration_ns * 1e-9 + QDR_WAKING_S);
    return QDR_OK;
}

qdr_status qdr_transport_doze(qdr_active *active, int64_t duration_ns,
                              qdr_error *error)
{
    carrier *c = active->transport;

    (void)error;
    qdr_processor_poll(c->processor, true);
    /* Until a handler has run, or the time is over. */
    (void)sg_sem_acquire_timeout(c->has_run, (double)duration_ns * 1e-9);
    /* Or both at one instant. */
    qdr_processor_idle(QDR_WAKING_S);
    while (!sg_sem_would_block(c->has_run))
        sg_sem_acquire(c->has_run);
    return QDR_OK;
}

/* The reminder's handler; it costs the time of what it sends. */
static void remind(void *context)
{
    qdr_active *active = context;
    carrier *c = active->transport;

    qdr_active_run(active, active->rank, &c->reminding);
    c->reminder.is_coming = false; /* qdr_transport_close waits for this */
    sg_sem_release(c->has_run);
}

void qdr_transport_remind(qdr_active *active, int64_t at_ns,
                          const qdr_packet *reminder)
{
    carrier *c = active->transport;

    c->reminding = *reminder;
    c->reminder.arrival =
        (qdr_arrival){.waits = active->service.mode == QDR_ACTIVE_POLLING,
                      .handler = remind,
                      .context = active};
    /* A nanosecond later, so that the handler never reads an earlier clock. */
    qdr_arrivals_remind(qdr_processor_arrivals(c->processor), &c->reminder,
                        (double)(at_ns + 1) * 1e-9);
}
