/* kernels/alltoallv/in_progress.h -- messages in progress, by the time at which
 * they end; of equal times the one that comes first in the pattern. */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_IN_PROGRESS_H
#define QUADRILLE_KERNELS_ALLTOALLV_IN_PROGRESS_H

#include <stdint.h>

/* A message and the two ports that it occupies until `end`. */
typedef struct qdr_started {
    double end;
    int64_t message;
    int ports[2];
} qdr_started;

/* A heap, the first to end on top, in `started`, which the caller owns. */
typedef struct qdr_in_progress {
    qdr_started *started;
    int64_t count;
} qdr_in_progress;

/* qdr_in_progress_push adds a message; there must be room. O(lg count). */
void qdr_in_progress_push(qdr_in_progress *heap, qdr_started pushed);

/* qdr_in_progress_pop takes out the first to end; there must be one.
 * O(lg count). */
qdr_started qdr_in_progress_pop(qdr_in_progress *heap);

#endif
