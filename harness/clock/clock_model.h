/* harness/clock/clock_model.h -- how one clock follows another.
 *
 * Pure. A model says what a reference clock shows when the local one shows t:
 *
 *   reference(t) = t + offset + drift (t - origin)
 *
 * with offset in ns at the local time `origin`, and drift in ns per ns. The
 * method is that of Hunold and Carpen-Amarie (HCA): pings give offsets at
 * several times, the fastest are the most exact, and a line through them gives
 * the drift.
 */
#ifndef QUADRILLE_HARNESS_CLOCK_CLOCK_MODEL_H
#define QUADRILLE_HARNESS_CLOCK_CLOCK_MODEL_H

#include <stdint.h>

/* A local clock against the reference clock: a line. */
typedef struct qdr_clock_model {
    double origin_ns, offset_ns;
    double drift;
} qdr_clock_model;

/* A ping: the local clock before and after, the reference clock in between. */
typedef struct qdr_ping {
    int64_t sent_ns, answered_ns, received_ns;
} qdr_ping;

/* qdr_clock_model_fit fits the model to `pings[num_bursts * burst]`, num_bursts
 * groups in order of time. The fastest ping of each group gives an offset; the
 * least-squares line through these gives offset and drift. An offset has the
 * weight 1 / (its round trip)^2, so that a delayed ping hardly counts. With one
 * group the drift is 0. Both counts are at least 1. */
qdr_clock_model qdr_clock_model_fit(const qdr_ping *pings, int num_bursts,
                                    int burst);

/* qdr_clock_model_anchored takes the drift of that line through `count` pings.
 * The last ping leaves a range of possible offsets, one round trip wide; it
 * takes the offset nearest to the line. */
qdr_clock_model qdr_clock_model_anchored(const qdr_ping *pings, int count);

/* qdr_clock_model_chain returns the model from the local clock over `nearer` to
 * its reference, and from there over `farther` to the farther one. */
qdr_clock_model qdr_clock_model_chain(const qdr_clock_model *nearer,
                                      const qdr_clock_model *farther);

/* qdr_clock_model_apply returns the reference clock at local time t. */
int64_t qdr_clock_model_apply(const qdr_clock_model *model, int64_t local_ns);

#endif
