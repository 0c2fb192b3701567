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

#include <stdbool.h>

/* Seconds of the sender's and of the target's processor; nothing else: their
 * packets are short, and the network's time is in these. */
typedef struct qdr_active_costs {
    double send_s, receive_s;
} qdr_active_costs;

typedef struct qdr_processor qdr_processor;

/* qdr_processor_new makes the calling rank's, for ever. */
qdr_processor *qdr_processor_new(const qdr_active_costs *costs);

/* qdr_processor_own returns it. */
qdr_processor *qdr_processor_own(void);

/* qdr_processor_work occupies the calling rank's processor for so long, and for
 * what interrupts take meanwhile. */
void qdr_processor_work(qdr_processor *processor, double duration_s);

/* qdr_processor_idle lets time pass for the calling rank. */
void qdr_processor_idle(double duration_s);

/* qdr_processor_deliver lets the time of an active message pass for the calling
 * rank, which in a handler is neither of both; returns when the target's
 * processor is about to run the handler. */
void qdr_processor_deliver(qdr_processor *sender, qdr_processor *target,
                           bool polls);

#endif
