/* harness/sweep/progress/progress.h -- the progress of a sweep, on stderr: a
 * bar on a terminal, elsewhere a line a minute. */
#ifndef QUADRILLE_HARNESS_SWEEP_PROGRESS_PROGRESS_H
#define QUADRILLE_HARNESS_SWEEP_PROGRESS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* What the line of progress shows. */
typedef struct qdr_progress {
    const char *what; /* runs; the caller's */
    bool is_terminal; /* stderr is a terminal */
    double start_s;
    double next_line_s;
    int64_t total; /* cells to run */
    int64_t done;
    int64_t invalid;
} qdr_progress;

/* qdr_progress_now_s returns the seconds since an unspecified moment. */
double qdr_progress_now_s(void);

/* qdr_progress_begin starts at 0 of `total` cells, and prints it. */
void qdr_progress_begin(qdr_progress *progress, const char *what,
                        int64_t total);

/* qdr_progress_draw draws the bar again from the members, with the time left at
 * the rate so far; or prints a line, if a minute has passed. */
void qdr_progress_draw(qdr_progress *progress);

/* qdr_progress_end removes the bar. */
void qdr_progress_end(const qdr_progress *progress);

#endif
