/* harness/sweep/progress.h -- the progress bar of a sweep, on stderr. */
#ifndef QUADRILLE_HARNESS_SWEEP_PROGRESS_H
#define QUADRILLE_HARNESS_SWEEP_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct qdr_progress {
    bool is_shown; /* stderr is a terminal */
    double start_s;
    int64_t total; /* cells to run */
    int64_t done;
    int64_t invalid;
} qdr_progress;

/* qdr_progress_now_s returns the seconds since an unspecified moment. */
double qdr_progress_now_s(void);

/* qdr_progress_begin starts the bar at 0 of `total` cells. */
void qdr_progress_begin(qdr_progress *progress, int64_t total);

/* qdr_progress_draw draws the bar anew from the members, with the time left as
 * the rate so far suggests. */
void qdr_progress_draw(const qdr_progress *progress);

/* qdr_progress_end removes the bar. */
void qdr_progress_end(const qdr_progress *progress);

#endif
