/* harness/self_tests/default_timers.h -- three ways of timing a call. */
#ifndef QUADRILLE_HARNESS_SELF_TESTS_DEFAULT_TIMERS_H
#define QUADRILLE_HARNESS_SELF_TESTS_DEFAULT_TIMERS_H

#include <stdbool.h>

#include "harness/self_tests/default_calls.h"

/* What is timed. */
typedef struct qdr_default_trial {
    const qdr_default_row *row;
    qdr_default_data data;
    bool is_rewritten; /* the send buffer, before each call */
} qdr_default_trial;

/* A way. `time` returns the mean time in ns of `count` calls, at most
 * max_calls: the same on every rank. Collective. */
typedef struct qdr_default_way {
    const char *name;
    double (*time)(qdr_default_trial *trial, bool is_ours, int count);
    int max_calls;
} qdr_default_way;

/* The last way has no name. */
extern const qdr_default_way qdr_default_ways[];

/* qdr_default_call makes ours or MPI's; qdr_default_rewrite writes what this
 * rank sends. qdr_default_require ends all ranks, with the trial's error, if
 * `status` is not 0. */
void qdr_default_call(qdr_default_trial *trial, bool is_ours);
void qdr_default_rewrite(qdr_default_trial *trial);
void qdr_default_require(const qdr_default_trial *trial, int status);

#endif
