/* kernels/preload/preload_counts.h -- counts the calls that were taken, and
 * those that were passed on, by reason. */
#ifndef QUADRILLE_KERNELS_PRELOAD_PRELOAD_COUNTS_H
#define QUADRILLE_KERNELS_PRELOAD_PRELOAD_COUNTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "kernels/preload/preload_calls.h"
#include "kernels/preload/preload_settings.h"

/* Why a call was passed on to the MPI library. */
typedef enum qdr_reason {
    QDR_REASON_OFF,
    QDR_REASON_NONBLOCKING,
    QDR_REASON_PERSISTENT,
    QDR_REASON_ONLY_COUNTED,
    QDR_REASON_ARGUMENTS,
    QDR_REASON_ONE_RANK,
    QDR_REASON_INTERCOMM,
    QDR_REASON_FIRST,
    QDR_REASON_COMMUNICATOR,
    QDR_REASON_WORLDS,
    QDR_REASON_NETWORK,
    QDR_REASON_IN_PLACE,
    QDR_REASON_EMPTY,
    QDR_REASON_LONG,
    QDR_REASON_OPERATOR,
    QDR_REASON_TYPE,
    QDR_REASON_ALGORITHM,
    QDR_REASON_LIBRARY,
    QDR_NUM_REASONS
} qdr_reason;

/* The max number of algorithms that can be counted; the table has fewer. */
enum { QDR_MAX_COUNTED = 160 };

/* Any thread may count. Plain numbers in the layout of 64-bit integers, which
 * the ranks add. */
typedef struct qdr_preload_counts {
    _Atomic int64_t passed[QDR_NUM_CALLS][QDR_NUM_REASONS];
    /* By algorithm. */
    _Atomic int64_t taken[QDR_NUM_TAKEN][QDR_MAX_COUNTED];
    _Atomic int64_t bytes[QDR_NUM_TAKEN][QDR_MAX_COUNTED];
} qdr_preload_counts;

extern qdr_preload_counts qdr_preload_counted;

/* True while a Fortran call of the MPI library runs for this thread: some
 * libraries call their C function by its public name from there. */
extern _Thread_local bool qdr_preload_is_counted
    __attribute__((tls_model("initial-exec")));

/* Whether several threads may call MPI at a time. */
extern bool qdr_preload_has_threads;

static inline void qdr_preload_add(_Atomic int64_t *to, int64_t number)
{
    if (qdr_preload_has_threads)
        atomic_fetch_add_explicit(to, number, memory_order_relaxed);
    else /* in a quarter of the time */
        atomic_store_explicit(
            to, atomic_load_explicit(to, memory_order_relaxed) + number,
            memory_order_relaxed);
}

/* qdr_preload_forward counts a call that is passed on, and returns false. */
static inline bool qdr_preload_forward(qdr_preload_call call, qdr_reason reason)
{
    if (!qdr_preload_is_counted)
        qdr_preload_add(&qdr_preload_counted.passed[call][reason], 1);
    return false;
}

/* qdr_preload_intercept counts a call that was performed by an algorithm: with
 * `bytes`, those of this rank's messages or of its part of the vector. */
static inline void qdr_preload_intercept(qdr_preload_call call, int algorithm,
                                         int64_t bytes)
{
    qdr_preload_add(&qdr_preload_counted.taken[call][algorithm], 1);
    qdr_preload_add(&qdr_preload_counted.bytes[call][algorithm], bytes);
}

/* qdr_preload_counts_write writes the counts as a table, each line with
 * `prefix`. */
void qdr_preload_counts_write(const qdr_preload_counts *counts,
                              const char *prefix, FILE *to);

#endif
