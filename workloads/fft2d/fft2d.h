/* workloads/fft2d/fft2d.h -- shared by workload and application. */
#ifndef QUADRILLE_WORKLOADS_FFT2D_FFT2D_H
#define QUADRILLE_WORKLOADS_FFT2D_FFT2D_H

#include "workloads/application/application.h"
#include "workloads/fft/fft.h"

/* The matrix that is transformed. */
typedef struct qdr_fft2d {
    int64_t n; /* rows and columns */
    qdr_precision precision;
    int64_t complex_bytes;
    bool is_natural; /* the result is put into natural order */
    int64_t rows;    /* of each rank, padding included; also the columns of the
                        block that it sends to each */
} qdr_fft2d;

/* qdr_fft2d_of returns the matrix of an input. */
qdr_fft2d qdr_fft2d_of(const qdr_workload_input *input);

extern const qdr_application qdr_fft2d_application;

/* A rank's part of a transform. */
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
