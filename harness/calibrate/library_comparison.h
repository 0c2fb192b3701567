/* harness/calibrate/library_comparison.h -- where the MPI library's own call is
 * faster than `auto`; docs/calibrating.md. Pure. */
#ifndef QUADRILLE_HARNESS_CALIBRATE_LIBRARY_COMPARISON_H
#define QUADRILLE_HARNESS_CALIBRATE_LIBRARY_COMPARISON_H

#include <stdio.h>

#include "harness/calibrate/call_times.h"

/* An operation with a number of ranks and a length. */
typedef struct qdr_compared_call {
    char operation[32];
    int procs;
    int64_t bytes;
    int launches;               /* that have both times */
    double ours_us, library_us; /* medians over launches */
    double ratio, low, high; /* ours / library within launches; the interval is
                                NaN with too few of them */
    bool is_library_faster;  /* the whole interval is above 1.05 */
} qdr_compared_call;

/* All of them, by operation, ranks and length. */
typedef struct qdr_library_comparison {
    qdr_compared_call *calls;
    int count;
} qdr_library_comparison;

/* qdr_library_compare compares the times, which it sorts. Refuses times of
 * which no length has both. Release with qdr_library_comparison_cleanup; a
 * zeroed one is legal. */
qdr_status qdr_library_compare(qdr_call_times *times,
                               qdr_library_comparison *out, qdr_error *error);

/* qdr_library_comparison_cleanup frees the calls. */
void qdr_library_comparison_cleanup(qdr_library_comparison *comparison);

/* qdr_library_comparison_print prints the table for the user. */
void qdr_library_comparison_print(const qdr_library_comparison *comparison,
                                  FILE *to);

/* qdr_library_comparison_csv writes FILE.library.csv. */
void qdr_library_comparison_csv(const qdr_library_comparison *comparison,
                                FILE *to);

/* qdr_library_comparison_ranges writes the lines of a network file. A length
 * represents those up to the geometric middle to the next one; the first also
 * shorter ones, and the last as far above it as below. */
void qdr_library_comparison_ranges(const qdr_library_comparison *comparison,
                                   FILE *to);

#endif
