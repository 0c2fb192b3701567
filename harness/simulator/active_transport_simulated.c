/* harness/simulator/active_transport_simulated.c -- active messages on a
 * simulated machine, which delivers them; see processor.h. */
#include <simgrid/semaphore.h>
#include <stdlib.h>

#include "harness/simulator/processor.h"
#include "kernels/messaging/active_transport.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/mpi_status.h"

typedef struct carrier {
    qdr_processor *processor; /* of this rank's node */
    sg_sem_t arrivals;
    int64_t *peers; /* [num_procs], the ends of all ranks: they share memory */
} carrier;

qdr_status qdr_transport_open(qdr_active *active, qdr_error *error)
{
    carrier *c = calloc(1, sizeof *c);
    size_t p = (size_t)active->num_procs;

    active->transport = c;
    if (c != NULL) {
        c->processor = qdr_processor_own();
        c->arrivals = sg_sem_init(0);
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
    sg_sem_destroy(c->arrivals);
    free(c->peers);
    free(c);
    active->transport = NULL;
}

/* Time passes; then the target's handler runs, here, in the memory that all
 * share. */
qdr_status qdr_transport_send(qdr_active *active, int target,
                              const qdr_packet *sent, qdr_error *error)
{
    const carrier *own = active->transport;
    qdr_active *peer = (qdr_active *)(intptr_t)own->peers[target];
    const carrier *theirs = peer->transport;

    (void)error;
    qdr_processor_deliver(own->processor, theirs->processor,
                          peer->service.mode == QDR_ACTIVE_POLLING);
    qdr_active_run(peer, active->rank, sent);
    sg_sem_release(theirs->arrivals);
    return QDR_OK;
}

qdr_status qdr_transport_wait(qdr_active *active, qdr_error *error)
{
    (void)error;
    sg_sem_acquire(((carrier *)active->transport)->arrivals);
    return QDR_OK;
}

qdr_status qdr_transport_complete(qdr_active *active, int count,
                                  MPI_Request *requests, qdr_error *error)
{
    return qdr_mpi_status(MPI_Waitall(count, requests, MPI_STATUSES_IGNORE),
                          "waiting of", active->rank, error);
}

/* The processor has nothing to do, and polls. */
qdr_status qdr_transport_sleep(qdr_active *active, int64_t duration_ns,
                               qdr_error *error)
{
    (void)active;
    (void)error;
    qdr_processor_idle((double)duration_ns * 1e-9);
    return QDR_OK;
}
