/* workloads/fft2d/fft2d_state.h -- a rank's part of a transform. */
#ifndef QUADRILLE_WORKLOADS_FFT2D_FFT2D_STATE_H
#define QUADRILLE_WORKLOADS_FFT2D_FFT2D_STATE_H

#include "workloads/fft2d/fft2d.h"

typedef struct qdr_fft2d_state {
    qdr_fft2d of;
    const qdr_host *host;
    int64_t count; /* this rank's rows that are no padding */
    qdr_fft *fft;
    char *input; /* [rows][n], as the others, but for */
    char *work;
    char *columns; /* [procs * rows][rows] */
    char *result;
    char *back; /* for the check */
} qdr_fft2d_state;

/* qdr_fft2d_element sets *re and *im to an element of the input. */
void qdr_fft2d_element(const qdr_fft2d_state *s, int64_t row, int64_t column,
                       double *re, double *im);

/* qdr_fft2d_get returns real number `at` of an array. */
double qdr_fft2d_get(const qdr_fft2d_state *s, const char *numbers, int64_t at);

/* qdr_fft2d_transform transforms from[count][n] to `to`, as the run does.
 * Collective. */
qdr_status qdr_fft2d_transform(qdr_fft2d_state *s, qdr_direction direction,
                               char *from, char *to, qdr_error *error);

/* qdr_fft2d_check is the check of the application. */
qdr_status qdr_fft2d_check(void *state, qdr_error *error);

#endif
