/* harness/simulator/processor.h -- a node's processor: one resource, used
 * serially.
 *
 * What it works at, it does one after the other: the overheads of messages,
 * copies, arithmetic, and the handlers of active messages, which come before
 * what its program does. On a machine whose processor itself moves the data
 * between memory and network, none move while it works; but with active
 * messages they take turns, packet by packet, else those who ask a busy node
 * could keep it busy for ever. [wang1993, Sec. 2.2 and 6]
 *
 * A node has two threads: the rank's program, and one for what comes from
 * outside, taken one after another: active messages, and the handshakes of
 * messages whose receives are posted. All ranks of a simulation share memory.
 */
#ifndef QUADRILLE_HARNESS_SIMULATOR_PROCESSOR_H
#define QUADRILLE_HARNESS_SIMULATOR_PROCESSOR_H

#include <stdbool.h>

/* Of active messages, seconds of the sender's and of the target's processor,
 * and how much more of the latter if the message interrupts it; nothing else:
 * their packets are short, and the network's time is in these. */
typedef struct qdr_active_costs {
    double send_s, receive_s, interrupt_s;
} qdr_active_costs;

typedef struct qdr_processor qdr_processor;

/* What has come to a node from outside. */
typedef struct qdr_arrival {
    double duration_s;
    double interrupt_s;             /* more, unless the program polls */
    bool waits;                     /* until the program does not work */
    bool stops_data;                /* or takes turns with them */
    void (*handler)(void *context); /* or NULL; runs when the time is over */
    void *context;
} qdr_arrival;

/* qdr_processor_new makes that of the calling rank, for ever. Aborts if memory
 * is out, as all of these do. */
qdr_processor *qdr_processor_new(const qdr_active_costs *costs,
                                 bool moves_data);

/* qdr_processor_accept starts the thread for what arrives, if it has not yet.
 * Before anything is delivered, from the program. Not sooner than needed:
 * SimGrid's collectives take every thread of a node for a rank. */
void qdr_processor_accept(qdr_processor *processor);

/* qdr_processor_stop ends that thread: nothing arrives any more. */
void qdr_processor_stop(qdr_processor *processor);

/* qdr_processor_own returns it. */
qdr_processor *qdr_processor_own(void);

/* qdr_processor_costs returns those it was made with. */
const qdr_active_costs *qdr_processor_costs(const qdr_processor *processor);

/* qdr_processor_work occupies the calling rank's processor for so long, and for
 * what arrives meanwhile. From the program's thread. */
void qdr_processor_work(qdr_processor *processor, double duration_s);

/* qdr_processor_poll tells whether the program, until it works or sends, looks
 * for active messages, so that they need not interrupt it. */
void qdr_processor_poll(qdr_processor *processor, bool polls);

/* qdr_processor_idle lets time pass for the program. */
void qdr_processor_idle(double duration_s);

/* qdr_processor_send lets the time pass that sending an active message takes;
 * from either thread. The program polls from then on. */
void qdr_processor_send(qdr_processor *processor);

/* qdr_processor_slow makes it move each byte of data by so much more slowly,
 * from now on, if it moves them. */
void qdr_processor_slow(qdr_processor *processor, double more_s_per_byte);

/* qdr_processor_deliver brings something to a processor, of any rank, and
 * returns. */
void qdr_processor_deliver(qdr_processor *target, const qdr_arrival *arrival);

#endif
