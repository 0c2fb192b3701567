/* harness/measure/gathered_buffers.h -- the data of an exchange behind lists of
 * indices, as a halo's are.
 *
 * Both buffers of a rank have a field: an array four times as large, in which
 * their words of 8 bytes lie in order, with gaps that are drawn. `timed:
 * indexed` measures an exchange that gathers each message from the field before
 * it is sent, and scatters it when it has arrived.
 */
#ifndef QUADRILLE_HARNESS_MEASURE_GATHERED_BUFFERS_H
#define QUADRILLE_HARNESS_MEASURE_GATHERED_BUFFERS_H

#include "harness/measure/test_pattern.h"
#include "kernels/plan/api/plan_calls.h"

/* A buffer of an exchange, and the application's field behind it. */
typedef struct qdr_field {
    char *buffer; /* of the exchange */
    int64_t bytes;
    char *words;    /* the field */
    int64_t *index; /* of each word of the buffer, the byte in the field */
} qdr_field;

/* Both fields of a rank. */
typedef struct qdr_gathered {
    qdr_field send, receive;
} qdr_gathered;

/* qdr_gathered_init copies the data of the send buffer to its field. `buffers`
 * must outlive it. Release with qdr_gathered_cleanup, after a failure too. */
qdr_status qdr_gathered_init(qdr_gathered *gathered, const qdr_buffers *buffers,
                             qdr_error *error);

/* qdr_gathered_cleanup frees it; a zeroed one is legal. */
void qdr_gathered_cleanup(qdr_gathered *gathered);

/* qdr_gathered_calls returns the calls for the exchange; `gathered` must
 * outlive them. */
qdr_indexed_buffer qdr_gathered_calls(qdr_gathered *gathered);

/* qdr_gathered_poison makes the field of received data as wrong as the receive
 * buffer is, and the send buffer zero. Does nothing for a zeroed one. */
void qdr_gathered_poison(qdr_gathered *gathered);

/* qdr_gathered_collect copies what the field of received data holds to the
 * receive buffer, to be verified there. Does nothing for a zeroed one. */
void qdr_gathered_collect(qdr_gathered *gathered);

#endif
