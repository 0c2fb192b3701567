/* harness/simulator/message_costs.h -- the costs of a machine's message
 * software to a rank's processor, in seconds; message_layer.c charges them.
 *
 * MPI_Init reads them from the software YAML that QDR_SOFTWARE names and from
 * the hardware YAML, QDR_HARDWARE; without the former all are 0. It also opens
 * the other files of this folder, which have costs of their own.
 */
#ifndef QUADRILLE_HARNESS_SIMULATOR_MESSAGE_COSTS_H
#define QUADRILLE_HARNESS_SIMULATOR_MESSAGE_COSTS_H

/* What a message costs the ranks that send and receive it. */
typedef struct qdr_message_costs {
    double send_overhead_s;
    double receive_overhead_s;
    double receive_latency_s;    /* until the program has the message */
    double completion_s;         /* of a posted receive, when it is awaited */
    double combining_s_per_byte; /* of a reduction */
    int sends;                   /* a qdr_sends */
} qdr_message_costs;

/* qdr_message_costs_own returns the calling rank's costs. After MPI_Init. */
const qdr_message_costs *qdr_message_costs_own(void);

#endif
