/* kernels/messaging/active_transport.h -- the transport of active messages.
 *
 * Two files, one of which a program is linked with: active_transport_mpi.c
 * here, and harness/simulator/active_transport_simulated.c.
 */
#ifndef QUADRILLE_KERNELS_MESSAGING_ACTIVE_TRANSPORT_H
#define QUADRILLE_KERNELS_MESSAGING_ACTIVE_TRANSPORT_H

#include <mpi.h>
#include <stdbool.h>

#include "kernels/core/base/status.h"
#include "kernels/messaging/active_service.h"

/* An active message as it travels: the number of its handler, and the
 * arguments. */
typedef struct qdr_packet {
    int64_t handler;
    int64_t arguments[2];
} qdr_packet;

/* A rank's active messages. */
struct qdr_active {
    qdr_active_service service;
    MPI_Comm comm; /* its own */
    int rank, num_procs;
    bool has_run;       /* a handler, since the last wait */
    qdr_status failure; /* of a handler's send */
    qdr_error reason;
    void *transport; /* the carrier's */
};

/* qdr_active_run runs the handler of a packet that has arrived. */
void qdr_active_run(qdr_active *active, int source, const qdr_packet *arrived);

/* qdr_active_failed returns the failure of an earlier send. */
qdr_status qdr_active_failed(const qdr_active *active, qdr_error *error);

/* A transport defines the functions below. qdr_transport_open makes
 * active->transport; it may fail on one rank alone, and comes before anything
 * else. qdr_transport_close releases it, and is legal after a failed open.
 * qdr_transport_send, qdr_transport_complete and qdr_transport_sleep do what
 * active_message.h says of the call with the same last word; qdr_transport_wait
 * returns when a handler may have run, and qdr_transport_doze then, too.
 * qdr_transport_remind replaces the reminder. */
qdr_status qdr_transport_open(qdr_active *active, qdr_error *error);
void qdr_transport_close(qdr_active *active);
qdr_status qdr_transport_send(qdr_active *active, int target,
                              const qdr_packet *sent, qdr_error *error);
qdr_status qdr_transport_wait(qdr_active *active, qdr_error *error);
qdr_status qdr_transport_complete(qdr_active *active, int count,
                                  MPI_Request *requests, qdr_error *error);
qdr_status qdr_transport_sleep(qdr_active *active, int64_t duration_ns,
                               qdr_error *error);
qdr_status qdr_transport_doze(qdr_active *active, int64_t duration_ns,
                              qdr_error *error);
void qdr_transport_remind(qdr_active *active, int64_t at_ns,
                          const qdr_packet *reminder);

#endif
