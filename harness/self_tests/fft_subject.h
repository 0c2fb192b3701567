/* harness/self_tests/fft_subject.h -- a matrix, and two transforms of it: ours
 * and FFTW's. */
#ifndef QUADRILLE_HARNESS_SELF_TESTS_FFT_SUBJECT_H
#define QUADRILLE_HARNESS_SELF_TESTS_FFT_SUBJECT_H

#include <fftw3.h>
#include <stdbool.h>

#include "workloads/fft/fft.h"

/* n x n complex numbers. Both transforms work on the same memory, since the
 * addresses of a matrix influence its time. */
typedef struct qdr_fft_subject {
    int n;
    qdr_precision precision;
    size_t bytes;
    void *matrix;
    qdr_fft *fft;
    fftw_plan plan;
    fftwf_plan plan_single;
} qdr_fft_subject;

/* qdr_fft_subject_init plans both transforms: ours with vectors of
 * `lane_bytes`, 0 for the widest, FFTW's with the planning effort `flags`.
 * Release with qdr_fft_subject_cleanup, also after a failure. */
qdr_status qdr_fft_subject_init(qdr_fft_subject *subject, int n,
                                qdr_precision precision, int lane_bytes,
                                unsigned flags, qdr_error *error);

/* qdr_fft_subject_cleanup frees what qdr_fft_subject_init made. */
void qdr_fft_subject_cleanup(qdr_fft_subject *subject);

/* qdr_fft_run_ours and qdr_fft_run_theirs transform the matrix in place. */
void qdr_fft_run_ours(const qdr_fft_subject *subject);
void qdr_fft_run_theirs(const qdr_fft_subject *subject);

/* qdr_fft_subject_errors finds the relative L2 errors of one row of a
 * transformed random matrix, compared with a transform in long double. */
qdr_status qdr_fft_subject_errors(const qdr_fft_subject *subject, double *ours,
                                  double *theirs, qdr_error *error);

#endif
