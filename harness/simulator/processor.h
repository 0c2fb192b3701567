/* harness/simulator/processor.h -- what occupies a node's processor, and active
 * messages, which interrupt it.
 *
 * All ranks of a simulation share memory, so an active message is delivered by
 * its sender's own thread: the times of sending and handling pass, then the
 * handler runs on the target's state. In interrupt mode that is at once, and
 * what the target's processor was doing takes so much longer; in polling mode
 * not before the target's processor has finished what it does. [wang1993,
 * Sec. 2.2 and 2.3; ranka1995, Sec. 3]
 */
#ifndef QUADRILLE_HARNESS_SIMULATOR_PROCESSOR_H
#define QUADRILLE_HARNESS_SIMULATOR_PROCESSOR_H

/* Seconds of the sender's and of the target's processor; nothing else: their
 * packets are short, and the network's time is in these. */
typedef struct qdr_active_costs {
    double send_s, receive_s;
} qdr_active_costs;

typedef struct qdr_processor qdr_processor;

/* qdr_processor_new makes the calling rank's, for ever, and offers active
 * messages to it (kernels/messaging/active_message.h). */
qdr_processor *qdr_processor_new(const qdr_active_costs *costs);

/* qdr_processor_work occupies the calling rank's processor for so long, and for
 * what interrupts take meanwhile. */
void qdr_processor_work(qdr_processor *processor, double duration_s);

#endif
