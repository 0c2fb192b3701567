/* harness/measure/indexed.h -- the data of an exchange behind lists of indices,
 * as a halo's are.
 *
 * Both buffers of a rank have a field: an array four times as large, in which
 * their words of 8 bytes lie in order, with gaps that are drawn. `timed:
 * indexed` measures an exchange that gathers each message from the field before
 * it is sent, and scatters it when it has arrived.
 */
#ifndef QUADRILLE_HARNESS_MEASURE_INDEXED_H
#define QUADRILLE_HARNESS_MEASURE_INDEXED_H

#include "harness/measure/stamp.h"
#include "kernels/core/scattered.h"

typedef struct qdr_field {
    char *buffer; /* of the exchange */
    int64_t bytes;
    char *words;    /* the field */
    int64_t *index; /* of each word of the buffer, the byte in the field */
} qdr_field;

typedef struct qdr_indexed {
    qdr_field send, receive;
} qdr_indexed;

/* qdr_indexed_init copies the data of the send buffer to its field. `buffers`
 * must outlive it. Release with qdr_indexed_cleanup, after a failure too. */
qdr_status qdr_indexed_init(qdr_indexed *indexed, const qdr_buffers *buffers,
                            qdr_error *error);

/* qdr_indexed_cleanup frees it; a zeroed one is legal. */
void qdr_indexed_cleanup(qdr_indexed *indexed);

/* qdr_indexed_scattered returns the calls for the exchange; `indexed` must
 * outlive them. */
qdr_scattered qdr_indexed_scattered(qdr_indexed *indexed);

/* qdr_indexed_poison makes the field of received data as wrong as the receive
 * buffer is, and the send buffer zero. Does nothing for a zeroed one. */
void qdr_indexed_poison(qdr_indexed *indexed);

/* qdr_indexed_collect copies what the field of received data holds to the
 * receive buffer, to be verified there. Does nothing for a zeroed one. */
void qdr_indexed_collect(qdr_indexed *indexed);

#endif
