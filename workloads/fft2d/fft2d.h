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

#endif
