/* harness/simulator/processor.h -- a node's processor: one resource, used
 * serially.
 *
 * It does one task after the other: the overheads of messages, copies,
 * arithmetic, and the handlers of active messages, which come before the work
 * of its program. On a machine whose processor itself moves the data between
 * memory and network, no data move while the processor computes. With active
 * messages the two take turns, packet by packet; otherwise nodes that send
 * requests to a busy node could keep it busy for ever. [wang1993, Sec. 2.2 and
 * 6]
 *
 * A node has two threads: the rank's program, and one for arrivals from
 * outside, which it handles one after another: active messages, and the
 * handshakes of messages whose receives are posted. All ranks of a simulation
 * share memory.
 */
#ifndef QUADRILLE_HARNESS_SIMULATOR_PROCESSOR_H
#define QUADRILLE_HARNESS_SIMULATOR_PROCESSOR_H

#include <stdbool.h>

#include "harness/simulator/arrivals.h"

/* Of active messages: seconds of the sender's and of the target's processor,
 * and the extra time of the latter if the message interrupts it. Nothing else:
 * their packets are short, and these times include the network's. */
typedef struct qdr_active_costs {
    double send_s, receive_s, interrupt_s;
} qdr_active_costs;

/* A rank's processor, which its program shares with handlers. */
typedef struct qdr_processor qdr_processor;

/* qdr_processor_new makes the processor of the calling rank, kept for ever.
 * Aborts if memory is out, as all of these do. */
qdr_processor *qdr_processor_new(const qdr_active_costs *costs,
                                 bool moves_data);

/* qdr_processor_accept starts the thread for arrivals, if it does not run yet.
 * Call it from the program, before any delivery, but no earlier than needed:
 * SimGrid's collectives take every thread of a node for a rank. */
void qdr_processor_accept(qdr_processor *processor);

/* qdr_processor_stop ends that thread: nothing arrives any more. */
void qdr_processor_stop(qdr_processor *processor);

/* qdr_processor_own returns the calling rank's processor. */
qdr_processor *qdr_processor_own(void);

/* qdr_processor_costs returns the costs it was made with. */
const qdr_active_costs *qdr_processor_costs(const qdr_processor *processor);

/* qdr_processor_work occupies the calling rank's processor for that time, and
 * for the arrivals meanwhile. From the program's thread. */
void qdr_processor_work(qdr_processor *processor, double duration_s);

/* qdr_processor_answer does the same before the program has the message that it
 * received last. */
void qdr_processor_answer(qdr_processor *processor, double duration_s);

/* qdr_processor_expect: the program will have the message that it has just
 * received so much later. Until then it may receive others, in calls that
 * block; everything else waits. */
void qdr_processor_expect(qdr_processor *processor, double latency_s);

/* qdr_processor_settle waits until the program has the message that it received
 * last. */
void qdr_processor_settle(qdr_processor *processor);

/* qdr_processor_poll sets whether the program polls for active messages until
 * it works or sends, so that they need not interrupt it. */
void qdr_processor_poll(qdr_processor *processor, bool polls);

/* qdr_processor_idle lets time pass for the program. */
void qdr_processor_idle(double duration_s);

/* qdr_processor_send lets the time to send an active message pass; from either
 * thread. The program polls from then on. */
void qdr_processor_send(qdr_processor *processor);

/* qdr_processor_slow makes it move each byte of data slower by that much, from
 * now on, if it moves them. */
void qdr_processor_slow(qdr_processor *processor, double more_s_per_byte);

/* qdr_processor_deliver delivers an arrival to a processor, of any rank, and
 * returns. */
void qdr_processor_deliver(qdr_processor *target, const qdr_arrival *arrival);

/* qdr_processor_arrivals returns them, after qdr_processor_accept; for
 * reminders. */
qdr_arrivals *qdr_processor_arrivals(qdr_processor *processor);

#endif
