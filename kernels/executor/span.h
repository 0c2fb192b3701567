/* kernels/executor/span.h -- bytes in one of the buffers of an execution. */
#ifndef QUADRILLE_KERNELS_EXECUTOR_SPAN_H
#define QUADRILLE_KERNELS_EXECUTOR_SPAN_H

#include <stdint.h>

/* The caller's two buffers, and two of its own: one for blocks in transit
 * through this rank, and one for packed messages. */
typedef enum qdr_buffer {
    QDR_SEND_BUFFER,
    QDR_RECEIVE_BUFFER,
    QDR_TRANSIT_BUFFER,
    QDR_PACKED_BUFFER,
    QDR_NUM_BUFFERS
} qdr_buffer;

/* Adjacent bytes. */
typedef struct qdr_span {
    qdr_buffer buffer;
    int64_t displacement, bytes;
} qdr_span;

#endif
