/* harness/simulator/arrivals.h -- what is on its way to a node, or waits there
 * for its thread, in the order in which it arrives; and what the node reminds
 * itself of.
 *
 * For the node's thread of processor.h, which waits here. All abort if memory
 * is out.
 */
#ifndef QUADRILLE_HARNESS_SIMULATOR_ARRIVALS_H
#define QUADRILLE_HARNESS_SIMULATOR_ARRIVALS_H

#include <stdbool.h>

/* An arrival at a node from outside. */
typedef struct qdr_arrival {
    double travel_s; /* until it is there */
    int source;      /* a rank among all */
    double duration_s;
    double interrupt_s;             /* extra, unless the program polls */
    bool waits;                     /* until the program is idle */
    bool stops_data;                /* or takes turns with them */
    void (*handler)(void *context); /* or NULL; runs at the end of the time */
    void *context;
} qdr_arrival;

/* An arrival at a time to come. Its owner keeps it. */
typedef struct qdr_reminder {
    qdr_arrival arrival;
    double at_s;
    bool is_set;    /* and has not come */
    bool is_coming; /* was taken; its handler sets it to false */
    struct qdr_reminder *next;
} qdr_reminder;

/* Arrivals of a rank, by time. */
typedef struct qdr_arrivals qdr_arrivals;

/* qdr_arrivals_new makes an empty queue, kept for ever. */
qdr_arrivals *qdr_arrivals_new(void);

/* qdr_arrivals_add puts a copy behind what arrives earlier, or at the same time
 * from a source that is no higher; from any thread. */
void qdr_arrivals_add(qdr_arrivals *arrivals, const qdr_arrival *arrival);

/* qdr_arrivals_remind sets a reminder, zeroed before it is used first, to come
 * at `at_s` and not when it was set to before. It lives until
 * qdr_arrivals_forget, which one that was never set may be given to, too, but
 * not one that is coming. */
void qdr_arrivals_remind(qdr_arrivals *arrivals, qdr_reminder *reminder,
                         double at_s);
void qdr_arrivals_forget(qdr_arrivals *arrivals, qdr_reminder *reminder);

/* qdr_arrivals_await waits until something arrives or is due, and takes it;
 * false: qdr_arrivals_end was called. */
bool qdr_arrivals_await(qdr_arrivals *arrivals, qdr_arrival *out_arrival);
void qdr_arrivals_end(qdr_arrivals *arrivals);

#endif
