/* kernels/alltoallv/ports.h -- the messages that each port of a rank has to
 * carry, and how long they take.
 *
 * A rank has one port with half duplex; else one for sends, and one for
 * receives. Times are in bytes, alpha among them, rounded: their sums are
 * exact.
 */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_PORTS_H
#define QUADRILLE_KERNELS_ALLTOALLV_PORTS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/network.h"
#include "kernels/core/pattern.h"

/* A message of the pattern, as one of its two ports sees it. */
typedef struct qdr_port_message {
    double time;
    int64_t message;
} qdr_port_message;

/* Made by qdr_ports_init; released with qdr_ports_cleanup. */
typedef struct qdr_ports {
    int count;
    /* Of port i: begin[i] .. end[i] - 1. Their other ports are apart: they are
     * looked at more often. */
    qdr_port_message *messages;
    int *others;
    int64_t *begin, *end;       /* [count] */
    double *load;               /* [count]: the sum of their times */
} qdr_ports;

/* qdr_ports_init lists the messages of a pattern but those of a rank to itself.
 * Call qdr_ports_cleanup even if it fails. */
qdr_status qdr_ports_init(qdr_ports *ports, const qdr_pattern *pattern,
                          const qdr_network *network, bool is_half_duplex,
                          qdr_error *error);

/* qdr_ports_take takes message m of port i, begin[i] <= m < end[i], from the
 * lists and the loads of both its ports. The order of a list changes. */
qdr_port_message qdr_ports_take(qdr_ports *ports, int i, int64_t m);

/* qdr_ports_cleanup frees the lists. */
void qdr_ports_cleanup(qdr_ports *ports);

#endif
