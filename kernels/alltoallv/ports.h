/* kernels/alltoallv/ports.h -- the ports of ranks, and the messages that each
 * of them has to carry, in a simulation of a one-port machine.
 *
 * A rank has one port if it does not send and receive at once; else one for
 * sends, and one for receives. Times are in bytes, alpha among them, rounded:
 * their sums are exact. Messages in progress are a heap, by the time at which
 * they end; of equal times the one that comes first in the pattern is first.
 */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_PORTS_H
#define QUADRILLE_KERNELS_ALLTOALLV_PORTS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/problem/problem.h"

/* A message of the pattern that is not started, as one of its two ports sees
 * it. */
typedef struct qdr_port_message {
    double time;
    int64_t message;
} qdr_port_message;

/* A port. */
typedef struct qdr_port {
    int64_t begin, end; /* its messages */
    double load;        /* the sum of their times */
    int64_t next_round; /* after those of the messages that it started */
} qdr_port;

enum { QDR_PORT_BUSY = -1 };

/* Made by qdr_ports_init; released with qdr_ports_cleanup. */
typedef struct qdr_ports {
    int count;
    qdr_port *ports; /* [count] */
    /* Looked at for every message that might start, so apart. */
    double *free_loads; /* [count] the load of a port, or QDR_PORT_BUSY */
    int *others;        /* the other port of each message */
    qdr_port_message *messages;
} qdr_ports;

/* qdr_ports_has_one returns whether a rank sends or receives, but not both at
 * once: with half duplex, and on any network in mode synchronous. */
bool qdr_ports_has_one(const qdr_problem *problem);

/* qdr_ports_init lists the messages of a pattern except those of a rank to
 * itself; a rank has one port or two, and all are free. Call qdr_ports_cleanup
 * even if it fails. */
qdr_status qdr_ports_init(qdr_ports *ports, const qdr_pattern *pattern,
                          const qdr_network *network, bool has_one,
                          qdr_error *error);

/* qdr_ports_start takes message m of port i from the lists and loads of both
 * its ports, which are busy then, and returns its round: the first one after
 * those of both. The order of a list changes. */
int64_t qdr_ports_start(qdr_ports *ports, int i, int64_t m);

/* qdr_ports_free frees a port whose message has ended. */
void qdr_ports_free(qdr_ports *ports, int i);

/* qdr_ports_cleanup frees the lists. */
void qdr_ports_cleanup(qdr_ports *ports);

/* A message and the two ports that it occupies until `end`. */
typedef struct qdr_started {
    double end;
    int64_t message;
    int ports[2];
} qdr_started;

/* A heap, the first to end on top, in `started`, which the caller owns. */
typedef struct qdr_in_progress {
    qdr_started *started;
    int64_t count;
} qdr_in_progress;

/* qdr_in_progress_push adds a message; there must be room. O(lg count). */
void qdr_in_progress_push(qdr_in_progress *heap, qdr_started pushed);

/* qdr_in_progress_pop takes out the first to end; there must be one.
 * O(lg count). */
qdr_started qdr_in_progress_pop(qdr_in_progress *heap);

#endif
