/* workloads/fft/fft_sequences.h -- the input and output of a transform. */
#ifndef QUADRILLE_WORKLOADS_FFT_FFT_SEQUENCES_H
#define QUADRILLE_WORKLOADS_FFT_FFT_SEQUENCES_H

#include <stddef.h>

/* The sign of the exponent: minus is forward. */
typedef enum qdr_direction { QDR_FORWARD, QDR_BACKWARD } qdr_direction;

/* The layout of sequences in a matrix whose rows begin `stride` complex numbers
 * after each other. */
typedef enum qdr_orientation { QDR_ROWS, QDR_COLUMNS } qdr_orientation;

/* Where the sequences are that are transformed. */
typedef struct qdr_sequences {
    void *first; /* element 0 of sequence 0 */
    qdr_orientation orientation;
    ptrdiff_t stride;
} qdr_sequences;

#endif
