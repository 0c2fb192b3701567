/* harness/simulator/skew.h -- ranks that are released together continue at
 * different times.
 *
 * On no machine do many processors do the same thing in the same nanosecond,
 * and on some simulated ones such a tie decides times (docs/machines.md). So
 * each rank begins a sample late by a draw of its own, and likewise each
 * release by an operation of the control network: a random order of ranks times
 * equal intervals of start_skew_ns / ranks, so that no two are close.
 */
#ifndef QUADRILLE_HARNESS_SIMULATOR_SKEW_H
#define QUADRILLE_HARNESS_SIMULATOR_SKEW_H

#include <stdint.h>

/* qdr_skew_open sets the skew of this rank's machine; 0: none. Aborts if memory
 * is out. Collective over all ranks, after MPI has begun. */
void qdr_skew_open(int start_skew_ns);

/* qdr_skew_draw begins the draws of a sample: the same seed on every rank. */
void qdr_skew_draw(uint64_t seed);

/* qdr_skew_next_s returns how late this rank is at the next release, in
 * seconds. All ranks call it for each release. */
double qdr_skew_next_s(void);

#endif
