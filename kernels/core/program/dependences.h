/* kernels/core/program/dependences.h -- which messages of a rank wait for
 * which.
 *
 * A send waits for the receives that bring its bytes. A receive waits for the
 * sends that read the bytes it writes, and for the receive that wrote them
 * last. Only earlier messages count, as the schedule means them: in a round all
 * sends read before any receive writes.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROGRAM_DEPENDENCES_H
#define QUADRILLE_KERNELS_CORE_PROGRAM_DEPENDENCES_H

#include "kernels/core/program/touched_bytes.h"

/* Message m waits for earlier[begin[m]] .. earlier[end[m] - 1], each once,
 * ascending; those that follow from others may be missing. */
typedef struct qdr_dependences {
    int64_t *begin, *end;
    int64_t *earlier;
    int64_t count, capacity;
} qdr_dependences;

/* qdr_dependences_init finds those of all messages. O(n log n) time and O(n)
 * memory for n segments touched in all. Release with qdr_dependences_cleanup; a
 * zeroed one is legal. */
qdr_status qdr_dependences_init(qdr_dependences *dependences,
                                const qdr_touched_bytes *touched,
                                qdr_error *error);
void qdr_dependences_cleanup(qdr_dependences *dependences);

#endif
