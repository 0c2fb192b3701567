/* kernels/allgather/unknown/allgather_unknown_engine.h -- the length of a
 * rank's part, which a plan with a capacity sets for each execution. */
#ifndef QUADRILLE_KERNELS_ALLGATHER_UNKNOWN_ALLGATHER_UNKNOWN_ENGINE_H
#define QUADRILLE_KERNELS_ALLGATHER_UNKNOWN_ALLGATHER_UNKNOWN_ENGINE_H

#include <stdint.h>

/* In place of a length: why a rank has no part. It takes part in the call all
 * the same, so that every rank refuses it. */
typedef enum qdr_no_part {
    QDR_NO_COUNT = -5, /* none was set */
    QDR_COUNT_BELOW_0,
    QDR_COUNT_TOO_LARGE, /* for the capacity, alone */
    QDR_NO_SEND_BUFFER,
    QDR_NO_RECEIVE_BUFFER
} qdr_no_part;

/* qdr_unknown_set_part sets the length of this rank's part, in bytes, or a
 * qdr_no_part, from the next execution on. At first it is that of the plan. */
void qdr_unknown_set_part(void *state, int64_t bytes);

/* qdr_unknown_parts returns the lengths of all ranks' parts, in bytes, in the
 * last execution; they live as long as the state. */
const int64_t *qdr_unknown_parts(const void *state);

#endif
