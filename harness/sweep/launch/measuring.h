/* harness/sweep/launch/measuring.h -- one measurement at a time on this
 * machine. */
#ifndef QUADRILLE_HARNESS_SWEEP_LAUNCH_MEASURING_H
#define QUADRILLE_HARNESS_SWEEP_LAUNCH_MEASURING_H

#include "kernels/core/base/status.h"

/* qdr_measuring_begin waits until no other process times this machine's cores,
 * prints for whom it waits, and keeps others waiting until this process and
 * those that inherit the descriptor end. It waits for another user at most ten
 * minutes (QUADRILLE_PATIENCE_S), as anybody can take the lock,
 * /tmp/quadrille.lock (QUADRILLE_LOCK). */
void qdr_measuring_begin(void);

/* qdr_measuring_hand_on lets the program that this process becomes hold it,
 * too. */
void qdr_measuring_hand_on(void);

#endif
